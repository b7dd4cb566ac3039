import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { install } from "../install.ts";
import { listPublishedPackages } from "../manifests.ts";
import { runProgram } from "../run-program.ts";
import { isRelease } from "../test/release.ts";
import { createApplication, tarballFolder } from "./application.ts";
import { checksOfChange, checksOfRelease, type TarballCheck } from "./tarball-checks.ts";

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
  const workspaces = listPublishedPackages().map((name) => `--workspace=packages/${name}`);
  const args = ["pack", "--silent", ...workspaces, "--pack-destination", tarballFolder];
  await runProgram("npm", args, ".", { inherit: true });
}

async function testTarballs(): Promise<void> {
  await install("scripts/tarballs");
  const isChange = names.length === 0 && !isRelease;
  await using application = await createApplication(!isChange);
  const ofChange = checksOfChange(application.path);
  // A check of both lists runs once, because its name is the same.
  const all = new Map([...ofChange, ...checksOfRelease(application.path)]);
  const named = Array.from(all).filter(([name]) => names.some((part) => name.includes(part)));
  if (names.length > 0 && named.length === 0) throw new Error(`No check has ${names.join(" or ")} in its name.`);
  await runChecks(isChange ? ofChange : names.length > 0 ? named : [...all]);
}

// Runs as many checks at a time as there are processors. After a check has failed, no other starts.
async function runChecks(checks: readonly TarballCheck[]): Promise<void> {
  const waiting = checks.values();
  const errors: unknown[] = [];
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (const [name, run] of waiting) {
      if (errors.length > 0) return;
      await run().then(
        () => console.log(`Passed: ${name}`),
        (error: unknown) => errors.push(error),
      );
    }
  });
  await Promise.all(workers);
  if (errors.length > 0) throw errors[0];
}
