import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

const source = "@knowledge-base/source";
const resolution = {
  resolve: { conditions: [source, ...defaultClientConditions] },
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
};
const noBenchmarks = { include: [] };

export default defineConfig({
  test: {
    projects: [
      {
        ...resolution,
        test: {
          name: "behaviour",
          include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
          setupFiles: [".ci/fail-on-console.ts"],
          deps: { interopDefault: false },
          benchmark: noBenchmarks,
        },
      },
      {
        ...resolution,
        test: {
          name: "types",
          include: [],
          benchmark: noBenchmarks,
          typecheck: {
            enabled: true,
            only: true,
            checker: "./node_modules/typescript7/bin/tsc",
            include: ["packages/*/test/**/*.test-d.ts"],
          },
        },
      },
      {
        ...resolution,
        test: { name: "benchmarks", include: [], benchmark: { include: ["packages/*/bench/**/*.bench.ts"] } },
      },
    ],
  },
});
