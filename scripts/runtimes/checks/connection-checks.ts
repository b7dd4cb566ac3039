import { KnowledgeBase } from "@knowledge-base/sdk";
import { type CheckContext, expectEqual, expectTrue, type RuntimeCheck } from "./check.ts";
import { brainId } from "./create-client.ts";

const subject = "client";

/** Checks of the client with the `fetch` of the runtime. The limitations name some of them. */
export const connectionChecks: readonly RuntimeCheck[] = [
  {
    subject,
    name: "calls over HTTP",
    run: async ({ serviceUrl, apiKey }) => {
      const kb = createClient(serviceUrl, apiKey);
      expectEqual((await kb.promptIndex.get({ brainId, limit: 3 })).length, 3);
      const { error } = await kb.pages.archive({ brainId, slug: "no-such-page" }).safe();
      expectEqual(error?.code, "not_found");
      const binding = { brainId, bindingId: "binding_bridge", notifyBriefs: true };
      expectEqual((await kb.bindings.update(binding)).notifyBriefs, true);
    },
  },
  {
    subject,
    name: "a redirect that is not followed",
    run: async (context) => {
      const service = createService(context);
      const { error } = await service.kb.channels.list({ brainId, installationId: "redirect" }).safe();
      expectEqual(error?.code, "redirect");
      expectEqual(await service.countOf("followed"), 0);
    },
  },
  {
    subject,
    name: "a connection that is refused",
    run: async ({ closedUrl }) => {
      const { error } = await createClient(closedUrl).promptIndex.get({ brainId }).safe();
      expectEqual(error?.code, "connection");
    },
  },
  {
    subject,
    name: "a timeout while the body arrives",
    run: async (context) => {
      const { kb } = createService(context);
      const call = kb.channels.list({ brainId, installationId: "slow-body" }, { timeout: 200 });
      expectEqual((await call.safe()).error?.code, "timeout");
    },
  },
  {
    subject,
    name: "an unsafe request is sent once if a new connection is reset",
    run: async (context) => {
      const { kb, countOf } = createService(context);
      await (await fetch(`${context.hostUrl}/close-connections`)).text();
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { error } = await kb.oauth.start({ brainId: "reset" }).safe();
      expectEqual(error?.code, "connection");
      expectEqual(await countOf("reset"), 1);
    },
  },
  {
    subject,
    name: "an unsafe request is sent once if a kept connection is reset",
    run: async (context) => {
      const { kb, countOf } = createService(context);
      // Runtimes choose one of several connections, so a single request could use a new one.
      for (let index = 0; index < 3; index += 1) {
        await kb.channels.list({ brainId, installationId: "kept" });
        const { error } = await kb.oauth.start({ brainId: "reset" }).safe();
        expectEqual(error?.code, "connection");
      }
      expectEqual(await countOf("reset"), 3);
    },
  },
  {
    subject,
    name: "an unsafe request is sent once if its status is 421",
    run: async (context) => {
      const { kb, countOf } = createService(context);
      await kb.channels.list({ brainId, installationId: "kept" });
      const { error } = await kb.oauth.start({ brainId: "misdirected" }).safe();
      expectEqual(error?.code, "api_error");
      expectEqual(await countOf("misdirected"), 1);
    },
  },
];

interface UnusualService {
  readonly kb: KnowledgeBase;
  /** Returns the number of requests of a kind that the host has received from this client. */
  readonly countOf: (kind: string) => Promise<number>;
}

/** Creates a client of the host that handles connections in unusual ways. */
function createService({ hostUrl }: CheckContext): UnusualService {
  const name = crypto.randomUUID();
  return {
    kb: createClient(`${hostUrl}/services/${name}`),
    countOf: async (kind) => {
      const response = await fetch(`${hostUrl}/counts/${name}/${kind}`);
      expectTrue(response.ok, "the host responds");
      return Number(await response.text());
    },
  };
}

function createClient(baseUrl: string, apiKey = "kb_matrix"): KnowledgeBase {
  return new KnowledgeBase({ baseUrl, apiKey, retries: 0, dangerouslyAllowBrowser: true });
}
