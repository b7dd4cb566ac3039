import { resolve } from "node:path";
import { build, defaultClientConditions, type Plugin } from "vite";

/** Builds the playground into a folder. `plugins` can change its page. */
export async function buildPlayground(folder: string, plugins: Plugin[] = []): Promise<void> {
  // Printed objects show the names of their classes.
  const rolldownOptions = { output: { keepNames: true } };
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: "./",
    logLevel: "warn",
    plugins,
    resolve: { conditions: ["@knowledge-base/source", ...defaultClientConditions] },
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      target: "es2024",
      // For older browsers, Vite replaces light-dark() by variables that nothing defines.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      chunkSizeWarningLimit: 1_000,
      rolldownOptions,
    },
    worker: { format: "es", rolldownOptions },
  });
}
