import { setTimeout as wait } from "node:timers/promises";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { locateBrains } from "./locate-brains.ts";
import { apiKey, brainIds, sharedSlugs } from "./seed.ts";
import type { Cluster } from "./start-cluster.ts";

/** Milliseconds of each phase: all servers run, one is down, and all run again. */
export interface KillOptions {
  readonly beforeMs: number;
  readonly downMs: number;
  readonly afterMs: number;
  /** How often the client repeats a request. */
  readonly retries: number;
}

/** Results of the calls to some of the brains. */
export interface CallResults {
  readonly brains: number;
  readonly calls: number;
  /** How many calls failed with each error. */
  readonly errors: Readonly<Record<string, number>>;
  /** Milliseconds from the kill to the first error. */
  readonly firstErrorMs: number | undefined;
  /** Milliseconds from the moment when the server listened again to the last error; negative if it was earlier. */
  readonly lastErrorMs: number | undefined;
  /** Brains whose acknowledged change is gone at the end. */
  readonly lostChanges: number;
}

interface FailedCall {
  readonly brainId: string;
  readonly error: string;
  readonly at: number;
}

/** Kills one server while clients use all brains, starts it again, and returns what the clients experienced. */
export async function killServer(
  cluster: Cluster,
  { beforeMs, downMs, afterMs, retries }: KillOptions,
): Promise<Record<"killed" | "others", CallResults>> {
  const locations = await locateBrains(cluster);
  const [server] = cluster.servers;
  const kb = new KnowledgeBase({ baseUrl: cluster.nginx.url, apiKey, retries });
  const [slugArchivedOnce, slugArchivedOften] = sharedSlugs;
  await Promise.all(brainIds.map((brainId) => kb.pages.archive({ brainId, slug: slugArchivedOnce })));

  const stop = new AbortController();
  const calls = new Map<string, number>();
  const failed: FailedCall[] = [];
  const using = brainIds.map(async (brainId) => {
    for (let count = 1; !stop.signal.aborted; count += 1) {
      const call =
        count % 2 === 0
          ? kb.pages.archive({ brainId, slug: slugArchivedOften })
          : kb.promptIndex.get({ brainId, limit: 1 });
      const { error } = await call.safe();
      calls.set(brainId, count);
      if (!error) continue;
      failed.push({
        brainId,
        error: `${error.name} ${"status" in error ? error.status : error.code}`,
        at: performance.now(),
      });
      // Without a pause, failed calls would outnumber all others.
      await wait(10);
    }
  });
  await wait(beforeMs);
  const killedAt = performance.now();
  await server?.kill();
  await wait(downMs);
  await server?.startAgain();
  const startedAt = performance.now();
  await wait(afterMs);
  stop.abort();
  await Promise.all(using);
  const lost = await findBrainsWithPage(kb, slugArchivedOnce);

  const describe = (isKilled: boolean): CallResults => {
    const isMeant = (brainId: string) => (locations.get(brainId) === server?.url) === isKilled;
    const errors = failed.filter(({ brainId }) => isMeant(brainId));
    return {
      brains: brainIds.filter(isMeant).length,
      calls: Array.from(calls).reduce((sum, [brainId, count]) => sum + (isMeant(brainId) ? count : 0), 0),
      errors: Object.fromEntries(
        Array.from(
          Map.groupBy(errors, ({ error }) => error),
          ([error, list]) => [error, list.length],
        ),
      ),
      firstErrorMs: errors.length === 0 ? undefined : Math.min(...errors.map(({ at }) => at)) - killedAt,
      lastErrorMs: errors.length === 0 ? undefined : Math.max(...errors.map(({ at }) => at)) - startedAt,
      lostChanges: lost.filter(isMeant).length,
    };
  };
  return { killed: describe(true), others: describe(false) };
}

/** Returns the brains that have a page in their index, although it was archived. */
async function findBrainsWithPage(kb: KnowledgeBase, page: string): Promise<string[]> {
  const found = await Promise.all(
    brainIds.map(async (brainId) => {
      const entries = await kb.promptIndex.get({ brainId, limit: 500 });
      return entries.some(({ slug }) => slug === page) ? [brainId] : [];
    }),
  );
  return found.flat();
}
