// What the client does with the `fetch` of a runtime.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { type Check, checks, expectEqual, findProblems } from "./checks.js";

/** The servers that the checks call, and what is known of the runtime. */
export interface Context {
  /** URL of a reference server with the demo seed, which every web page may call. */
  readonly serviceUrl: string;
  /** Key of that server. */
  readonly apiKey: string;
  /** URL of a server that handles connections in unusual ways. */
  readonly hostUrl: string;
  /** URL at which nothing listens. */
  readonly closedUrl: string;
  /** The checks that are expected to fail, with the reasons. */
  readonly limitations: Readonly<Record<string, string>>;
}

const brainId = "brain_operations";

/** Runs all checks. Returns what is wrong. */
export function findAllProblems(context: Context): Promise<string[]> {
  return findProblems({ ...checks, ...connectionChecks(context) }, context.limitations);
}

function connectionChecks({ serviceUrl, apiKey, hostUrl, closedUrl }: Context): Readonly<Record<string, Check>> {
  /** Returns a client of the unusual server, and a function that counts its requests of a kind. */
  const connect = () => {
    const name = crypto.randomUUID();
    const countOf = async (kind: string) => Number(await (await fetch(`${hostUrl}/counts/${name}/${kind}`)).text());
    return { kb: createClient(`${hostUrl}/services/${name}`), countOf };
  };
  const keepConnection = (kb: KnowledgeBase) => kb.channels.list({ brainId, installationId: "kept" });
  return {
    "calls over HTTP": async () => {
      const kb = createClient(serviceUrl, apiKey);
      expectEqual((await kb.promptIndex.get({ brainId, limit: 3 })).length, 3);
      expectEqual((await kb.pages.archive({ brainId, slug: "no-such-page" }).safe()).error?.code, "not_found");
      const binding = { brainId, bindingId: "binding_bridge", notifyBriefs: true };
      expectEqual((await kb.bindings.update(binding)).notifyBriefs, true);
    },

    "a redirect that is not followed": async () => {
      const { kb, countOf } = connect();
      const { error } = await kb.channels.list({ brainId, installationId: "redirect" }).safe();
      expectEqual([error?.code, await countOf("followed")], ["redirect", 0]);
    },

    "a connection that is refused": async () => {
      const { error } = await createClient(closedUrl).promptIndex.get({ brainId }).safe();
      expectEqual(error?.code, "connection");
    },

    "a timeout while the body arrives": async () => {
      const call = connect().kb.channels.list({ brainId, installationId: "slow-body" }, { timeout: 200 });
      expectEqual((await call.safe()).error?.code, "timeout");
    },

    "an unsafe request is sent once if a new connection is reset": async () => {
      const { kb, countOf } = connect();
      await (await fetch(`${hostUrl}/close-connections`)).text();
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { error } = await kb.oauth.start({ brainId: "reset" }).safe();
      expectEqual([error?.code, await countOf("reset")], ["connection", 1]);
    },

    "an unsafe request is sent once if a kept connection is reset": async () => {
      const { kb, countOf } = connect();
      // Runtimes choose one of several connections, so a single request could use a new one.
      for (let index = 0; index < 3; index += 1) {
        await keepConnection(kb);
        expectEqual((await kb.oauth.start({ brainId: "reset" }).safe()).error?.code, "connection");
      }
      expectEqual(await countOf("reset"), 3);
    },

    "an unsafe request is sent once if its status is 421": async () => {
      const { kb, countOf } = connect();
      await keepConnection(kb);
      const { error } = await kb.oauth.start({ brainId: "misdirected" }).safe();
      expectEqual([error?.code, await countOf("misdirected")], ["api_error", 1]);
    },
  };
}

function createClient(baseUrl: string, apiKey = "kb_connections"): KnowledgeBase {
  return new KnowledgeBase({ baseUrl, apiKey, retries: 0, dangerouslyAllowBrowser: true });
}
