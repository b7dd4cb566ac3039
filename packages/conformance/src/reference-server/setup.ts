import { controlHeader, requestControl } from "@knowledge-base/internal";
import type { ChannelBinding, Page } from "@knowledge-base/types";
import type { TargetControls } from "../target/controls.ts";
import type { Setup, SetupContext } from "../target/target.ts";
import { connectedSlug, foreignRecords, foreignState, suiteRecords, suiteState } from "./suite-state.ts";

/**
 * Creates two organizations with records in a reference server, over its controls below `/_control`, and returns the API key
 * of the first one for the run. All other organizations stay as they are. If the controls require a token, set the
 * environment variable `KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN`.
 *
 * @throws an error if there are no controls, or the token is missing or wrong
 *
 * @example
 * ```ts
 * import { runConformance } from "@knowledge-base/conformance";
 * import { setup } from "@knowledge-base/conformance/reference-server";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { withControl } from "@knowledge-base/server/control";
 *
 * const server = createReferenceServer();
 * const { baseUrl, apiKey } = server;
 * const report = await runConformance({ baseUrl, apiKey, fetch: withControl(server), setup, write: true }, { strict: true });
 * console.log(report.conclusion, report.counts.notChecked); // conforms 0
 * ```
 */
export const setup: Setup = async (context) => {
  const created: SuiteOrganization[] = [];
  const remove = () => Promise.all(created.map((organization) => organization.delete()));
  try {
    const own = await createOrganization(context, suiteState);
    created.push(own);
    const foreign = await createOrganization(context, foreignState);
    created.push(foreign);
    const memberApiKey = await createMemberKey(own);
    const deletedApiKey = await createMemberKey(own);
    await own.call("apiKeys/delete", { apiKey: deletedApiKey });
    return {
      apiKey: own.apiKey,
      records: { ...suiteRecords, ...foreignRecords, foreignApiKey: foreign.apiKey, memberApiKey, deletedApiKey },
      controls: createControls(own),
      async reset() {
        await own.call("server/reset");
        await own.call("apiKeys/create", { apiKey: memberApiKey, role: "member" });
        await foreign.call("server/reset");
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

type SuiteOrganization = Awaited<ReturnType<typeof createOrganization>>;

async function createOrganization(context: SetupContext, seed: object) {
  const created = await callControl(context, "organizations/create", { name: "Conformance suite", seed });
  const { id, apiKey } = created as { readonly id: string; readonly apiKey: string };
  return {
    apiKey,
    call: (path: string, input = {}) => callControl(context, path, input, id),
    delete: () => callControl(context, "organizations/delete", { organizationId: id }),
  };
}

async function callControl(
  { baseUrl, fetch }: SetupContext,
  path: string,
  input: object,
  organization?: string,
): Promise<unknown> {
  const { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token } = globalThis.process?.env ?? {};
  const body = JSON.stringify(input);
  const response = await requestControl({ baseUrl, fetch, token }, path, { organization }, { body });
  const text = await response.text();
  if (!response.headers.has(controlHeader))
    throw new Error(`there are no controls of a reference server below ${baseUrl}/_control`);
  if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${text.slice(0, 500)}`);
  return text === "" ? undefined : JSON.parse(text);
}

async function createMemberKey(organization: SuiteOrganization): Promise<string> {
  const { key } = (await organization.call("apiKeys/create", { role: "member" })) as { readonly key: string };
  return key;
}

function createControls({ call }: SuiteOrganization): Required<TargetControls> {
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
