import { gzipSync } from "node:zlib";
import { build } from "esbuild";

// Checks how many bytes, minified and gzipped, the client adds to an application that makes one call: in total, and without libraries.

const limits = { everything: 29 * 1024, own: 12 * 1024 };

const everything = `
  import { KnowledgeBase } from "@knowledge-base/sdk";
  export const entries = new KnowledgeBase().promptIndex.get({ brainId: "brain_operations" });
`;

/** The parts of zod and ky that the client uses. A part that is missing here counts as ours. */
const libraries = `
  export { array, boolean, custom, enum, int, minLength, nullable, optional, string } from "zod/mini";
  export { $ZodObjectJIT, safeParse } from "zod/v4/core";
  export { default, isNetworkError } from "ky";
`;

const total = await bundledBytes(everything);
const own = total - (await bundledBytes(libraries));
console.log(`one call: ${total} bytes of at most ${limits.everything}, of which ours ${own} of at most ${limits.own}`);
process.exitCode = total > limits.everything || own > limits.own ? 1 : 0;

async function bundledBytes(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: "packages/sdk" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    write: false,
  });
  return outputFiles.reduce((sum, { contents: bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}
