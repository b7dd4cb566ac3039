import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

// Makes the package in the current folder ready for `npm pack`, and with --undo as it was: the licence comes in, and the
// manifest loses what only this repository can use, the condition that leads to sources and the development dependencies.

const manifest = "package.json";
const kept = "package.unpacked.json";
const licence = "LICENSE";
const source = "@knowledge-base/source";

type Conditions = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly exports: Readonly<Record<string, string | Conditions>>;
  readonly devDependencies?: unknown;
}

// Also before packing: an earlier run may have been stopped half-way.
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

/** Where a workflow of GitHub runs. npm refuses a package whose provenance names another repository than its manifest. */
function repository(): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  if (!server || !name) return {};
  const directory = `packages/${basename(process.cwd())}`;
  return { repository: { type: "git", url: `git+${server}/${name}.git`, directory } };
}
