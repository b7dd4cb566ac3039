import { KnowledgeBase } from "@knowledge-base/sdk";
import { connect } from "@knowledge-base/server/control";
import { apiKey, brainIds } from "./seed.ts";
import type { Cluster } from "./start-cluster.ts";

/** Sends a request for each brain, and reads in the journals which server received it. Returns the URL of the server by brain. */
export async function locateBrains({ servers, nginx }: Cluster): Promise<ReadonlyMap<string, string>> {
  const kb = new KnowledgeBase({ baseUrl: nginx.url, apiKey });
  const controls = await Promise.all(servers.map(({ url }) => connect(url)));
  await Promise.all(controls.map(({ journal }) => journal.clear()));
  await Promise.all(brainIds.map((brainId) => kb.promptIndex.get({ brainId, limit: 1 })));

  const locations = new Map<string, string>();
  for (const { baseUrl, journal } of controls) {
    for (const { path } of await journal.entries())
      locations.set(decodeURIComponent(path.split("/")[3] ?? ""), baseUrl);
  }
  return locations;
}
