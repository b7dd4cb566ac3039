import { playwright } from "@vitest/browser-playwright";
import { msw } from "msw/vite";
import { defaultClientConditions, defaultServerConditions } from "vite";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { chromium } from "./scripts/test/chromium.ts";
import { oldestZod } from "./scripts/test/oldest-zod.ts";

const source = "@knowledge-base/source";
const resolution = {
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
};

// These tests compare the classes of objects in a realm of their own, as Jest does.
const realmTests = "packages/*/test/**/*.realm.test.ts";
const slowTests = ["{packages,docs}/**/*.slow.test.ts"];
// These tests run the conformance suite against hundreds of services.
const verifySuiteTests = "packages/conformance/test/**/*.verify-suite.test.ts";

const environment = {
  // A field of a table may be a whole sentence of the title.
  taskTitleValueFormatTruncate: 0,
  setupFiles: ["scripts/test/fail-on-console.ts"],
  deps: { interopDefault: false },
  // On a busy machine, a page or a process may take longer than the default of one second.
  expect: { poll: { timeout: 10_000 } },
};

// Test files share a process with earlier ones, so a test restores what it changes. Forks, not threads: tests of time
// zones set `process.env.TZ`, which only the main thread of a process reads.
const nodeTests = { ...environment, pool: "forks" as const, isolate: false, testTimeout: 30_000, hookTimeout: 60_000 };

const projects: TestProjectInlineConfiguration[] = [
  {
    ...resolution,
    test: {
      ...nodeTests,
      name: "fast",
      include: ["packages/*/test/**/*.test.ts", "docs/test/*.test.ts"],
      exclude: [verifySuiteTests, realmTests, ...slowTests],
    },
  },
  {
    ...resolution,
    test: { ...environment, name: "realm", include: [realmTests], pool: "vmThreads" },
  },
  {
    // Tests that start processes, compile programs, or try many random inputs.
    ...resolution,
    test: { ...nodeTests, name: "slow", include: slowTests, testTimeout: 60_000 },
  },
  {
    // Applications may have an older zod, which then also gets the server's schemas.
    ...resolution,
    plugins: [oldestZod],
    test: {
      ...nodeTests,
      name: "oldest-zod",
      setupFiles: [...nodeTests.setupFiles, "scripts/test/expect-oldest-zod.ts"],
      include: [
        "packages/{types,sdk}/test/**/*.test.ts",
        "packages/server/test/{control,custom-operations,messaging,organizations,pages,state}/**/*.test.ts",
      ],
      exclude: slowTests,
    },
  },
  {
    ...resolution,
    test: { ...nodeTests, name: "verify-suite", include: [verifySuiteTests], testTimeout: 1_800_000 },
  },
  {
    // Tests from code blocks of documents, which docs/test/code-blocks.slow.test.ts writes and runs.
    ...resolution,
    test: {
      ...nodeTests,
      name: "documents",
      setupFiles: [...nodeTests.setupFiles, "docs/test/helpers/set-up-test.ts"],
      include: [".docs-test/*.test.ts", "examples/.docs-test/*.test.ts"],
    },
  },
  {
    ...resolution,
    plugins: [msw({ mode: "worker-only" })],
    test: {
      name: "browser",
      include: ["packages/*/test/browser/*.browser.ts"],
      setupFiles: environment.setupFiles,
      testTimeout: 120_000,
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
      ...nodeTests,
      name: "navigation",
      include: ["packages/*/test/browser/*.playwright.ts", "docs/test/browser/*.playwright.ts"],
      testTimeout: 120_000,
    },
  },
  {
    ...resolution,
    test: {
      name: "types",
      include: [],
      typecheck: {
        enabled: true,
        only: true,
        checker: "./node_modules/typescript7/bin/tsc",
        include: ["packages/*/test/**/*.test-d.ts"],
      },
    },
  },
];

export default projects;
