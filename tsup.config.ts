import { readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";

const source = "@knowledge-base/source";

/** What the `exports` of the package in the current folder say is what gets built. */
function readEntries(): string[] {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
  return Object.values<{ [source]?: string }>(exports).flatMap((entry) => entry[source] ?? []);
}

const options: Options = {
  entry: readEntries(),
  platform: "neutral",
  target: "es2024",
  dts: true,
  sourcemap: true,
  treeshake: { moduleSideEffects: "no-external" },
  clean: true,
  external: [/^node:/],
  removeNodeProtocol: false,
};

export default defineConfig([
  { ...options, format: "esm", noExternal: ["sorted-btree", "srvx"] },
  { ...options, format: "cjs", clean: false, noExternal: ["sorted-btree", "srvx", "ky"] },
]);
