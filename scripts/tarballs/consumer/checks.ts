// What the packages do in every runtime. A process, a worker, a page, a bundle and Jest run these checks, and the compilers
// check the declarations with them. They use each entry once: the tests of the packages cover what an entry does.
import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import {
  type ClientOptions,
  isKnowledgeBaseError,
  KnowledgeBase,
  NotFoundError,
  reviveError,
} from "@knowledge-base/sdk";
import { readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { apiKey, brain, organization, page } from "@knowledge-base/server/factories";
import type { Listener } from "@knowledge-base/server/node";
import { contract, type Input, type Page } from "@knowledge-base/types";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";

export type Check = () => Promise<void>;

/** Compiles without the types of Node and without lib `esnext.disposable`. */
export const urlOf = (listener: Listener): string => listener.url;

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
    expectEqual((await kb.channels.list({ brainId, installationId })).length, 5);
    expectEqual((await kb.bindings.update({ brainId, bindingId, notifyBriefs: false })).notifyBriefs, false);
    expectEqual(await kb.bindings.unbind({ brainId, bindingId }), { disconnected: true });
  },

  "typed errors": async () => {
    const { error } = await createClient().kb.pages.archive({ brainId, slug: "no-such-page" }).safe();
    expectEqual(error instanceof NotFoundError, true);
    expectEqual(isKnowledgeBaseError(reviveError(structuredClone(error?.toJSON())), "not_found"), true);
  },

  "timeouts, deadlines and the signal of the caller": async () => {
    const codeOf = async (kind: "hang" | "stalled_body", options: ClientOptions, signal?: AbortSignal) => {
      const { kb, server } = createClient({ retries: 0, ...options });
      server.faults.add({ kind });
      return (await kb.promptIndex.get({ brainId }, { signal }).safe()).error?.code;
    };
    expectEqual(await codeOf("hang", { timeout: 50 }), "timeout");
    expectEqual(await codeOf("stalled_body", { deadline: 50 }), "timeout");
    expectEqual(await codeOf("hang", {}, AbortSignal.timeout(20)), "aborted");
  },

  "a retry after a 503": async () => {
    const { kb, server } = createClient();
    server.faults.add({ kind: "status", status: 503 });
    const { attempts } = await kb.promptIndex.get({ brainId }).withResponse();
    const statuses = attempts.map(({ status }) => status);
    expectEqual(statuses, [503, 200]);
  },

  "OAuth, from start to callback": async () => {
    const { kb, server } = createClient();
    const start = await kb.oauth.start({ brainId });
    const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl: start.authorizationUrl });
    const callback = readOAuthCallback(callbackUrl, { state: readOAuthState(start), expiresAt: start.expiresAt });
    expectEqual((await server.control.oauth.confirm(callback)).organizationId, "org_harbour_line");
  },

  "a prompt index as text": async () => {
    const entries = await createClient().kb.promptIndex.get({ brainId });
    const { text } = renderPromptIndex(entries, { format: "xml", maxTokens: 200 });
    expectEqual(text.includes("electric-fleet-programme"), true);
  },

  "tools for agents": async () => {
    const { run } = toOpenAIChatTools(toTools(createClient().kb, { brainId }));
    const call = { name: "prompt_index_get", arguments: '{"limit":1}' };
    const [result] = await run([{ id: "call", type: "function", function: call }]);
    expectEqual(result?.content.includes("electric-fleet-programme"), true);
  },

  "server.fetch with a Request": async () => {
    const { baseUrl, apiKey: key, fetch } = createClient().server;
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const url = `${baseUrl}/v1/brains/${brainId}/messaging/bindings/${bindingId}`;
    const request = new Request(url, { method: "PATCH", headers, body: JSON.stringify({ notifyBriefs: false }) });
    expectEqual((await fetch(request)).status, 200);
  },

  "factories, snapshot and restore": async () => {
    const records = { organizations: [organization()], apiKeys: [apiKey()], brains: [brain()], pages: [page()] };
    const server = createReferenceServer({ seed: { version: 1, ...records } });
    const before = server.snapshot();
    server.control.pages.create({ brainId: before.brains[0]?.id ?? "", title: "T", body: "B" });
    server.restore(JSON.parse(JSON.stringify(before)));
    expectEqual(server.snapshot().pages, before.pages);
  },

  "conformance of the server, with its controls": async () => {
    const { server } = createClient();
    const target = { baseUrl: server.baseUrl, apiKey: server.apiKey, fetch: withControl(server), setup, write: true };
    expectEqual((await runConformance(target, { strict: true })).conforms, true);
  },

  "the contract and the OpenAPI document": async () => {
    const status: 201 = contract["pages.archive"].success.status;
    expectEqual(status, 201);
    const document: ReturnType<typeof createOpenApiDocument> = createOpenApiDocument({
      servers: [{ url: "https://kb.example.com" }],
    });
    expectEqual(document.openapi.startsWith("3.1"), true);
  },
};

// A client of a new server with the demo seed. It waits for nothing between attempts.
function createClient(options: ClientOptions = {}): { readonly kb: KnowledgeBase; readonly server: ReferenceServer } {
  const server = createReferenceServer({ seed: demoSeed() });
  // Some of the runtimes are browsers, and the key isn't a secret.
  const own = { ...server.connection, random: () => 0, dangerouslyAllowBrowser: true };
  return { kb: new KnowledgeBase({ ...own, ...options }), server };
}

/** Runs checks, one after another. Returns the errors of failed checks. */
export async function findFailures(running: Readonly<Record<string, Check>>): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const [name, check] of Object.entries(running)) {
    try {
      await check();
    } catch (error) {
      failures[name] = error instanceof Error ? `${error}\n${error.stack}` : String(error);
    }
  }
  return failures;
}

/** Throws unless two values have the same JSON. */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`Expected ${wanted}, got ${got}`);
}
