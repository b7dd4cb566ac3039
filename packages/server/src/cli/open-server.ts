import { createReferenceServer, type ReferenceServer } from "../reference-server.ts";
import type { State } from "../store/state.ts";
import { loadStateFile } from "./load-state-file.ts";
import type { Settings } from "./settings.ts";

/** Creates the server that the settings ask for. */
export async function openServer({ seed, importFile, randomSeed, latency }: Settings): Promise<ReferenceServer> {
  const create = (state?: State) => createReferenceServer({ seed: state, randomSeed, latency });
  const server =
    seed === undefined ? create() : seed === "demo" ? create(await demo()) : await loadStateFile(seed, create);
  if (importFile !== undefined) await loadStateFile(importFile, server.restore);
  return server;
}

async function demo(): Promise<State> {
  const { demoSeed } = await import("../demo/demo-seed.ts");
  return demoSeed();
}
