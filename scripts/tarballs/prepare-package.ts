import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type Exports, removeSubpathFolders, subpathFolders, writeSubpathFolders } from "./subpath-folders.ts";

// Prepares the package in the current folder for `npm pack`, or reverts that with --undo: adds the licence and the folders of the
// subpaths, and removes from the manifest what only this repository can use, namely the export condition of the sources, the
// scripts and the development dependencies.

const manifest = "package.json";
const kept = "package.unpacked.json";
const licence = "LICENSE";
const source = "@knowledge-base/source";

interface Manifest {
  readonly exports: Exports;
  readonly files: readonly string[];
  readonly devDependencies?: unknown;
  readonly scripts?: unknown;
}

// Also before packing, because an earlier run may have been interrupted.
if (existsSync(kept)) renameSync(kept, manifest);
rmSync(licence, { force: true });
const original: Manifest = JSON.parse(readFileSync(manifest, "utf8"));
removeSubpathFolders(original.exports);

if (!process.argv.includes("--undo")) {
  copyFileSync(manifest, kept);
  copyFileSync(`../../${licence}`, licence);
  writeSubpathFolders(original.exports);
  writeFileSync(manifest, `${JSON.stringify(toPublished(original), null, 2)}\n`);
}

function toPublished({ devDependencies: _, scripts: __, files, ...rest }: Manifest): Manifest {
  const entries = Object.entries(rest.exports).map(([path, target]) => {
    if (typeof target === "string") return [path, target];
    const { [source]: ___, ...conditions } = target as Readonly<Record<string, unknown>>;
    return [path, conditions];
  });
  return {
    ...rest,
    ...repository(),
    files: [...files, ...subpathFolders(rest.exports)],
    exports: Object.fromEntries(entries),
  };
}

/** Returns the repository in a GitHub workflow: npm rejects a package if its provenance names another one than its manifest. */
function repository(): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (!server || !name) return {};
  const directory = `packages/${basename(process.cwd())}`;
  return { repository: { type: "git", url: `git+${server}/${name}.git`, directory } };
}
