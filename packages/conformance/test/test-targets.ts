import type { TargetControls, TargetRecords } from "@knowledge-base/conformance";
import type { ReferenceServer, State } from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";

/** Records of {@link createTestState} that the suite may use. */
export const records: Required<TargetRecords> = {
  brainId: "brain_operations",
  slug: "kestrel",
  archivedSlug: "gannet",
  deprecatedSlug: "plug-in-by-hand",
  installationId: "installation_harbour_line",
  bindingId: "binding_bridge",
  secondBindingId: "binding_yard",
  foreignBrainId: "brain_recipes",
  foreignSlug: "country-loaf",
  foreignInstallationId: "installation_alder_street",
  foreignBindingId: "binding_bakehouse",
};

/** A summary whose 160th character takes two code units, of which the second is the 161st. */
const longSummary = `${"Kestrel ".repeat(20).slice(0, 159)}🛳️ and more.`;

/** Creates the demo state with a long summary of the known page, and pinned pages that nothing else ranks first. */
export function createTestState(): State {
  const { pages = [], ...rest } = demoSeed();
  return {
    ...rest,
    pages: pages.map((page) => ({
      ...page,
      summary: page.slug === records.slug ? longSummary : page.summary,
      lastReferencedAt: page.pinned ? null : page.lastReferencedAt,
    })),
  };
}

/** Creates the controls of a target from those of a reference server, in this process or connected over HTTP. */
export function createControls(server: ReferenceServer | ConnectedServer): Required<TargetControls> {
  const { control, clock, deliveries } = server;
  return {
    restorePage: async (page) => control.pages.restore(page),
    approveOAuth: async (authorizationUrl) => control.oauth.approve({ authorizationUrl }),
    confirmOAuth: async (callback) => (await control.oauth.confirm(callback)).id,
    advanceClock: async (milliseconds) => clock.advance(milliseconds),
    async notify({ kind, brainId, slug }) {
      await deliveries.clear();
      if (kind === "brief") await control.brains.sendDailyBrief({ brainId });
      else if (kind === "change") await control.pages.compile({ brainId, slug });
      else await control.brains.reportConnection({ brainId, slugs: [slug, "lapwing"] });
      return (await deliveries.list()).map(({ bindingId }) => bindingId);
    },
  };
}
