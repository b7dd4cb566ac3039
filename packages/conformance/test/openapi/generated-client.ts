import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { ReceivedData } from "./programs/received-data.ts";
import { installedPath, runInstalledProgram } from "./run-installed-program.ts";

/** A tool that generates a client from an OpenAPI document, and the program that uses the client. */
export interface Generator {
  readonly command: string;
  readonly args: (document: string) => readonly string[];
  readonly program: string;
}

/** A program over a generated client. */
export interface GeneratedClient {
  readonly callEveryOperation: (baseUrl: string, apiKey: string) => Promise<ReceivedData>;
}

const compilerOptions = {
  target: "ES2024",
  lib: ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  module: "esnext",
  moduleResolution: "bundler",
  customConditions: ["@knowledge-base/source"],
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
};

/** Generates a client in a folder of its own, compiles the program with it, and loads what comes out. */
export async function generateClient(
  { command, args, program }: Generator,
  document: string,
): Promise<GeneratedClient & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-base-client-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await symlink(installedPath(""), join(folder, "node_modules"));
    await cp(join(import.meta.dirname, "programs"), folder, { recursive: true });
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [program] }));
    await runInstalledProgram(folder, command, ...args(document));
    await runInstalledProgram(folder, "typescript7/bin/tsc", "-p", ".", "--pretty", "false");
    const outfile = join(folder, "program.js");
    await build({ entryPoints: [join(folder, program)], outfile, bundle: true, format: "esm", platform: "node" });
    const { callEveryOperation }: GeneratedClient = await import(pathToFileURL(outfile).href);
    return { callEveryOperation, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
