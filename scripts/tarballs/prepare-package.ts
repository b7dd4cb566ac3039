import { copyFileSync, existsSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { addressInSite, toText } from "../../docs/website/text.ts";
import { repository, site } from "../addresses.ts";
import { type Conditions, type Manifest, readManifest } from "../manifests.ts";
import { runProgram } from "../run-program.ts";

// Builds a package and prepares its folder for `npm pack` and `npm publish`, or reverts that: `prepare-package.ts NAME [--undo]`. It
// adds the license, and a folder for each subpath, in which tools that don't read `exports` find the entry: Parcel by default, and
// TypeScript with the resolution `node10`. It removes what only this repository can use: the export condition of the sources, the
// scripts, the development dependencies, and relative links of the README. README.md says what is taken from the environment.

const [name = "", flag] = process.argv.slice(2);
const folder = `packages/${name}`;

// The files that change, with the names of the originals. npm packs each README.*, so those names begin differently.
const originals = { "package.json": "unpacked.package.json", "README.md": "unpacked.README.md" };

// Also before packing, because an earlier run may have been interrupted.
for (const [file, original] of Object.entries(originals))
  if (existsSync(`${folder}/${original}`)) renameSync(`${folder}/${original}`, `${folder}/${file}`);
const manifest = readManifest(folder);
const subpaths = Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
  path === "." || typeof target === "string" ? [] : [[path.replace("./", ""), target] as const],
);
rmSync(`${folder}/LICENSE`, { force: true });
for (const [subpath] of subpaths) {
  rmSync(`${folder}/${subpath}/package.json`, { force: true });
  // Fails if something else is in the folder.
  if (existsSync(`${folder}/${subpath}`)) rmdirSync(`${folder}/${subpath}`);
}

if (flag !== "--undo") {
  await runProgram(process.execPath, ["scripts/build/run.ts"], ".");
  for (const [file, original] of Object.entries(originals)) copyFileSync(`${folder}/${file}`, `${folder}/${original}`);
  copyFileSync("LICENSE", `${folder}/LICENSE`);
  for (const [subpath, conditions] of subpaths) writeSubpathFolder(subpath, conditions);
  writeJson("package.json", toPublished(manifest));
  writeFileSync(`${folder}/README.md`, publishedReadme());
}

function writeSubpathFolder(subpath: string, conditions: Conditions): void {
  const { import: module = conditions, require: main = conditions } = conditions;
  const fields = { main: main.default, module: module.default, types: main.types };
  mkdirSync(`${folder}/${subpath}`);
  writeJson(
    `${subpath}/package.json`,
    Object.fromEntries(Object.entries(fields).map(([field, path]) => [field, path?.replace("./", "../")])),
  );
}

function toPublished({ devDependencies: _, scripts: __, files = [], exports = {}, ...rest }: Manifest): object {
  const published = Object.entries(exports).map(([path, target]) => {
    if (typeof target === "string") return [path, target];
    const { "@knowledge-base/source": ___, ...conditions } = target;
    return [path, conditions];
  });
  const { PACKAGE_AUTHOR: author } = process.env;
  const homepage = site ?? (repository && `${repository}#readme`);
  return {
    ...rest,
    ...(author && { author }),
    ...(homepage && { homepage }),
    // npm rejects a package if its provenance names another repository than its manifest.
    ...(repository && {
      repository: { type: "git", url: `git+${repository}.git`, directory: folder },
      bugs: { url: `${repository}/issues` },
    }),
    files: [...files, ...subpaths.map(([subpath]) => subpath)],
    exports: Object.fromEntries(published),
  };
}

// Returns the README with links to the site or the repository. Without both, it says in place of their list where the guides are.
function publishedReadme(): string {
  const text = toText(`${folder}/README.md`, addressInSite(site));
  const guides = name === "sdk" ? "" : "\nThe guides are in `docs/index.md` of `@knowledge-base/sdk`.\n";
  return site || repository ? text : text.replace(/\n## Links\n[\s\S]*/, guides);
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(`${folder}/${path}`, `${JSON.stringify(value, null, 2)}\n`);
}
