import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInParallel } from "../run-in-parallel.ts";
import { installPackages } from "./try/install.ts";
import { installRuntimes } from "./try/runtimes.ts";
import { typeChecks, type Use, usesOfBundlers, usesOfReadmes, usesOfVitest, usesOnNode } from "./try/uses.ts";

// Uses the tarballs that `npm run pack` has made as an application would, each use against the reference server.

const folder = mkdtempSync(join(tmpdir(), "try-packages-"));
try {
  const [runtimes] = await Promise.all([installRuntimes(folder), installPackages(folder)]);
  const uses: readonly Use[] = [
    // These take the longest.
    ...typeChecks(folder),
    ...runtimes.flatMap((runtime) => usesOnNode(folder, runtime)),
    ...usesOfBundlers(folder),
    ...usesOfReadmes(folder),
    ...usesOfVitest(folder),
  ];
  await runInParallel(
    uses.map(({ name, run }) => async () => {
      await run();
      console.log(`Works: ${name}`);
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
