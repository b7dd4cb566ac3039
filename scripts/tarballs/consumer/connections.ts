// What the client does with the `fetch` of a runtime.
import { type CallPromise, type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { type Check, checks, expectEqual, findFailures } from "./checks.js";

/** The servers that the checks call. */
export interface Context {
  /** URL of a reference server with the demo seed, which every web page may call. */
  readonly serviceUrl: string;
  /** Key of that server. */
  readonly apiKey: string;
  /** URL of a server that handles connections in unusual ways: the first segment of a path names what it does. */
  readonly hostUrl: string;
  /** URL at which nothing listens. */
  readonly closedUrl: string;
  /** URL at which the runtime itself serves {@link handle}, if it has a server for handlers. */
  readonly ownUrl?: string;
}

const brainId = "brain_operations";
// No DNS server may resolve it.
const unknownUrl = "https://knowledge-base.invalid";

/** Runs all checks. Returns the errors of failed checks. */
export function findAllFailures(context: Context): Promise<Record<string, string>> {
  return findFailures({ ...checks, ...connectionChecks(context) });
}

/** Handles a POST with the failures of all checks, and a GET with a response that the client hands out. */
export async function handle(request: Request): Promise<Response> {
  if (request.method === "POST") return Response.json(await findAllFailures(JSON.parse(await request.text())));
  const baseUrl = new URL(request.url).searchParams.get("baseUrl") ?? "";
  const { response } = await createClient(baseUrl).promptIndex.get({ brainId }).safe();
  return response ?? new Response("There is no response.", { status: 500 });
}

export function connectionChecks(context: Context): Readonly<Record<string, Check>> {
  const { serviceUrl, apiKey, hostUrl, closedUrl, ownUrl } = context;
  // Returns how many requests of a kind the unusual server has received since it was asked before.
  const countOf = async (kind: string) => Number(await (await fetch(`${hostUrl}/count/${kind}`)).text());
  return {
    "calls over HTTP": async () => {
      const kb = createClient(serviceUrl, apiKey);
      expectEqual((await kb.promptIndex.get({ brainId, limit: 3 })).length, 3);
      expectEqual((await kb.pages.archive({ brainId, slug: "no-such-page" }).safe()).error?.code, "not_found");
      const binding = { brainId, bindingId: "binding_bridge", notifyBriefs: true };
      expectEqual((await kb.bindings.update(binding)).notifyBriefs, true);
    },

    "a redirect that is not followed": async () => {
      const { error } = await createClient(`${hostUrl}/redirect`).promptIndex.get({ brainId }).safe();
      expectEqual([error?.code, await countOf("followed")], ["redirect", 0]);
    },

    "a lost connection ends the call, after a retry if the operation is safe": async () => {
      for (const kind of ["closed", "cut"]) {
        const kb = createRetryingClient(`${hostUrl}/${kind}`);
        const calls = [kb.promptIndex.get({ brainId }), kb.oauth.start({ brainId })];
        expectEqual([kind, await outcomesOf(calls)], [kind, ["connection 2", "connection 1"]]);
      }
    },

    "a server that cannot be reached ends the call, after a retry": async () => {
      for (const baseUrl of [closedUrl, unknownUrl])
        expectEqual(await outcomesOf([createRetryingClient(baseUrl).promptIndex.get({ brainId })]), ["connection 2"]);
    },

    "an unsafe request that was never sent is retried": async () => {
      for (const baseUrl of [closedUrl, unknownUrl])
        expectEqual(await outcomesOf([createRetryingClient(baseUrl).oauth.start({ brainId })]), ["connection 2"]);
    },

    "a response that the client hands out is complete, and a response of the runtime": async () => {
      const { response } = await createClient(`${hostUrl}/unavailable`).promptIndex.get({ brainId }).safe();
      const call = createClient(`${hostUrl}/empty`).promptIndex.get({ brainId });
      for (const [handedOut, status, text] of [
        [response, 503, "Back soon"],
        [await call.asResponse(), 200, "[]"],
        [(await call.withResponse()).response, 200, "[]"],
      ] as const) {
        expectEqual([handedOut instanceof Response, handedOut?.status], [true, status]);
        expectEqual([await handedOut?.clone().text(), await handedOut?.text()], [text, text]);
      }
    },

    ...(ownUrl !== undefined && {
      "a handler of the runtime passes on a response": async () => {
        const passedOn = await fetch(`${ownUrl}?baseUrl=${encodeURIComponent(`${hostUrl}/unavailable`)}`);
        expectEqual([passedOn.status, await passedOn.text()], [503, "Back soon"]);
      },
    }),

    "a timeout and the signal of the caller end a body that stalls": async () => {
      const { promptIndex } = createClient(`${hostUrl}/slow-body`);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 200);
      const { signal } = controller;
      const calls = [promptIndex.get({ brainId }, { timeout: 200 }), promptIndex.get({ brainId }, { signal })];
      expectEqual(await outcomesOf(calls), ["timeout 1", "aborted 1"]);
    },

    "an unsafe request is sent once if a kept connection is reset": async () => {
      // Runtimes choose one of several connections, so a single request could use a new one.
      for (let index = 0; index < 3; index += 1) {
        await createClient(`${hostUrl}/empty`).promptIndex.get({ brainId });
        const { error } = await createClient(`${hostUrl}/reset`).oauth.start({ brainId }).safe();
        expectEqual(error?.code, "connection");
      }
      expectEqual(await countOf("reset"), 3);
    },

    "an unsafe request is sent once if its status is 421": async () => {
      const { error } = await createClient(`${hostUrl}/misdirected`).oauth.start({ brainId }).safe();
      expectEqual([error?.code, await countOf("misdirected")], ["api_error", 1]);
    },
  };
}

function createClient(baseUrl: string, apiKey = "kb_connections", options: ClientOptions = {}): KnowledgeBase {
  return new KnowledgeBase({ baseUrl, apiKey, retries: 0, dangerouslyAllowBrowser: true, ...options });
}

function createRetryingClient(baseUrl: string): KnowledgeBase {
  return createClient(baseUrl, undefined, { retries: 1, random: () => 0 });
}

function outcomesOf(calls: readonly CallPromise<unknown>[]): Promise<string[]> {
  return Promise.all(
    calls.map(async (call) => {
      const { error, attempts } = await call.safe();
      return `${error?.code} ${attempts.length}`;
    }),
  );
}
