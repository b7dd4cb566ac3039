// What the packages do in every runtime. A process, a worker, a page, a bundle and Jest run these checks, and the compilers
// check the declarations with them.
import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import {
  type ClientOptions,
  isKnowledgeBaseError,
  KnowledgeBase,
  NotFoundError,
  reviveError,
} from "@knowledge-base/sdk";
import { isOAuthExpired, readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { type ConnectedServer, connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { apiKey, brain, organization, page } from "@knowledge-base/server/factories";
import { contract, type Input, type Page } from "@knowledge-base/types";
import { createOpenApiDocument, type OpenApiDocument } from "@knowledge-base/types/openapi";

export type Check<Context = void> = (context: Context) => Promise<void>;

const brainId = "brain_operations";
const bindingId = "binding_bridge";
const installationId = "installation_harbour_line";

/** Checks of the client and the server in one program. */
export const checks: Readonly<Record<string, Check>> = {
  "every operation": async () => {
    const { kb } = createClient();
    expectEqual((await kb.promptIndex.get({ brainId, limit: 3 })).length, 3);
    const input: Input<"pages.archive"> = { brainId, slug: "weather-limits" };
    const archived: Page = await kb.pages.archive(input);
    expectEqual(archived.status, "archived");
    expectTrue((await kb.channels.list({ brainId, installationId })).length > 0, "there are channels");
    expectEqual((await kb.bindings.update({ brainId, bindingId, notifyBriefs: false })).notifyBriefs, false);
    expectEqual(await kb.bindings.unbind({ brainId, bindingId }), { disconnected: true });
    expectTrue(URL.canParse((await kb.oauth.start({ brainId })).authorizationUrl), "OAuth has a URL");
  },

  "typed errors": async () => {
    const { kb } = createClient();
    const { error } = await kb.pages.archive({ brainId, slug: "no-such-page" }).safe();
    expectTrue(error instanceof NotFoundError, "the error is a NotFoundError");
    expectTrue(isKnowledgeBaseError(reviveError(structuredClone(error?.toJSON())), "not_found"), "it can be revived");
    expectEqual((await kb.promptIndex.get({ brainId: "" }).safe()).error?.code, "input");
    try {
      createClient({ baseUrl: "http://kb.example.com" });
      throw new Error("Plain HTTP to another machine was accepted");
    } catch (thrown) {
      expectTrue(isKnowledgeBaseError(thrown, "configuration"), String(thrown));
    }
  },

  "timeouts, deadlines and the signal of the caller": async () => {
    const codeOf = async (kind: "hang" | "stalled_body", options: ClientOptions, signal?: AbortSignal) => {
      const { kb, server } = createClient({ retries: 0, ...options });
      server.faults.add({ kind });
      const { error } = await kb.promptIndex.get({ brainId }, { signal }).safe();
      return error?.code;
    };
    expectEqual(await codeOf("hang", { timeout: 50 }), "timeout");
    expectEqual(await codeOf("stalled_body", { deadline: 50 }), "timeout");
    expectEqual(await codeOf("hang", {}, AbortSignal.timeout(20)), "aborted");
  },

  "a retry after a 503": async () => {
    const { kb, server } = createClient();
    server.faults.add({ kind: "status", status: 503 });
    const { attempts } = await kb.promptIndex.get({ brainId }).withResponse();
    expectEqual(
      attempts.map(({ status }) => status),
      [503, 200],
    );
  },

  "a key that is in no error": async () => {
    const key = "kb_secret_0123456789";
    const { kb } = createClient({
      apiKey: key,
      retries: 0,
      fetch: async (_, { headers } = {}) => new Response(`${new Headers(headers).get("x-api-key")}`, { status: 500 }),
    });
    const { error } = await kb.promptIndex.get({ brainId }).safe();
    const printed = [String(error), error?.stack, JSON.stringify(error), JSON.stringify(kb), String(error?.cause)];
    expectTrue(!printed.join().includes(key), "no text contains the key");
    expectEqual(error?.code, "server_error");
  },

  "OAuth, from start to callback": async () => {
    const { kb, server } = createClient();
    const start = await kb.oauth.start({ brainId });
    const { authorizationUrl, expiresAt } = start;
    const state = readOAuthState(start);
    expectEqual(isOAuthExpired(start), false);
    const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl });
    const { organizationId } = await server.control.oauth.confirm(readOAuthCallback(callbackUrl, { state, expiresAt }));
    expectEqual(organizationId, "org_harbour_line");
  },

  "a prompt index as text": async () => {
    const { kb } = createClient();
    const entries = await kb.promptIndex.get({ brainId });
    const { text, included, omitted } = renderPromptIndex(entries, { format: "xml", maxTokens: 200 });
    expectTrue(text.includes("electric-fleet-programme"), "the text has the first page");
    expectEqual(included.length + omitted.length, entries.length);
    expectTrue(omitted.length > 0, "pages beyond the limit are left out");
  },

  "tools for agents": async () => {
    const { definitions, run } = toOpenAIChatTools(toTools(createClient().kb, { brainId }));
    const call = { name: "prompt_index_get", arguments: '{"limit":1}' };
    const [result] = await run([{ id: "call", type: "function", function: call }]);
    expectTrue(definitions.length > 0, "there are definitions");
    expectTrue(result?.content.includes("electric-fleet-programme") ?? false, "the tool returns the first page");
  },

  "server.fetch, with a URL and with a Request": async () => {
    const { baseUrl, apiKey: key, fetch } = createClient().server;
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const url = `${baseUrl}/v1/brains/${brainId}/messaging/bindings/${bindingId}`;
    const body = JSON.stringify({ notifyBriefs: false });
    expectEqual((await fetch(new Request(url, { method: "PATCH", headers, body }))).status, 200);
    expectEqual((await fetch(new URL(`${baseUrl}/v1/brains/${brainId}/index`), { headers })).status, 200);
    expectEqual((await fetch(`${baseUrl}/v1/brains/${brainId}/index`)).status, 401);
  },

  "factories, snapshot and restore": async () => {
    const server = createReferenceServer({
      seed: {
        version: 1,
        organizations: [organization()],
        apiKeys: [apiKey()],
        brains: [brain()],
        pages: [page({ title: "Tide table", updatedAt: new Date(0) })],
      },
    });
    const before = server.snapshot();
    server.control.pages.create({ brainId: before.brains[0]?.id ?? "", title: "T", body: "B" });
    expectEqual(server.snapshot().pages.length, 2);
    server.restore(JSON.parse(JSON.stringify(before)));
    expectEqual(server.snapshot(), before);
  },

  "faults, journal and clock": async () => {
    const { kb, server } = createClient({ retries: 1 });
    server.clock.freeze("2026-07-01T12:00:00Z");
    server.clock.advance(60_000);
    expectEqual((await kb.pages.archive({ brainId, slug: "kestrel" })).updatedAt, "2026-07-01T12:01:00.000Z");
    server.faults.add({ kind: "sequence", steps: [{ kind: "truncated_json" }, { kind: "connection_reset" }] });
    expectEqual((await kb.promptIndex.get({ brainId }).safe()).error?.code, "response");
    expectEqual((await kb.promptIndex.get({ brainId, limit: 1 })).length, 1);
    expectEqual(
      server.journal.entries().map(({ status, fault }) => `${status} ${fault}`),
      ["201 null", "200 truncated_json", "null connection_reset", "200 null"],
    );
  },

  "the controls over fetch": async () => {
    const { server } = createClient();
    const connected: ConnectedServer = await connect(server.baseUrl, { fetch: withControl(server) });
    expectEqual((await connected.control.brains.create({ name: "Kitchen" })).name, "Kitchen");
    await connected.reset();
    expectEqual((await connected.snapshot()).brains, server.snapshot().brains);
  },

  "conformance of the server": async () => {
    const { server } = createClient();
    const { baseUrl, apiKey: key } = server;
    const target = { baseUrl, apiKey: key, fetch: withControl(server), setup, write: true };
    const report = await runConformance(target, { strict: true });
    expectTrue(report.succeeded, "the server conforms to the specification and to the choices");
  },

  "the contract and the OpenAPI document": async () => {
    const status: 201 = contract["pages.archive"].success.status;
    expectEqual(status, 201);
    const document: OpenApiDocument = createOpenApiDocument({ servers: [{ url: "https://kb.example.com" }] });
    expectTrue(document.openapi.startsWith("3.1"), "the document has the version 3.1");
  },
};

