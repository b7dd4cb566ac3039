import { defineConfig, mergeConfig } from "vitest/config";
import projects from "../../vitest.workspace.ts";

const [fast = {}] = projects;

/** The fast tests, as `npm test` runs them. */
export default mergeConfig(defineConfig({ test: { setupFiles: ["scripts/mutation/coverage.ts"] } }), fast);
