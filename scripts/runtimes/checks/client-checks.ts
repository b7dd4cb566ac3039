import { isKnowledgeBaseError, NotFoundError, reviveError } from "@knowledge-base/sdk";
import { isOAuthExpired, readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { expectEqual, expectTrue, type RuntimeCheck } from "./check.ts";
import { bindingId, brainId, createClient, installationId } from "./create-client.ts";

const subject = "client";

/** Checks of the client with the server in the same process. */
export const clientChecks: readonly RuntimeCheck[] = [
  {
    subject,
    name: "every operation",
    run: async () => {
      const { kb } = createClient();
      expectEqual((await kb.promptIndex.get({ brainId, limit: 3 })).length, 3);
      expectEqual((await kb.pages.archive({ brainId, slug: "weather-limits" })).status, "archived");
      expectTrue((await kb.channels.list({ brainId, installationId })).length > 0, "there are channels");
      const binding = await kb.bindings.update({ brainId, bindingId, notifyBriefs: false });
      expectEqual(binding.notifyBriefs, false);
      expectEqual(await kb.bindings.unbind({ brainId, bindingId }), { disconnected: true });
      expectTrue(URL.canParse((await kb.oauth.start({ brainId })).authorizationUrl), "OAuth has a URL");
    },
  },
  {
    subject,
    name: "typed errors",
    run: async () => {
      const { kb } = createClient();
      const { error } = await kb.pages.archive({ brainId, slug: "no-such-page" }).safe();
      expectTrue(error instanceof NotFoundError, "the error is a NotFoundError");
      expectTrue(isKnowledgeBaseError(error, "not_found"), "the guard recognizes the error");
      expectTrue(isKnowledgeBaseError(reviveError(structuredClone(error?.toJSON())), "not_found"), "it can be revived");
      const invalid = await kb.promptIndex.get({ brainId: "" }).safe();
      expectEqual(invalid.error?.code, "input");
    },
  },
  {
    subject,
    name: "a timeout of a response that never comes",
    run: async () => {
      const { kb, server } = createClient({ timeout: 50, retries: 0 });
      server.faults.add({ kind: "hang" });
      const { error } = await kb.promptIndex.get({ brainId }).safe();
      expectEqual(error?.code, "timeout");
    },
  },
  {
    subject,
    name: "a deadline during a body that stops",
    run: async () => {
      const { kb, server } = createClient({ deadline: 50 });
      server.faults.add({ kind: "stalled_body" });
      const { error } = await kb.promptIndex.get({ brainId }).safe();
      expectEqual(error?.code, "timeout");
    },
  },
  {
    subject,
    name: "a retry after a 503",
    run: async () => {
      const { kb, server } = createClient();
      server.faults.add({ kind: "status", status: 503 });
      const { attempts } = await kb.promptIndex.get({ brainId }).withResponse();
      expectEqual(
        attempts.map(({ status }) => status),
        [503, 200],
      );
    },
  },
  {
    subject,
    name: "the signal of the caller",
    run: async () => {
      const { kb, server } = createClient();
      server.faults.add({ kind: "hang" });
      const { error } = await kb.promptIndex.get({ brainId }, { signal: AbortSignal.timeout(20) }).safe();
      expectEqual(error?.code, "aborted");
      expectEqual(isKnowledgeBaseError(error) && Object(error.cause).name, "TimeoutError");
    },
  },
  {
    subject,
    name: "a key that is in no error",
    run: async () => {
      const apiKey = "kb_secret_0123456789";
      const echo = ({ headers }: RequestInit) =>
        new Response(`${new Headers(headers).get("x-api-key")}`, { status: 500 });
      const { kb } = createClient({ apiKey, retries: 0, fetch: async (_, init = {}) => echo(init) });
      const { error } = await kb.promptIndex.get({ brainId }).safe();
      const printed = [String(error), error?.stack, JSON.stringify(error), JSON.stringify(kb), String(error?.cause)];
      expectTrue(!printed.join().includes(apiKey), "no text contains the key");
      expectTrue(JSON.stringify(error).includes("server_error"), "the error has its code");
    },
  },
  {
    subject,
    name: "OAuth: start, approval and callback",
    run: async () => {
      const { kb, server } = createClient();
      const start = await kb.oauth.start({ brainId });
      const { authorizationUrl, expiresAt } = start;
      const state = readOAuthState(start);
      expectEqual(isOAuthExpired(start), false);
      const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl });
      const callback = readOAuthCallback(callbackUrl, { state, expiresAt });
      const { organizationId } = await server.control.oauth.confirm(callback);
      expectEqual(organizationId, "org_harbour_line");
    },
  },
  {
    subject,
    name: "the text of a prompt index",
    run: async () => {
      const { kb } = createClient();
      const entries = await kb.promptIndex.get({ brainId });
      const { text, included, omitted } = renderPromptIndex(entries, { format: "xml", maxTokens: 200 });
      expectTrue(text.includes("electric-fleet-programme"), "the text has the first page");
      expectEqual(included.length + omitted.length, entries.length);
      expectTrue(omitted.length > 0, "pages beyond the limit are left out");
    },
  },
  {
    subject,
    name: "tools for agents",
    run: async () => {
      const { kb } = createClient();
      const { definitions, run } = toOpenAIChatTools(toTools(kb, { brainId }));
      const call = { name: "prompt_index_get", arguments: '{"limit":1}' };
      const [result] = await run([{ id: "call", type: "function", function: call }]);
      expectTrue(definitions.length > 0, "there are definitions");
      expectTrue(result?.content.includes("electric-fleet-programme") ?? false, "the tool returns the first page");
    },
  },
  {
    subject,
    name: "plain HTTP to another machine is refused",
    run: async () => {
      let error: unknown;
      try {
        createClient({ baseUrl: "http://kb.example.com" });
      } catch (thrown) {
        error = thrown;
      }
      expectTrue(isKnowledgeBaseError(error, "configuration"), "the client throws a ConfigurationError");
    },
  },
];
