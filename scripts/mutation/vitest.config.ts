import { defineConfig } from "vitest/config";

const packages = `${process.cwd()}/packages`;
const { MUTATED_PACKAGE: mutated } = process.env;

/**
 * The fast tests of the mutated package that call it directly: tests through sockets and msw reach the same code, but take longer,
 * and each mutant that survives runs all tests that reach it. Stryker mutates a copy of the repository, whose packages the workspace
 * links of node_modules do not lead to.
 */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@knowledge-base\/inspector$/, replacement: `${packages}/inspector/src/files.ts` },
      { find: "@knowledge-base/inspector/build", replacement: `${packages}/inspector/src/build-files.ts` },
      { find: /^@knowledge-base\/([\w-]+)$/, replacement: `${packages}/$1/src/index.ts` },
      { find: /^@knowledge-base\/([\w-]+)\/([\w-]+)$/, replacement: `${packages}/$1/src/$2.ts` },
    ],
  },
  test: {
    isolate: false,
    setupFiles: ["scripts/mutation/clear-coverage.ts", "scripts/test/fail-on-console.ts"],
    deps: { interopDefault: false },
    testTimeout: 30_000,
    include: [`packages/${mutated}/test/**/*.test.ts`],
    exclude: [
      "**/*.slow.test.ts",
      "**/*.verify-suite.test.ts",
      "**/*msw*.test.ts",
      "packages/server/test/{node,http-control,vitest}/**",
    ],
  },
});
