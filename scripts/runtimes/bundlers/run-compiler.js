import { basename, dirname } from "node:path";
import { promisify } from "node:util";

/** Runs webpack, or Rspack, which has the same options. */
export async function runCompiler(compile) {
  const [, , entry, file] = process.argv;
  const stats = await promisify(compile)({
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
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
}
