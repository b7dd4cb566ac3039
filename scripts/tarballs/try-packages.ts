import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPackages } from "./try/install.ts";
import { findRuntimes } from "./try/runtimes.ts";
import {
  checkTypes,
  runBundle,
  runCommands,
  runJest,
  runModules,
  runNode,
  runReadmes,
  runRequire,
  runVitest,
} from "./try/uses.ts";

// Uses the tarballs that `npm run pack` has made as an application would, each use against the reference server.

const folder = mkdtempSync(join(tmpdir(), "try-packages-"));
try {
  installPackages(folder);
  for (const runtime of findRuntimes(folder)) {
    runModules(folder, runtime);
    runNode(folder, runtime);
    runCommands(folder, runtime);
    runRequire(folder, runtime);
    runJest(folder, runtime);
  }
  await runBundle(folder);
  runReadmes(folder);
  runVitest(folder);
  for (const compiler of ["typescript5.9", "typescript", "typescript7"]) checkTypes(folder, compiler);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
