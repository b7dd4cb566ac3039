import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "@knowledge-base/internal/command-line/command-error";
import { importModule } from "@knowledge-base/internal/command-line/import-module";
import { messageOf, withoutFullStop } from "@knowledge-base/internal/texts";
import { defineOperation } from "@knowledge-base/types";
import * as z from "zod/mini";
import { isControlError, maxProblems } from "../basics/control-error.ts";
import { type Implementation, implement, isImplementation } from "../reference-server/operations.ts";
import { createReferenceServer, type ReferenceServer } from "../reference-server/reference-server.ts";
import type { StateInput } from "../state/state.ts";
import { exitCodes, parseLatency, type Settings } from "./flags.ts";
import { readStateFile, type StateFile } from "./state-file.ts";

/**
 * Creates the server of the command, with the custom operations of `--operations`, and the state of `--state` or `--seed`.
 *
 * @param stateFile - the file of `--state`
 * @throws CommandError if a file can't be read, or what it contains is invalid
 */
export async function loadServer(settings: Settings, stateFile: StateFile | undefined): Promise<ReferenceServer> {
  const { latency, cors, "api-key": apiKey, "random-seed": randomSeed, "strict-bodies": strictBodies } = settings;
  const { operations: path } = settings;
  const [file, seed] = await readState(settings.seed, stateFile);
  const operations = path === undefined ? [] : await loadFile(path, loadOperations);
  try {
    return createReferenceServer({
      seed,
      latency: parseLatency(latency),
      cors,
      apiKey,
      randomSeed,
      strictBodies,
      operations,
    });
  } catch (error) {
    // All other options were checked with the flags.
    if (path !== undefined && error instanceof TypeError) throw toFileError(path, error);
    if (!isControlError(error)) throw error;
    const { problems } = error;
    const details = problems.map(({ path, message }) => `${path} ${message}`);
    if (problems.length === maxProblems) details.push("and perhaps more");
    const message = `Failed to load ${file}: the state is invalid. Correct the problems listed below.`;
    throw new CommandError(exitCodes.badFile, message, { cause: error, details });
  }
}

// Returns the initial state, and the name of what it is from.
async function readState(
  seed: string,
  stateFile: StateFile | undefined,
): Promise<[file: string, state: StateInput | undefined]> {
  const saved = stateFile && (await loadFile(stateFile.path, () => stateFile.read()));
  if (stateFile && saved !== undefined) return [stateFile.path, saved];
  if (seed === "none") return [seed, undefined];
  // Imported here, so that only the demo loads its pages.
  if (seed === "demo") return [seed, (await import("../demo.ts")).demoSeed()];
  return [seed, await loadFile(seed, readStateFile, 'Use the path of a state file, "demo" or "none".')];
}

/**
 * Reads a file.
 *
 * @throws CommandError with what can't be read
 */
export async function loadFile<Content>(
  path: string,
  read: (path: string) => Promise<Content>,
  advice = "",
): Promise<Content> {
  try {
    return await read(path);
  } catch (error) {
    throw toFileError(path, error, advice);
  }
}

function toFileError(path: string, cause: unknown, advice = ""): CommandError {
  const message = `Failed to load ${path}: ${withoutFullStop(messageOf(cause))}. ${advice}`;
  return new CommandError(exitCodes.badFile, message.trimEnd(), { cause });
}

// The end of the OAuth flow, which the specification names without its path and fields. Section 4.5.
const demoOperation = implement(
  defineOperation({
    id: "oauth.confirm",
    summary: "Confirm an authorization",
    method: "POST",
    path: "/v1/messaging/oauth/confirm",
    body: z.object({ code: z.string(), state: z.string() }),
    success: { status: 201, schema: z.object({ installationId: z.string() }) },
    errors: [400, 401, 404],
    idempotency: "unsafe",
  }),
  async ({ input, control }) => ({ installationId: (await control.oauth.confirm(input)).id }),
);

// Loads the custom operations of a module: what it exports and `implement` has returned, also in arrays and objects. Throws the
// error of the module, or an `Error` if there is no such file, or it exports none.
async function loadOperations(path: string): Promise<readonly Implementation[]> {
  if (path === "demo") return [demoOperation];
  await access(path);
  const implementations = new Set(findImplementations(await importModule(pathToFileURL(resolve(path)).href)));
  if (implementations.size > 0) return [...implementations];
  throw new Error("it exports no custom operation. Export what implement returns");
}

// The default export of a CommonJS module is its exports, and compilers nest another default export in them.
function findImplementations(value: unknown, depth = 0): Implementation[] {
  if (isImplementation(value)) return [value];
  if (typeof value !== "object" || value === null || depth === 4) return [];
  return Object.values(value).flatMap((inner) => findImplementations(inner, depth + 1));
}
