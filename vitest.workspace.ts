import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

const source = "@knowledge-base/source";
const resolution = {
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
};

export default defineConfig({
  test: {
    reporters: ["default", ["json", { outputFile: ".vitest/results.json" }]],
    projects: [
      {
        ...resolution,
        test: {
          name: "behaviour",
          include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
          setupFiles: [".ci/fail-on-console.ts"],
          deps: { interopDefault: false },
          benchmark: { include: [] },
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
