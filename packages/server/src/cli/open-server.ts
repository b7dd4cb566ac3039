import { createReferenceServer, type ReferenceServer } from "../reference-server.ts";
import type { State } from "../store/state.ts";
import type { Settings } from "./settings.ts";
import { loadStateFile } from "./state-file.ts";

/** Creates the server that the settings ask for. */
export async function openServer({ seed, importFile, randomSeed, latency }: Settings): Promise<ReferenceServer> {
  const create = (state?: State) => createReferenceServer({ seed: state, randomSeed });
  const server =
    seed === undefined ? create() : seed === "demo" ? create(await demo()) : await loadStateFile(seed, create);
  if (importFile !== undefined) await loadStateFile(importFile, server.restore);
  if (latency > 0) server.faults.add({ kind: "latency", latency, probability: 1 });
  return server;
}

async function demo(): Promise<State> {
  const { demoSeed } = await import("../demo/demo-seed.ts");
  return demoSeed();
}
