import { defineConfig } from "vitest/config";
import { isolateTestRun } from "../test-run.ts";

export default defineConfig({
  plugins: [isolateTestRun()],
  test: { dir: import.meta.dirname, include: ["*.fixture.ts"], testTimeout: 60_000 },
});
