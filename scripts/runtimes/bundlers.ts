import { basename, dirname } from "node:path";
import { promisify } from "node:util";

/** Writes the bundle of a program for browsers, and throws if there is a warning. */
export type Bundler = (entry: string, file: string) => Promise<unknown>;

export const bundlers = {
  async esbuild(entry, outfile) {
    const { build } = await import("esbuild");
    const { warnings } = await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2024",
    });
    if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join("\n"));
  },

  async rollup(input, file) {
    const { rollup } = await import("rollup");
    const { nodeResolve } = await import("@rollup/plugin-node-resolve");
    const bundle = await rollup({ input, plugins: [nodeResolve({ browser: true })], onLog: throwWarning });
    await bundle.write({ file, format: "es", inlineDynamicImports: true });
  },

  async vite(input, file) {
    const { build } = await import("vite");
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
          onLog: throwWarning,
        },
      },
    });
  },

  async webpack(entry, file) {
    const { default: webpack } = await import("webpack");
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
  },
} as const satisfies Readonly<Record<string, Bundler>>;

interface Log {
  readonly id?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly message: string;
}

/** Throws a warning, such as that an import cannot be resolved. Those about the code of zod change nothing. */
function throwWarning(_level: string, log: Log): void {
  const modules = log.ids ?? [log.id];
  if (!modules.every((module) => module?.includes("/node_modules/zod/"))) throw new Error(log.message);
}
