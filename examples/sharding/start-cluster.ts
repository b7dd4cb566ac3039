import { mkdtempSync, rmSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seed } from "./seed.ts";
import { startNginx } from "./start-nginx.ts";
import { type ReferenceServerProcess, type Server, startServer } from "./start-server.ts";

/** Servers with the same seed, and nginx in front of them. */
export interface Cluster {
  readonly servers: readonly ReferenceServerProcess[];
  readonly nginx: Server;
  /** Starts one more server, and an nginx in front of all of them. */
  readonly grow: () => Promise<Cluster>;
}

/** Starts three servers, and nginx in front of them. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "sharding-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  // If root starts nginx, its workers run as another user, who needs access.
  await chmod(folder, 0o755);
  const seedFile = join(folder, "seed.json");
  await writeFile(seedFile, JSON.stringify(seed), { mode: 0o600 });

  async function inFrontOf(servers: readonly ReferenceServerProcess[]): Promise<Cluster> {
    const nginx = await startNginx(servers, join(folder, `nginx-${servers.length}`));
    return { servers, nginx, grow: async () => inFrontOf([...servers, await startServer(seedFile)]) };
  }
  return inFrontOf(await Promise.all([1, 2, 3].map(() => startServer(seedFile))));
}
