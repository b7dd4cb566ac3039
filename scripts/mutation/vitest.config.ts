import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

const packages = `${process.cwd()}/packages`;
const { MUTATED_PACKAGE: mutated } = process.env;

// The first test that fails ends the run of a mutant, and the fastest files find most of them.
class ShortestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
    return (await super.sort(files)).reverse();
  }
}

/**
 * The fast tests of the mutated package. Stryker mutates a copy of the repository, whose packages the workspace links of
 * node_modules don't lead to.
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
    sequence: { sequencer: ShortestFirst },
    setupFiles: ["scripts/mutation/coverage.ts", "scripts/test/fail-on-console.ts"],
    deps: { interopDefault: false },
    testTimeout: 30_000,
    include: [`packages/${mutated}/test/**/*.test.ts`],
    exclude: ["**/*.{slow,verify-suite,realm}.test.ts"],
  },
});
