import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A program with one call of the client. */
export const oneCall = `
  import { KnowledgeBase } from "@knowledge-base/sdk";
  export const entries = new KnowledgeBase().promptIndex.get({ brainId: "brain_operations" });
`;

/**
 * Returns the size of a module with its imports, as a browser loads it: bundled, minified and compressed.
 *
 * @param conditions - conditions of exports; with none of them, the built packages are used
 */
export async function bundledBytes(contents: string, conditions: readonly string[] = []): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: "packages/sdk" },
    conditions: [...conditions],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    write: false,
  });
  return outputFiles.reduce((sum, { contents: bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}
