import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { printFigure } from "../../../scripts/budgets/measure.ts";

// The size of a program with one call, as a browser loads it: bundled with the built packages, minified and compressed.

const contents = `
  import { KnowledgeBase } from "@knowledge-base/sdk";
  export const entries = new KnowledgeBase().promptIndex.get({ brainId: "brain_operations" });
`;

const { outputFiles } = await build({
  stdin: { contents, resolveDir: "packages/sdk" },
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2024",
  write: false,
});
const value = outputFiles.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0);
printFigure({ name: "sdk.bundle", value });
