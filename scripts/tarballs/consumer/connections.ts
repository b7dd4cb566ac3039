// What the client does with the `fetch` of a runtime.
import { KnowledgeBase } from "@knowledge-base/sdk";
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
}

const brainId = "brain_operations";

/** Runs all checks. Returns the errors of those that fail. */
export function findAllFailures(context: Context): Promise<Record<string, string>> {
  return findFailures({ ...checks, ...connectionChecks(context) });
}

function connectionChecks({ serviceUrl, apiKey, hostUrl, closedUrl }: Context): Readonly<Record<string, Check>> {
  /** Returns how many requests of a kind the unusual server has received since it was asked before. */
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

    "a connection that is refused": async () => {
      const { error } = await createClient(closedUrl).promptIndex.get({ brainId }).safe();
      expectEqual(error?.code, "connection");
    },

    "a timeout while the body arrives": async () => {
      const { error } = await createClient(`${hostUrl}/slow-body`)
        .promptIndex.get({ brainId }, { timeout: 200 })
        .safe();
      expectEqual(error?.code, "timeout");
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

function createClient(baseUrl: string, apiKey = "kb_connections"): KnowledgeBase {
  return new KnowledgeBase({ baseUrl, apiKey, retries: 0, dangerouslyAllowBrowser: true });
}
