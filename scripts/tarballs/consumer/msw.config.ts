// Runs the tests of the msw handlers, with the packages of the tarballs, on the oldest and the last msw 2 that are supported.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["msw-2.13", "msw-2.15"].map((copy) => ({
      resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: copy }] },
      // Otherwise Node imports the packages, and finds the other msw.
      test: {
        name: copy,
        include: ["server-tests/http/msw-*.test.ts"],
        server: { deps: { inline: [/@knowledge-base/] } },
        // Tests name the version of a behavior that isn't in all of them.
        ...(copy === "msw-2.13" && { testNamePattern: /^(?!.*since msw 2\.14)/ }),
        isolate: false,
        testTimeout: 60_000,
      },
    })),
  },
});
