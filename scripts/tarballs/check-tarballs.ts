import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInParallel } from "../run-in-parallel.ts";
import { installPackages } from "./install-packages.ts";
import { installRuntimes } from "./install-runtimes.ts";
import {
  createBundlerChecks,
  createNodeChecks,
  createReadmeChecks,
  createTypeChecks,
  createVitestChecks,
  type TarballCheck,
} from "./tarball-checks.ts";

// Installs the tarballs of `npm run pack` as an application would, and checks what applications do with them.

const folder = mkdtempSync(join(tmpdir(), "check-tarballs-"));
try {
  const [runtimes] = await Promise.all([installRuntimes(folder), installPackages(folder)]);
  const checks: readonly TarballCheck[] = [
    // These take the longest.
    ...createTypeChecks(folder),
    ...runtimes.flatMap((runtime) => createNodeChecks(folder, runtime)),
    ...createBundlerChecks(folder),
    ...createReadmeChecks(folder),
    ...createVitestChecks(folder),
  ];
  await runInParallel(
    checks.map(({ name, run }) => async () => {
      await run();
      console.log(`Passed: ${name}`);
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
