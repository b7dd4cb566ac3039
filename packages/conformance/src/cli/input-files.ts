import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "@knowledge-base/internal/command-line/command-error";
import { importModule } from "@knowledge-base/internal/command-line/import-module";
import { isObject, parseJson } from "@knowledge-base/internal/json";
import { messageOf } from "@knowledge-base/internal/texts";
import type { Setup } from "../target/target.ts";
import { exitCodes } from "./flags.ts";

type Texts = Readonly<Record<string, string>>;

/** Reads the ids of records from the value of a flag: from itself, or from the file that it names. */
export async function readRecords(text: string): Promise<Texts> {
  if (!/^\w+=/.test(text)) return readTexts(text);
  const pairs = text.split(",").map((pair) => pair.split("="));
  return Object.fromEntries(pairs.map(([name = "", ...id]) => [name, id.join("=")]));
}

/** Reads a JSON file with an object of texts. */
export async function readTexts(path: string): Promise<Texts> {
  const failure = (reason: string) => new CommandError(exitCodes.notStarted, `Failed to read ${path}: ${reason}.`);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw failure(messageOf(error));
  });
  // PowerShell writes UTF-16. The decoder removes the byte order mark.
  const content = parseJson(new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-8").decode(bytes));
  if (!isObject(content)) throw failure("it is not a JSON object; --help shows its form");
  return content as Texts;
}

/** Loads the setup that a module exports. */
export async function loadSetup(module: string): Promise<Setup> {
  const failure = (reason: string, cause?: unknown) =>
    new CommandError(exitCodes.notStarted, `Failed to load the setup ${module}: ${reason}.`, { cause });
  const path = resolve(module);
  if (/^[./]/.test(module) && !existsSync(path)) throw failure("there is no such file");
  const specifier = existsSync(path) ? pathToFileURL(path).href : module;
  const exported = await importModule(specifier).catch((error: unknown) => {
    throw failure(messageOf(error), error);
  });
  const setup = exported["setup"] ?? exported["default"];
  if (typeof setup !== "function") throw failure("it has no exported function setup and no default export");
  return setup as Setup;
}
