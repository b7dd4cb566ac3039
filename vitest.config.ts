import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { countReporter, isolateTestRun } from "./scripts/test/test-run.ts";
import projects from "./vitest.workspace.ts";

export default defineConfig({
  plugins: [isolateTestRun()],
  test: {
    // The tests in examples/ have another lockfile, for which Vitest empties its cache in the default folder, also while these tests run.
    fsModuleCachePath: "node_modules/.cache/vitest",
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: ["default", ...(process.env["CHECK"] === undefined ? [] : [countReporter])],
    projects,
  },
});
