import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

// Prepares the package in the current folder for `npm pack`, or reverts that with --undo: adds the licence, and removes from the
// manifest what only this repository can use, namely the export condition of the sources and the development dependencies.

const manifest = "package.json";
const kept = "package.unpacked.json";
const licence = "LICENSE";
const source = "@knowledge-base/source";

type Conditions = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly exports: Readonly<Record<string, string | Conditions>>;
  readonly devDependencies?: unknown;
}

// Also before packing, because an earlier run may have been interrupted.
if (existsSync(kept)) renameSync(kept, manifest);
rmSync(licence, { force: true });

if (!process.argv.includes("--undo")) {
  const published = withoutSources(JSON.parse(readFileSync(manifest, "utf8")));
  copyFileSync(manifest, kept);
  copyFileSync(`../../${licence}`, licence);
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}

function withoutSources({ devDependencies: _, ...rest }: Manifest): Manifest {
  const entries = Object.entries(rest.exports).map(([path, target]) => {
    if (typeof target === "string") return [path, target];
    const { [source]: __, ...conditions } = target;
    return [path, conditions];
  });
  return { ...rest, ...repository(), exports: Object.fromEntries(entries) };
}

/** Returns the repository in a GitHub workflow: npm rejects a package if its provenance names another one than its manifest. */
function repository(): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (!server || !name) return {};
  const directory = `packages/${basename(process.cwd())}`;
  return { repository: { type: "git", url: `git+${server}/${name}.git`, directory } };
}
