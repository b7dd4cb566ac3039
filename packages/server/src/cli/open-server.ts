import { createReferenceServer, type ReferenceServer } from "../reference-server.ts";
import type { State } from "../store/state.ts";
import { loadStateFile } from "./load-state-file.ts";
import type { Settings } from "./settings.ts";

const seedFile = 'the path of a state file, or "demo"';

/** Creates the server that the settings ask for. */
export async function openServer({ seed, importFile, randomSeed, latency }: Settings): Promise<ReferenceServer> {
  const create = (state?: State) => createReferenceServer({ seed: state, randomSeed, latency });
  if (seed === undefined && importFile !== undefined) return loadStateFile(importFile, (state) => goOn(create, state));
  const server =
    seed === undefined
      ? create()
      : seed === "demo"
        ? create(await demo())
        : await loadStateFile(seed, create, seedFile);
  if (importFile !== undefined) await loadStateFile(importFile, server.restore);
  return server;
}

/**
 * A server that begins with a state, so that its own key and organization are of that state, and goes on from it. A state
 * without a key goes on without one: only a reset gives the server a key of its own.
 */
function goOn(create: (state: State) => ReferenceServer, state: State): ReferenceServer {
  const server = create(state);
  server.restore(state);
  return server;
}

async function demo(): Promise<State> {
  const { demoSeed } = await import("../demo/demo-seed.ts");
  return demoSeed();
}
