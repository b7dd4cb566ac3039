import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Folder of the sources of the programs. */
const sources = join(import.meta.dirname, "checks");

/** Programs that runtimes and bundlers take as they are: modules that import the installed packages. */
const programs = [
  "run-in-process",
  "run-in-worker",
  "run-in-page",
  "run-in-bundle",
  "one-call",
  "one-call-in-worker",
  "checks-module",
];

/** Programs that include the installed packages, for runtimes that find no packages. */
const bundles = { worker: "run-in-worker.mjs", page: "run-in-page.mjs" };

/** Writes the programs of the checks into a folder with the installed packages. */
export async function preparePrograms(folder: string): Promise<void> {
  await build({
    entryPoints: programs.map((name) => join(sources, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "neutral",
    target: "es2024",
  });
  // The packages of the folder, not those of this repository.
  await build({
    entryPoints: Object.entries(bundles).map(([name, program]) => ({
      in: join(folder, program),
      out: `${name}.bundle`,
    })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
  });
  writeFileSync(join(folder, "run-bundle.mjs"), runBundle);
}

/** Runs a bundle in Node, and prints the results. */
const runBundle = `
const [, , bundle, context] = process.argv;
globalThis.matrixContext = JSON.parse(context);
await import(bundle);
console.log(JSON.stringify(await globalThis.matrixResults));
`;
