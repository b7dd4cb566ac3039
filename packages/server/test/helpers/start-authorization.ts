import { KnowledgeBase } from "@knowledge-base/sdk";
import { readOAuthState } from "@knowledge-base/sdk/oauth";
import type { ReferenceServer } from "@knowledge-base/server";

/** Creates a client of a server. */
export function createClient(server: ReferenceServer, apiKey = server.apiKey): KnowledgeBase {
  return new KnowledgeBase({ baseUrl: server.baseUrl, apiKey, fetch: server.fetch });
}

/** Starts the authorization of a brain, as an application does. */
export async function startAuthorization(server: ReferenceServer, brainId = "brain_tides", apiKey = server.apiKey) {
  const started = await createClient(server, apiKey).oauth.start({ brainId });
  return { started, ...started, state: readOAuthState(started) };
}

/** Returns an authorization URL with another state. */
export function withState(authorizationUrl: string, state: string): string {
  const url = new URL(authorizationUrl);
  url.searchParams.set("state", state);
  return url.href;
}
