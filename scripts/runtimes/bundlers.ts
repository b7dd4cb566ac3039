import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import webpack from "webpack";

/** Writes the bundle of a program for browsers, and throws if there is a warning. */
export async function bundleWithVite(input: string, file: string): Promise<void> {
  await build({
    root: dirname(input),
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: dirname(file),
      emptyOutDir: false,
      target: "es2024",
      modulePreload: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: basename(file), codeSplitting: false },
        // Warnings about the code of zod change nothing.
        onLog: (_, { id, ids = [id], message }) => {
          if (!ids.every((module) => module?.includes("/node_modules/zod/"))) throw new Error(message);
        },
      },
    },
  });
}

/** Writes the bundle of a program for browsers, and throws if there is a warning. */
export async function bundleWithWebpack(entry: string, file: string): Promise<void> {
  const compiler = webpack({
    mode: "production",
    target: ["web", "es2022"],
    context: dirname(entry),
    entry,
    experiments: { outputModule: true },
    output: {
      path: dirname(file),
      filename: basename(file),
      module: true,
      chunkFormat: "module",
      chunkLoading: "import",
    },
    performance: { hints: false },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  if (stats?.hasErrors() || stats?.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
}
