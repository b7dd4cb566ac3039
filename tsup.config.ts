import { readFileSync, rmSync } from "node:fs";
import { defineConfig, type Options } from "tsup";

const source = "@knowledge-base/source";

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly [source]?: string; readonly require?: unknown }>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** What the `exports` of the package in the current folder say is what gets built; its commands and some entries are modules alone. */
const { exports, bin = {} }: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.values(exports).flatMap((entry) => entry[source] ?? []);
const required = Object.values(exports).flatMap((entry) => (entry.require ? (entry[source] ?? []) : []));
const commands = Object.values(bin).map((path) => path.replace(/^\.\/dist\/(.*)\.js$/, "./src/$1.ts"));

/** Development dependencies that the packages bring along. */
const bundled = ["@knowledge-base/command-line", "sorted-btree", "@remix-run/node-fetch-server"];

// Both formats are built at once; if one of them cleaned, it would remove what the other has written.
rmSync("dist", { recursive: true, force: true });

const options: Options = {
  entry: entries,
  platform: "neutral",
  target: "es2024",
  // With the sources alone: a declaration elsewhere would lend its imports to those of the packages.
  tsconfig: "../../scripts/build/build.tsconfig.json",
  dts: { entry: entries },
  sourcemap: true,
  treeshake: { moduleSideEffects: "no-external" },
  external: [/^node:/],
  removeNodeProtocol: false,
  esbuildOptions(esbuild) {
    // "module" is the default, which a condition of our own would replace.
    esbuild.conditions = [source, "module"];
  },
};

export default defineConfig([
  { ...options, entry: [...entries, ...commands], format: "esm", noExternal: bundled },
  // Split, so that the classes of a package are the same whichever of its entries they come from.
  {
    ...options,
    entry: required,
    dts: { entry: required },
    format: "cjs",
    splitting: true,
    noExternal: [...bundled, "ky"],
  },
]);
