import type { TargetControls } from "../target.ts";
import type { SuiteOrganization } from "./control-client.ts";
import { otherSlug } from "./suite-state.ts";

/** Creates the controls of a run from those of an organization. */
export function createControls({ call }: SuiteOrganization): Required<TargetControls> {
  return {
    restorePage: (page) => call("pages/restore", page),
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
      else if (kind === "change") await call("pages/compile", { brainId, slug });
      else await call("brains/reportConnection", { brainId, slugs: [slug, otherSlug] });
      const deliveries = (await call("deliveries/list")) as readonly { readonly bindingId: string }[];
      return deliveries.map(({ bindingId }) => bindingId);
    },
  };
}
