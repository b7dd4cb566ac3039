import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename } from "node:path";
import { repository, site } from "../addresses.ts";

// Prepares the package in the current folder for `npm pack` and `npm publish`, or reverts that with --undo. It adds the licence,
// and a folder for each subpath, in which tools that do not read `exports` find the entry: Parcel by default, and TypeScript with
// the resolution `node10`. It removes what only this repository can use: the export condition of the sources, the scripts, the
// development dependencies, and relative links of the README. README.md says what is taken from the environment.

// A target of `exports`: for `import` and `require`, or for both.
interface Conditions {
  readonly types?: string;
  readonly default?: string;
  readonly import?: Conditions;
  readonly require?: Conditions;
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | Conditions>>;
  readonly files: readonly string[];
  readonly devDependencies?: unknown;
  readonly scripts?: unknown;
}

// The files that change, with the names of the originals. npm packs each README.*, so those names begin differently.
const originals = { "package.json": "unpacked.package.json", "README.md": "unpacked.README.md" };

// Also before packing, because an earlier run may have been interrupted.
for (const [file, original] of Object.entries(originals)) if (existsSync(original)) renameSync(original, file);
const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const subpaths = Object.entries(manifest.exports).flatMap(([path, target]) =>
  path === "." || typeof target === "string" ? [] : [[path.replace("./", ""), target] as const],
);
rmSync("LICENSE", { force: true });
for (const [folder] of subpaths) {
  rmSync(`${folder}/package.json`, { force: true });
  // Fails if something else is in the folder.
  if (existsSync(folder)) rmdirSync(folder);
}

if (!process.argv.includes("--undo")) {
  for (const [file, original] of Object.entries(originals)) copyFileSync(file, original);
  copyFileSync("../../LICENSE", "LICENSE");
  for (const [folder, conditions] of subpaths) writeSubpathFolder(folder, conditions);
  writeJson("package.json", toPublished(manifest));
  writeFileSync("README.md", await readmeOf(basename(process.cwd())));
}

function writeSubpathFolder(folder: string, conditions: Conditions): void {
  const { import: module = conditions, require: main = conditions } = conditions;
  const fields = { main: main.default, module: module.default, types: main.types };
  mkdirSync(folder);
  writeJson(
    `${folder}/package.json`,
    Object.fromEntries(Object.entries(fields).map(([field, path]) => [field, path?.replace("./", "../")])),
  );
}

function toPublished({ devDependencies: _, scripts: __, files, ...rest }: Manifest): Manifest {
  const exports = Object.entries(rest.exports).map(([path, target]) => {
    if (typeof target === "string") return [path, target];
    const { ["@knowledge-base/source" as string]: ___, ...conditions } = target as Readonly<Record<string, unknown>>;
    return [path, conditions];
  });
  const { PACKAGE_AUTHOR: author } = process.env;
  const homepage = site ?? (repository && `${repository}#readme`);
  // npm rejects a package if its provenance names another repository than its manifest.
  const directory = `packages/${basename(process.cwd())}`;
  return {
    ...rest,
    ...(author && { author }),
    ...(homepage && { homepage }),
    ...(repository && {
      repository: { type: "git", url: `git+${repository}.git`, directory },
      bugs: { url: `${repository}/issues` },
    }),
    files: [...files, ...subpaths.map(([folder]) => folder)],
    exports: Object.fromEntries(exports),
  };
}

// Returns the README with links to the site or the repository. Without both, it says in place of their list where the guides are.
async function readmeOf(name: string): Promise<string> {
  const folder = process.cwd();
  process.chdir("../..");
  // Imported here, because it reads documents of the root while it loads.
  const { addressInSite, toText } = await import("../../docs/website/text.ts");
  const text = toText(`packages/${name}/README.md`, addressInSite(site));
  process.chdir(folder);
  const guides = name === "sdk" ? "" : "\nThe guides are in `docs/index.md` of `@knowledge-base/sdk`.\n";
  return site || repository ? text : text.replace(/\n## Links\n[\s\S]*/, guides);
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
