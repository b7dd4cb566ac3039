import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { binaries } from "./binaries.ts";
import type { CheckResult } from "./checks/check.ts";
import type { MatrixRow, Preparation, RowResult } from "./matrix-row.ts";
import { outputOf } from "./process-runtime.ts";
import { toolVersion } from "./tools.ts";

/** A bundler that writes one minified module. */
interface Bundler {
  readonly id: string;
  readonly name: string;
  readonly packageName: string;
  /** Writes the bundle of a program. */
  readonly bundle: (entry: string, file: string, folder: string) => Promise<unknown>;
}

/** Bundlers that a program in `bundlers/` runs. */
const scripted = {
  esbuild: ["esbuild", "esbuild"],
  rollup: ["Rollup", "rollup"],
  rolldown: ["Rolldown", "rolldown"],
  vite: ["Vite", "vite"],
  webpack: ["webpack", "webpack"],
  rspack: ["Rspack", "@rspack/core"],
  parcel: ["Parcel", "parcel"],
} as const;

const bundlers: readonly Bundler[] = [
  ...Object.entries(scripted).map(([id, [name, packageName]]) => ({
    id,
    name,
    packageName,
    bundle: (entry: string, file: string, folder: string) => {
      const script = join(import.meta.dirname, `bundlers/${id}.js`);
      return outputOf(process.execPath, [script, entry, file], folder);
    },
  })),
  {
    id: "bundler-bun",
    name: "Bun",
    packageName: "bun",
    bundle: (entry, file, folder) => {
      const flags = ["--target=browser", "--format=esm", "--minify", `--outfile=${file}`];
      return outputOf(binaries.bun(), ["build", entry, ...flags], folder);
    },
  },
];

export const bundlerRows: readonly MatrixRow[] = bundlers.map((bundler) => ({
  id: bundler.id,
  table: "bundlers",
  name: bundler.name,
  run: (preparation) => runBundler(bundler, preparation),
}));

async function runBundler(bundler: Bundler, { folder, host }: Preparation): Promise<RowResult> {
  const output = join(folder, "bundles", bundler.id);
  mkdirSync(output, { recursive: true });
  const context = JSON.stringify(host.context);
  const use = async (program: string) => {
    const file = join(output, `${program}.mjs`);
    await bundler.bundle(join(folder, `${program}.mjs`), file, folder);
    const printed = await outputOf(process.execPath, ["run-bundle.mjs", file, context], folder);
    return { bytes: gzipSync(readFileSync(file), { level: 9 }).length, result: JSON.parse(printed) };
  };
  const { bytes, result: entries } = await use("one-call");
  const { result: checks } = await use("run-in-bundle");
  const problem = entries.length === 1 ? undefined : `The call returned ${JSON.stringify(entries)}`;
  const oneCall: CheckResult = { subject: "client", name: "a bundle with one call", problem };
  return { version: toolVersion(bundler.packageName), checks: [oneCall, ...checks], bytes };
}
