import type { RecordName, TargetControls } from "@knowledge-base/conformance";
import type { ReferenceServer, State } from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { binding, channel, installation, page } from "@knowledge-base/server/factories";

const secondInstallation = { organizationId: "org_harbour_line", id: "installation_museum" };

/** Records of {@link createTestState} that the suite may use. */
export const records: Readonly<Record<RecordName, string>> = {
  brainId: "brain_operations",
  slug: "kestrel",
  pinnedSlug: "electric-fleet-programme",
  longSummarySlug: "kestrel",
  plainSlug: "log-of-day-1",
  archivedSlug: "gannet",
  deprecatedSlug: "plug-in-by-hand",
  installationId: "installation_harbour_line",
  secondInstallationId: secondInstallation.id,
  teamId: "T0HARBOUR",
  privateChannelId: "G05BOARD",
  publicChannelId: "C01BRIDGE",
  memberChannelId: "C01BRIDGE",
  nonMemberChannelId: "C04WEATHER",
  hiddenChannelId: "C90MUSEUM",
  bindingId: "binding_bridge",
  secondBindingId: "binding_board",
  disabledBindingId: "binding_yard",
  onlyBindingId: "binding_museum",
  secondBrainId: "brain_guest_services",
  secondBrainSlug: "arrival-chime",
  secondBrainBindingId: "binding_ticket_office",
  foreignBrainId: "brain_recipes",
  foreignSlug: "country-loaf",
  foreignInstallationId: "installation_alder_street",
  foreignBindingId: "binding_bakehouse",
  foreignApiKey: "kb_demo_alder_street",
  memberApiKey: "kb_demo_reader",
  deletedApiKey: "kb_demo_deleted",
};

const museum = { installationId: secondInstallation.id, id: records.hiddenChannelId, name: "museum" };

/** A page of the second brain with the slug of a page of the first. */
const sameSlug = page({
  brainId: records.secondBrainId,
  tenantId: "tenant_harbour_line",
  title: "Kestrel",
  slug: records.slug,
});

/** A summary whose 160th character takes two code units, of which the second is the 161st. */
const longSummary = `${"Kestrel ".repeat(20).slice(0, 159)}🛳️ and more.`;

/** With them a brain has more pages than its index shows by default. */
const furtherPages = Array.from({ length: 30 }, (_, index) =>
  page({ brainId: records.brainId, tenantId: "tenant_harbour_line", title: `Log of day ${index + 1}` }),
);

/** Pages that are connected in the event of a new connection. */
const connectedSlugs: Readonly<Record<string, string>> = {
  brain_operations: "lapwing",
  brain_guest_services: "refunds-and-delays",
};

/**
 * Creates the demo state with a long summary of the known page, pinned pages that nothing else ranks first, more pages, and a
 * second installation.
 */
export function createTestState(): State {
  const { pages, installations, channels, bindings, apiKeys, ...rest } = demoSeed();
  const demoPages = pages.map((demoPage) => ({
    ...demoPage,
    summary: demoPage.slug === records.slug ? longSummary : demoPage.summary,
    source: demoPage.slug === records.slug ? { channel: "chat", ref: null, label: "Bridge" } : demoPage.source,
    lastReferencedAt: demoPage.pinned ? null : demoPage.lastReferencedAt,
  }));
  return {
    ...rest,
    apiKeys: [
      ...apiKeys,
      { key: records.memberApiKey, organizationId: secondInstallation.organizationId, role: "reader" },
    ],
    pages: [...demoPages, ...furtherPages, sameSlug],
    installations: [...installations, installation(secondInstallation)],
    channels: [...channels, channel(museum)],
    bindings: [
      ...bindings,
      binding({
        id: records.secondBindingId,
        brainId: records.brainId,
        installationId: records.installationId,
        channelId: records.privateChannelId,
        teamId: records.teamId,
      }),
      binding({
        id: records.onlyBindingId,
        brainId: records.brainId,
        installationId: secondInstallation.id,
        channelId: museum.id,
      }),
    ],
  };
}

/** Creates the controls of a target from those of a reference server, in this process or connected over HTTP. */
export function createControls(server: ReferenceServer | ConnectedServer): Required<TargetControls> {
  const { control, clock, deliveries } = server;
  const listPages = async (brainId: string) => {
    // The control also lists the pages that a list for users leaves out.
    const pages = await control.pages.list({ brainId, limit: 1000 });
    return pages.filter(({ status }) => status !== "archived" && status !== "deprecated");
  };
  return {
    readPage: async (address) => control.pages.read(address),
    listPages: async ({ brainId }) => (await listPages(brainId)).map(({ slug }) => slug),
    searchPages: async ({ brainId, text }) =>
      (await listPages(brainId)).filter(({ title, body }) => `${title} ${body}`.includes(text)).map(({ slug }) => slug),
    editPage: async (input) => control.pages.edit(input),
    compilePage: async (address) => control.pages.compile(address),
    deprecatePage: async (address) => control.pages.deprecate(address),
    restorePage: async (address) => control.pages.restore(address),
    readBinding: async (binding) => control.bindings.get(binding),
    approveOAuth: async (authorizationUrl) => control.oauth.approve({ authorizationUrl }),
    confirmOAuth: async ({ code, state }) => (await control.oauth.confirm({ code, state })).id,
    advanceClock: async (milliseconds) => clock.advance(milliseconds),
    async notify({ kind, brainId, slug }) {
      await deliveries.clear();
      if (kind === "brief") await control.brains.sendDailyBrief({ brainId });
      else if (kind === "change") await control.pages.compile({ brainId, slug });
      else await control.brains.reportConnection({ brainId, slugs: [slug, connectedSlugs[brainId] ?? slug] });
      return (await deliveries.list()).map(({ bindingId }) => bindingId);
    },
  };
}
