import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { type Exports, removeSubpathFolders, subpathFolders, writeSubpathFolders } from "./subpath-folders.ts";

// Prepares the package in the current folder for `npm pack`, or reverts that with --undo: adds the licence and the folders of the
// subpaths, removes from the manifest what only this repository can use, namely the export condition of the sources, the
// scripts and the development dependencies, and the README's links to other files of the repository if nothing can resolve them.

const manifest = "package.json";
const readme = "README.md";
/** The files that are changed for the package, with the names under which the originals are kept. npm packs each README.*. */
const kept = { [manifest]: "unpacked.package.json", [readme]: "unpacked.README.md" };
const licence = "LICENSE";
const source = "@knowledge-base/source";

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repositoryName } = process.env;
const repositoryUrl = server && repositoryName && `${server}/${repositoryName}`;

interface Manifest {
  readonly exports: Exports;
  readonly files: readonly string[];
  readonly devDependencies?: unknown;
  readonly scripts?: unknown;
}

// Also before packing, because an earlier run may have been interrupted.
for (const [file, copy] of Object.entries(kept)) if (existsSync(copy)) renameSync(copy, file);
rmSync(licence, { force: true });
const original: Manifest = JSON.parse(readFileSync(manifest, "utf8"));
removeSubpathFolders(original.exports);

if (!process.argv.includes("--undo")) {
  for (const [file, copy] of Object.entries(kept)) copyFileSync(file, copy);
  copyFileSync(`../../${licence}`, licence);
  writeSubpathFolders(original.exports);
  writeFileSync(manifest, `${JSON.stringify(toPublished(original), null, 2)}\n`);
  if (!repositoryUrl) writeFileSync(readme, withoutRelativeLinks(readFileSync(readme, "utf8")));
}

/** Returns a README without relative links, which npm resolves only if the manifest names the repository. */
function withoutRelativeLinks(markdown: string): string {
  return markdown.replace(/\n## Links\n[\s\S]*/, "").replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, "$1");
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
  const directory = `packages/${basename(process.cwd())}`;
  return repositoryUrl ? { repository: { type: "git", url: `git+${repositoryUrl}.git`, directory } } : {};
}
