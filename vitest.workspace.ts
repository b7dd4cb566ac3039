import { playwright } from "@vitest/browser-playwright";
import { msw } from "msw/vite";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { chromium } from "./scripts/test/chromium.ts";

const source = "@knowledge-base/source";
const resolution = {
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
};

const mswTests = "packages/*/test/msw-*.test.ts";
const behaviour = {
  setupFiles: ["scripts/test/fail-on-console.ts"],
  deps: { interopDefault: false },
  benchmark: { include: [] },
};

/** The tests of the handlers of msw, with a copy of msw in the place of the one that is installed under its own name. */
function mswProject(version: string, copy: string) {
  return {
    ...resolution,
    resolve: { ...resolution.resolve, alias: [{ find: /^msw(?=$|\/)/, replacement: copy }] },
    test: { ...behaviour, name: `msw ${version}`, include: [mswTests], provide: { mswVersion: version } },
  };
}

export default defineConfig({
  test: {
    reporters: ["default", "json"],
    outputFile: { json: ".vitest/results.json" },
    projects: [
      {
        ...resolution,
        test: {
          ...behaviour,
          name: "behaviour",
          include: ["packages/*/test/**/*.test.ts", "docs/test/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/node_modules/**", mswTests],
        },
      },
      {
        // The tests that documents show. docs/test/code-blocks.test.ts writes them and runs them.
        ...resolution,
        test: {
          ...behaviour,
          name: "documents",
          setupFiles: [...behaviour.setupFiles, "docs/test/harness/example-host.ts"],
          include: [".docs-test/programs/*.test.ts"],
        },
      },
      mswProject("2.11", "msw-2.11"),
      mswProject("2.15", "msw-2.15"),
      mswProject("3.0", "msw"),
      {
        ...resolution,
        plugins: [msw({ mode: "worker-only" })],
        test: {
          name: "browser",
          include: ["packages/*/test/browser/*.browser.ts"],
          setupFiles: ["scripts/test/fail-on-console.ts"],
          benchmark: { include: [] },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: "chromium" }],
            provider: playwright({ launchOptions: { executablePath: chromium.path, args: chromium.flags } }),
          },
        },
      },
      {
        ...resolution,
        test: {
          ...behaviour,
          name: "navigation",
          include: ["packages/*/test/browser/*.playwright.ts", "docs/test/browser/*.playwright.ts"],
          testTimeout: 30_000,
        },
      },
      {
        ...resolution,
        test: {
          name: "types",
          include: [],
          benchmark: { include: [] },
          typecheck: {
            enabled: true,
            only: true,
            checker: "./node_modules/typescript7/bin/tsc",
            include: ["packages/*/test/**/*.test-d.ts"],
          },
        },
      },
      {
        // Benchmarks run what is published, outside of the module runner, whose export getters cost more than a call.
        test: {
          name: "benchmarks",
          include: [],
          benchmark: { include: ["packages/*/bench/**/*.bench.ts"] },
          server: { deps: { external: [/\/packages\/\w+\/dist\//] } },
        },
      },
    ],
  },
});
