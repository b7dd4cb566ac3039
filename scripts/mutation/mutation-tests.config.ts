import { defineConfig } from "vitest/config";

const packages = `${process.cwd()}/packages`;

/**
 * The tests that mutants are run against: those of the client's calls and of the server's core that stay in the process.
 * Stryker mutates a copy of the repository, whose packages the workspace links of node_modules do not lead to.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@knowledge-base\/(\w+)$/, replacement: `${packages}/$1/src/index.ts` },
      { find: /^@knowledge-base\/(\w+)\/(\w+)$/, replacement: `${packages}/$1/src/$2.ts` },
    ],
  },
  test: {
    setupFiles: ["scripts/test/fail-on-console.ts"],
    deps: { interopDefault: false },
    include: [
      "packages/sdk/test/*.test.ts",
      "packages/sdk/test/hostile/*.test.ts",
      "packages/server/test/*.test.ts",
      "packages/server/test/{clock,control,faults,journal,oauth}/*.test.ts",
    ],
    exclude: [
      "**/*msw*.test.ts",
      "**/{guide,demo-seed,leak,isolation,abort-after-garbage-collection,collected-requests}.test.ts",
      "**/control/{random-commands,refuse-inputs}.test.ts",
    ],
  },
});
