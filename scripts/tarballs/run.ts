import { mkdirSync, rmSync } from "node:fs";
import { checkFolder } from "../check-folder.ts";
import { install } from "../install.ts";
import { publishedPackages } from "../published-packages.ts";
import { runProgram } from "../run-program.ts";
import { isRelease } from "../test/release.ts";
import { createApplication, tarballFolder } from "./application.ts";
import { runInParallel } from "./run-in-parallel.ts";
import { listChecks } from "./tarball-checks.ts";

// Packs the packages into tarballs. With `test` it installs the tarballs as an application would, and checks what applications do
// with them; arguments after it are parts of the names of checks. Without names, a change needs fewer checks than a release.

const [command, ...names] = process.argv.slice(2);

if (command === undefined) await packTarballs();
else if (command === "test") await testTarballs();
else throw new Error(`Unknown command "${command}". Use test, or nothing to pack the packages.`);

// The prepack script of each package builds it.
async function packTarballs(): Promise<void> {
  rmSync(tarballFolder, { recursive: true, force: true });
  mkdirSync(tarballFolder);
  const workspaces = publishedPackages.map((name) => `--workspace=packages/${name}`);
  const args = ["pack", "--silent", ...workspaces, "--pack-destination", tarballFolder];
  await runProgram("npm", args, ".", { inherit: true });
}

async function testTarballs(): Promise<void> {
  await install(import.meta.dirname);
  await checkFolder(import.meta.dirname);
  await using application = await createApplication();
  const checks = listChecks(application.path).filter(
    ({ name, isForChanges }) =>
      names.some((part) => name.includes(part)) || (names.length === 0 && (isRelease || isForChanges)),
  );
  if (checks.length === 0) throw new Error(`No check has ${names.join(" or ")} in its name.`);
  await runInParallel(
    checks.map(({ name, run }) => async () => {
      await run();
      console.log(`Passed: ${name}`);
    }),
  );
}
