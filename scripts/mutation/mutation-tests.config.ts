import { defineConfig } from "vitest/config";

const packages = `${process.cwd()}/packages`;

/**
 * The fast tests, without those of types, of the handlers of msw and of documents. Stryker mutates a copy of the repository, whose
 * packages the workspace links of node_modules do not lead to.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@knowledge-base\/([\w-]+)$/, replacement: `${packages}/$1/src/index.ts` },
      { find: /^@knowledge-base\/([\w-]+)\/([\w-]+)$/, replacement: `${packages}/$1/src/$2.ts` },
    ],
  },
  test: {
    isolate: false,
    setupFiles: ["scripts/mutation/clear-coverage.ts", "scripts/test/fail-on-console.ts"],
    deps: { interopDefault: false },
    testTimeout: 30_000,
    include: ["packages/{sdk,server}/test/**/*.test.ts"],
    exclude: ["**/*.slow.test.ts", "**/*msw*.test.ts"],
  },
});
