import { defineConfig, type Options } from "tsup";
import { readEntryPoints } from "./scripts/build/entry-points.ts";

// Builds the JavaScript of the package in the current folder. scripts/build/ runs this, and writes the declarations.

const source = "@knowledge-base/source";
const { modules, required, commands } = readEntryPoints(".");

/** Development dependencies that are bundled into the packages. */
const bundled = ["@knowledge-base/command-line", "sorted-btree", "@remix-run/node-fetch-server"];

const options: Options = {
  platform: "neutral",
  target: "es2024",
  tsconfig: "../../tsconfig.json",
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
  { ...options, entry: [...modules, ...commands], format: "esm", noExternal: bundled },
  // Split, so that the classes of a package are the same whichever of its entries they come from.
  { ...options, entry: [...required], format: "cjs", splitting: true, noExternal: [...bundled, "ky"] },
]);
