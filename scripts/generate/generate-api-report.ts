import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { declarationProjects } from "../build/declaration-projects.ts";
import { writeGenerated } from "./write-generated.ts";

// Writes the API reports of the published packages: packages/*/api/*.api.md, a file for each entry point. API Extractor reads
// the declarations that tsc emits. With --check it changes nothing and fails if a report is not up to date.

const source = "@knowledge-base/source";
const folder = resolve(".build/api-report");
const advice =
  "The public API has changed. If that is intended, run npm run api:generate, commit the report and add a changeset (npm run change).";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, { readonly [source]?: string }>>;
}

/** An entry point, such as `@knowledge-base/server/msw` with its declarations `src/msw.d.ts`. */
interface EntryPoint {
  readonly name: string;
  readonly declarations: string;
}

rmSync(folder, { recursive: true, force: true });
emitDeclarations();
const names = readdirSync("packages");
for (const name of names) writePackage(name);
for (const name of names) await reportPackage(name);

function emitDeclarations(): void {
  const hasFailed = declarationProjects.some((project) => {
    const args = ["node_modules/typescript7/bin/tsc", "-p", project, "--outDir", join(folder, "packages")];
    return spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0;
  });
  if (!hasFailed) return;
  console.error("Failed to write the API reports: the sources do not compile. Run npm run typecheck.");
  process.exit(1);
}

/** Turns the declarations into a package, so that reports import the declarations of other packages instead of repeating them. */
function writePackage(name: string): void {
  const { name: fullName, version } = readManifest(name);
  const exports = Object.fromEntries(
    entryPoints(name, () => true).map((entry) => [
      entry.name.replace(fullName, "."),
      { types: `./${entry.declarations}` },
    ]),
  );
  const path = join(folder, "packages", name);
  writeFileSync(join(path, "package.json"), JSON.stringify({ name: fullName, version, type: "module", exports }));
  mkdirSync(join(folder, "node_modules/@knowledge-base"), { recursive: true });
  symlinkSync(path, join(folder, "node_modules", fullName));
}

function readManifest(name: string): Manifest {
  return JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8"));
}

function entryPoints(name: string, isIncluded: (path: string) => boolean): readonly EntryPoint[] {
  const { name: fullName, exports } = readManifest(name);
  return Object.entries(exports).flatMap(([path, { [source]: file }]) => {
    if (!file || !isIncluded(path)) return [];
    return { name: `${fullName}${path.slice(1)}`, declarations: file.replace("./", "").replace(/\.ts$/, ".d.ts") };
  });
}

async function reportPackage(name: string): Promise<void> {
  if (readManifest(name).private) return;
  // The entry `internal` is for the packages of this repository and not part of what is public.
  const entries = entryPoints(name, (path) => path !== "./internal");
  const reports = extractReports(name, entries);
  const target = `packages/${name}/api`;
  const files = new Map(entries.map((entry) => [`${basename(entry.declarations, ".d.ts")}.api.md`, entry]));
  mkdirSync(target, { recursive: true });
  for (const [file, entry] of files) {
    await writeGenerated(join(target, file), format(entry, reports), advice);
  }
  for (const file of readdirSync(target)) {
    if (!files.has(file)) await writeGenerated(join(target, file), undefined, advice);
  }
}

/** Returns the report of each entry point as API Extractor writes it, split into imports and declarations. */
function extractReports(name: string, entries: readonly EntryPoint[]): ReadonlyMap<EntryPoint, readonly string[]> {
  const path = join(folder, "packages", name);
  const configurations = entries.map((entry) => [entry, configure(path, entry)] as const);
  const [[, first] = []] = configurations;
  if (!first) return new Map();
  const additionalEntryPoints = entries.map(({ declarations }) => join(path, declarations));
  const compilerState = CompilerState.create(first, { additionalEntryPoints });
  return new Map(configurations.map(([entry, configuration]) => [entry, extract(configuration, compilerState)]));
}

function configure(path: string, { name, declarations }: EntryPoint): ExtractorConfig {
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  return ExtractorConfig.prepare({
    configObjectFullPath: join(path, "api-extractor.json"),
    packageJsonFullPath: join(path, "package.json"),
    configObject: {
      projectFolder: path,
      newlineKind: "lf",
      mainEntryPointFilePath: join(path, declarations),
      compiler: {
        overrideTsconfig: {
          extends: resolve("tsconfig.json"),
          compilerOptions: { customConditions: [], skipLibCheck: true },
          include: [],
          files: [join(path, declarations)],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName: `${name.replaceAll(/[@/]/g, "-")}.api.md`,
        reportFolder: folder,
        reportTempFolder: folder,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
}

function extract(configuration: ExtractorConfig, compilerState: CompilerState): readonly string[] {
  const errors: string[] = [];
  Extractor.invoke(configuration, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.formatMessageWithLocation(folder));
      message.handled = true;
    },
  });
  if (errors.length > 0) throw new Error(`API Extractor cannot read the declarations: ${errors.join("; ")}`);
  const report = readFileSync(configuration.reportFilePath, "utf8");
  const [, code = ""] = /```ts\n([\s\S]*?)\n```/.exec(report) ?? [];
  return code
    .trim()
    .split("\n\n")
    .filter((block) => !block.startsWith("// (No @packageDocumentation"));
}

/**
 * Formats the report of an entry point. It includes types that the entry point mentions without exporting them, unless another
 * entry point of the package exports them.
 */
function format(entry: EntryPoint, reports: ReadonlyMap<EntryPoint, readonly string[]>): string {
  const others = [...reports].flatMap(([other, blocks]) => (other === entry ? [] : blocks));
  const exported = new Set(others.map(withoutExport).filter((block, index) => block !== others[index]));
  const [imports = "", ...declarations] = (reports.get(entry) ?? []).filter((block) => !exported.has(block));
  const code = declarations.join("\n\n");
  return [
    `# Public API of \`${entry.name}\``,
    "Generated by `npm run api:generate`. A change of this file is a change of what users of the package see.",
    `\`\`\`ts\n${[...usedImports(imports, code), code].join("\n\n")}\n\`\`\`\n`,
  ].join("\n\n");
}

function withoutExport(block: string): string {
  return block.replace(/^export /m, "");
}

/** Returns the first block of a report. If it consists of imports, it returns only those that the code uses. */
function usedImports(block: string, code: string): readonly string[] {
  if (!block.startsWith("import ")) return [block];
  const used = block.split("\n").filter((line) => {
    const [, name = ""] = /(\w+)(?: })? from/.exec(line) ?? [];
    return new RegExp(`\\b${name}\\b`).test(code);
  });
  return used.length > 0 ? [used.join("\n")] : [];
}
