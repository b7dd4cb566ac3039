import { defineConfig } from "vitest/config";
import { testRun } from "../test-run.ts";

export default defineConfig({
  plugins: [testRun()],
  test: { dir: import.meta.dirname, include: ["*.fixture.ts"], testTimeout: 60_000 },
});
