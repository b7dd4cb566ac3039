import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { binaries } from "./binaries.ts";
import type { CheckContext, CheckResult } from "./checks/check.ts";
import type { MatrixRow, Preparation, RowResult } from "./matrix-row.ts";
import { outputOf } from "./process-runtime.ts";
import { toolPath, toolVersion } from "./tools.ts";
import { compatibilityDate, runInWorkerd } from "./workerd-rows.ts";

/** A program, and where its bundle is to be written. */
interface BundleTask {
  readonly entry: string;
  readonly file: string;
  /** Folder of the application. */
  readonly folder: string;
}

/** A bundler, which writes one minified module. */
interface Bundler {
  readonly id: string;
  readonly name: string;
  readonly packageName: string;
  readonly bundle: (task: BundleTask) => Promise<unknown>;
  /** Names of the programs with one call and with the checks. */
  readonly programs: readonly [oneCall: string, checks: string];
  /** Runs a bundle, and returns its result. */
  readonly use: (file: string, folder: string, context: CheckContext) => Promise<unknown>;
}

const forNode: Pick<Bundler, "programs" | "use"> = {
  programs: ["one-call", "run-in-bundle"],
  use: async (file, folder, context) =>
    JSON.parse(await outputOf(process.execPath, ["run-bundle.mjs", file, JSON.stringify(context)], folder)),
};

const forWorkerd: Pick<Bundler, "programs" | "use"> = {
  programs: ["one-call-in-worker", "run-in-worker"],
  use: (file, _, context) => runInWorkerd(file, [], context),
};

/** Runs a bundler with the program of this name in `bundlers/`. */
function runScript(name: string, { entry, file, folder }: BundleTask): Promise<string> {
  return outputOf(process.execPath, [join(import.meta.dirname, `bundlers/${name}.js`), entry, file], folder);
}

/** Parcel reads the `exports` of packages only if the manifest of the application asks for it. */
async function runParcelWithExports(task: BundleTask): Promise<void> {
  const manifest = join(task.folder, "package.json");
  const text = readFileSync(manifest, "utf8");
  writeFileSync(
    manifest,
    JSON.stringify({ ...JSON.parse(text), "@parcel/resolver-default": { packageExports: true } }),
  );
  try {
    await runScript("parcel", task);
  } finally {
    writeFileSync(manifest, text);
  }
}

function runBun({ entry, file, folder }: BundleTask): Promise<string> {
  const flags = ["--target=browser", "--format=esm", "--minify", `--outfile=${file}`];
  return outputOf(binaries.bun(), ["build", entry, ...flags], folder);
}

async function runWrangler({ entry, file, folder }: BundleTask): Promise<void> {
  const command = toolPath("wrangler", "bin/wrangler.js");
  const output = dirname(file);
  const flags = ["--dry-run", "--minify", `--outdir=${output}`, "--name=checks"];
  const date = `--compatibility-date=${compatibilityDate}`;
  await outputOf(process.execPath, [command, "deploy", entry, ...flags, date], folder);
  renameSync(join(output, basename(entry).replace(/mjs$/, "js")), file);
}

const scripted = [
  ["esbuild", "esbuild", "esbuild"],
  ["rollup", "Rollup", "rollup"],
  ["rolldown", "Rolldown", "rolldown"],
  ["vite", "Vite", "vite"],
  ["webpack", "webpack", "webpack"],
  ["rspack", "Rspack", "@rspack/core"],
  ["parcel", "Parcel", "parcel"],
] as const;

const bundlers: readonly Bundler[] = [
  ...scripted.map(([id, name, packageName]) => ({
    id,
    name,
    packageName,
    bundle: (task: BundleTask) => runScript(id, task),
    ...forNode,
  })),
  {
    id: "parcel-exports",
    name: "Parcel with `packageExports`",
    packageName: "parcel",
    bundle: runParcelWithExports,
    ...forNode,
  },
  { id: "bundler-bun", name: "Bun", packageName: "bun", bundle: runBun, ...forNode },
  { id: "wrangler", name: "wrangler", packageName: "wrangler", bundle: runWrangler, ...forWorkerd },
];

/** Rows of the bundlers. Their bundles are run in Node or workerd. */
export const bundlerRows: readonly MatrixRow[] = bundlers.map((bundler) => ({
  id: bundler.id,
  table: "bundlers",
  name: bundler.name,
  dependency: bundler.packageName,
  run: (preparation) => runBundler(bundler, preparation),
}));

async function runBundler(bundler: Bundler, { folder, host }: Preparation): Promise<RowResult> {
  const output = join(folder, "bundles", bundler.id);
  mkdirSync(output, { recursive: true });
  const [oneCall, checks] = bundler.programs;
  const bundle = async (program: string) => {
    const file = join(output, `${program}.mjs`);
    await bundler.bundle({ entry: join(folder, `${program}.mjs`), file, folder });
    return file;
  };
  const smallest = await bundle(oneCall);
  const entries = (await bundler.use(smallest, folder, host.context)) as readonly unknown[];
  const problem = entries.length === 1 ? undefined : `The call returned ${JSON.stringify(entries)}`;
  const results = (await bundler.use(await bundle(checks), folder, host.context)) as readonly CheckResult[];
  return {
    version: toolVersion(bundler.packageName),
    checks: [{ subject: "client", name: "a bundle with one call", problem }, ...results],
    bytes: gzipSync(readFileSync(smallest), { level: 9 }).length,
  };
}
