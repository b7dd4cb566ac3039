import type { ChannelBinding, Page } from "@knowledge-base/types";
import type { TargetControls } from "../target/controls.ts";
import type { SuiteOrganization } from "./organization.ts";
import { connectedSlug } from "./suite-state.ts";

/** Creates the controls of a run from those of an organization. */
export function createControls({ call }: SuiteOrganization): Required<TargetControls> {
  const findSlugs = async (path: string, input: object) =>
    ((await call(path, { ...input, limit: 1000 })) as readonly Page[]).map(({ slug }) => slug);
  let knowledge = 0;
  return {
    readPage: async (page) => (await call("pages/read", page)) as Page,
    listPages: (brain) => findSlugs("pages/list", brain),
    searchPages: (search) => findSlugs("pages/search", search),
    editPage: (page) => call("pages/edit", page),
    compilePage: (page) => call("pages/compile", page),
    deprecatePage: (page) => call("pages/deprecate", page),
    restorePage: (page) => call("pages/restore", page),
    readBinding: async (binding) => (await call("bindings/get", binding)) as ChannelBinding,
    approveOAuth: async (authorizationUrl) =>
      (await call("oauth/approve", { authorizationUrl })) as { code: string; state: string },
    confirmOAuth: async ({ code, state }) => {
      const installation = await call("oauth/confirm", { code, state });
      return (installation as { readonly id: string }).id;
    },
    advanceClock: (milliseconds) => call("clock/advance", { milliseconds }),
    async notify({ kind, brainId, slug }) {
      await call("deliveries/clear");
      if (kind === "brief") await call("brains/sendDailyBrief", { brainId });
      else if (kind === "change") await call("pages/compile", { brainId, slug, entities: [`${knowledge++}`] });
      else await call("brains/reportConnection", { brainId, slugs: [slug, connectedSlug] });
      const deliveries = (await call("deliveries/list")) as readonly { readonly bindingId: string }[];
      return deliveries.map(({ bindingId }) => bindingId);
    },
  };
}
