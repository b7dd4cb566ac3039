import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MeasuredFigure, printFigures } from "./figures.ts";

// Builds the site of the documentation and runs the tests of documents. Prints how many checks fail.

const folder = mkdtempSync(join(tmpdir(), "knowledge-base-bars-"));
try {
  const build = run("npm", ["run", "docs"]) === 0 ? 0 : 1;
  const docstrings = countFailures("slow", ["docs/test/docstrings.slow.test.ts"]);
  printFigures({
    "docs.exports": { ...docstrings, value: build + docstrings.value },
    "docs.code": countFailures("slow", ["docs/test/code-blocks.slow.test.ts"]),
    // The pages are those of the last build that succeeded.
    "docs.accessibility": countFailures(
      "navigation",
      ["docs/test/browser/site-looks", "docs/test/browser/playground-looks"],
      "axe",
    ),
  });
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs test files, and counts the tests that fail. */
function countFailures(project: string, files: readonly string[], name = ""): MeasuredFigure {
  const results = join(folder, "results.json");
  const reporters = ["--reporter=json", `--outputFile=${results}`, "--reporter=dot"];
  rmSync(results, { force: true });
  run("vitest", ["run", `--project=${project}`, ...reporters, ...files, ...(name === "" ? [] : ["-t", name])]);
  const { numPassedTests, numFailedTests, success }: Results = JSON.parse(readFileSync(results, "utf8"));
  if (numPassedTests + numFailedTests === 0) throw new Error(`No test of ${files.join(", ")} was run.`);
  // A file that cannot be loaded has no failed tests.
  const value = numFailedTests === 0 && !success ? 1 : numFailedTests;
  return { value, note: `${numPassedTests} passed` };
}

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
}

function run(command: string, args: readonly string[]): number | null {
  return spawnSync(command, args, { stdio: ["ignore", process.stderr, "inherit"] }).status;
}
