import { open } from "node:fs/promises";
import { CommandError } from "@knowledge-base/command-line";
import { messageOf } from "../message-of.ts";
import { ControlError } from "../records/errors.ts";
import { parseJson, readText } from "../records/read-state.ts";
import type { StateInput } from "../records/record-types.ts";
import { createReferenceServer, type ReferenceServer } from "../reference-server.ts";
import { exitCodes, type Settings } from "./flags.ts";

/**
 * Creates a server with the state of `--seed`.
 *
 * @throws CommandError if the state cannot be read or is invalid
 */
export async function createServer(settings: Settings): Promise<ReferenceServer> {
  const { seed, latency, cors, "api-key": apiKey, "random-seed": randomSeed, "strict-bodies": strictBodies } = settings;
  const state = await readSeed(seed);
  try {
    return createReferenceServer({ seed: state, latency, cors, apiKey, randomSeed, strictBodies });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const { problems, problemCount } = error;
    const details = problems.map(({ path, message }) => `${path} ${message}`);
    if (problemCount > details.length) details.push(`and ${problemCount - details.length} more`);
    const message = `Failed to load ${seed}: the state is invalid. Correct the problems listed below.`;
    throw new CommandError(exitCodes.badSeed, message, { cause: error, details });
  }
}

async function readSeed(seed: string): Promise<StateInput | undefined> {
  if (seed === "none") return undefined;
  // Imported here, so that only the demo loads its pages.
  if (seed === "demo") return (await import("../demo/demo-seed.ts")).demoSeed();
  try {
    await using file = await open(seed);
    return parseJson(await readText(file.createReadStream())) as StateInput;
  } catch (error) {
    const message = `Failed to load ${seed}: ${messageOf(error)}. Use the path of a state file, "demo" or "none".`;
    throw new CommandError(exitCodes.badSeed, message, { cause: error });
  }
}
