import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { countReporter, isolateTestRun } from "./scripts/test/test-run.ts";
import projects from "./vitest.workspace.ts";

export default defineConfig({
  plugins: [isolateTestRun()],
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: ["default", ...(process.env["CHECK"] === undefined ? [] : [countReporter])],
    projects,
  },
});
