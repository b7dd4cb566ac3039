import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";

/** A brain of the demo seed, with an installation and a binding of the same organization. */
export const brainId = "brain_operations";
export const installationId = "installation_harbour_line";
export const bindingId = "binding_bridge";

/** A client and the server in the same process that it calls. */
export interface ClientWithServer {
  readonly kb: KnowledgeBase;
  readonly server: ReferenceServer;
}

/** Creates a client of a new reference server with the demo seed. It waits for nothing between attempts. */
export function createClient(options: ClientOptions = {}): ClientWithServer {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey, fetch } = server;
  const kb = new KnowledgeBase({
    baseUrl,
    apiKey,
    fetch,
    random: () => 0,
    dangerouslyAllowBrowser: true, // Some of the runtimes are browsers, and the key is not a secret.
    ...options,
  });
  return { kb, server };
}
