import { controlHeader, requestControl } from "@knowledge-base/internal/control-request";
import type { Page } from "@knowledge-base/types";
import type { TargetActions } from "../target/actions.ts";
import type { Setup, SetupContext } from "../target/target.ts";
import foreignState from "./foreign-state.json" with { type: "json" };
import records from "./records.json" with { type: "json" };
import suiteState from "./suite-state.json" with { type: "json" };

// `suite-state.json` has the records of the run's own organization. Its pinned page comes first only because it's pinned, and the 160th
// character of its long summary takes two code units. These pages make the brain larger than what its index shows by default.
const furtherPages = Array.from({ length: 60 }, (_, index) => {
  const slug = `log-of-day-${index + 1}`;
  return { brainId: records.brainId, slug, title: slug };
});

const ownState = { ...suiteState, pages: [...suiteState.pages, ...furtherPages] };

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
    const own = await createOrganization(context, ownState);
    created.push(own);
    const foreign = await createOrganization(context, foreignState);
    created.push(foreign);
    const memberApiKey = await createMemberKey(own);
    const deletedApiKey = await createMemberKey(own);
    await own.call("apiKeys/delete", { apiKey: deletedApiKey });
    return {
      apiKey: own.apiKey,
      records: { ...records, foreignApiKey: foreign.apiKey, memberApiKey, deletedApiKey },
      actions: createActions(own),
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
  const input = { name: "Conformance suite", seed };
  const { id, apiKey } = await callControl<{ id: string; apiKey: string }>(context, "organizations/create", input);
  return {
    apiKey,
    call: <Result>(path: string, input = {}) => callControl<Result>(context, path, input, id),
    delete: () => callControl(context, "organizations/delete", { organizationId: id }),
  };
}

async function callControl<Result>(
  { baseUrl, fetch }: SetupContext,
  path: string,
  input: object,
  organization?: string,
): Promise<Result> {
  const { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token } = globalThis.process?.env ?? {};
  const body = JSON.stringify(input);
  const response = await requestControl({ baseUrl, fetch, token }, path, { organization }, { body });
  const text = await response.text();
  if (!response.headers.has(controlHeader))
    throw new Error(`there are no controls of a reference server below ${baseUrl}/_control`);
  if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text || "null");
}

async function createMemberKey({ call }: SuiteOrganization): Promise<string> {
  return (await call<{ key: string }>("apiKeys/create", { role: "member" })).key;
}

function createActions({ call }: SuiteOrganization): Required<TargetActions> {
  const findSlugs = async (path: string, input: object) =>
    (await call<Page[]>(path, { ...input, limit: 1000 })).map(({ slug }) => slug);
  let knowledge = 0;
  return {
    readPage: (page) => call("pages/read", page),
    listPages: (brain) => findSlugs("pages/list", brain),
    searchPages: (search) => findSlugs("pages/search", search),
    editPage: (page) => call("pages/edit", page),
    compilePage: (page) => call("pages/compile", page),
    deprecatePage: (page) => call("pages/deprecate", page),
    restorePage: (page) => call("pages/restore", page),
    readBinding: (binding) => call("bindings/get", binding),
    approveOAuth: (authorizationUrl) => call("oauth/approve", { authorizationUrl }),
    confirmOAuth: async ({ code, state }) => (await call<{ id: string }>("oauth/confirm", { code, state })).id,
    advanceClock: (milliseconds) => call("clock/advance", { milliseconds }),
    async notify({ kind, brainId, slug }) {
      await call("deliveries/clear");
      if (kind === "brief") await call("brains/sendDailyBrief", { brainId });
      else if (kind === "change") await call("pages/compile", { brainId, slug, entities: [`${knowledge++}`] });
      // Each brain has the page `tide-tables`.
      else await call("brains/reportConnection", { brainId, slugs: [slug, "tide-tables"] });
      return (await call<{ bindingId: string }[]>("deliveries/list")).map(({ bindingId }) => bindingId);
    },
  };
}