/** A client of a new server with the demo seed. It waits for nothing between attempts. */
function createClient(options: ClientOptions = {}): { readonly kb: KnowledgeBase; readonly server: ReferenceServer } {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey: key, fetch } = server;
  // Some of the runtimes are browsers, and the key is not a secret.
  const own = { baseUrl, apiKey: key, fetch, random: () => 0, dangerouslyAllowBrowser: true };
  return { kb: new KnowledgeBase({ ...own, ...options }), server };
}

/**
 * Runs checks, one after another. Returns what is wrong: checks that fail, and limitations that have gone.
 *
 * @param limitations - the checks that are expected to fail, with the reasons
 */
export async function findProblems(
  running: Readonly<Record<string, Check>>,
  limitations: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, check] of Object.entries(running)) {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(reject, 60_000, new Error("It takes longer than a minute"));
    const problem = await Promise.race([check(), late]).then(() => undefined, describe);
    clearTimeout(timer);
    if (name in limitations) {
      if (problem === undefined) problems.push(`${name}: it passes, so it is not a limitation any more`);
    } else if (problem !== undefined) problems.push(`${name}: ${problem}`);
  }
  return problems;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The stack of Firefox has no message.
  return `${error}\n${error.stack}`;
}

/** Throws unless two values have the same JSON. */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`Expected ${wanted}, got ${got}`);
}

function expectTrue(condition: boolean, expectation: string): void {
  if (!condition) throw new Error(`Expected: ${expectation}`);
}
