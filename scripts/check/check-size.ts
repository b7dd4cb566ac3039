import { printFigures } from "../bars/figures.ts";
import { bundledBytes, oneCall } from "../bundled-bytes.ts";

// Checks how many bytes, minified and gzipped, the client adds to an application. The limits notice a change that adds more than
// intended; the bars of the project are in scripts/bars/bars.ts. With --json it prints the sizes that `npm run bars` stores.

/** The parts of zod and ky that a call uses. A part that is missing here counts as ours. */
const libraries = `
  export {
    $ZodArray, $ZodBoolean, $ZodCustom, $ZodEnum, $ZodNullable, $ZodNumber, $ZodObject,
    $ZodOptional, $ZodString
  } from "zod/v4/core";
  export { default, isNetworkError } from "ky";
`;

/** Exports that must not bring zod, ky, the client or the server into a bundle. */
const smallExports = [
  ["isPageType", "@knowledge-base/sdk", 200],
  ["isBindingStatus", "@knowledge-base/sdk", 200],
  ["isKnowledgeBaseError", "@knowledge-base/sdk", 300],
  ["isPageType", "@knowledge-base/types", 200],
  ["renderPromptIndex", "@knowledge-base/sdk/prompt", 3 * 1024],
  ["readOAuthCallback", "@knowledge-base/sdk/oauth", 3 * 1024],
  ["page", "@knowledge-base/server/factories", 3 * 1024],
] as const;

const total = await bundledBytes(oneCall);
const ownCode = total - (await bundledBytes(libraries));
if (process.argv.includes("--json")) {
  printFigures({
    "sdk.bundle": { value: total },
    "sdk.own-code": { value: ownCode },
    "size.render-prompt-index": { value: await exportBytes("renderPromptIndex", "@knowledge-base/sdk/prompt") },
    "size.read-oauth-callback": { value: await exportBytes("readOAuthCallback", "@knowledge-base/sdk/oauth") },
    "size.is-page-type": { value: await exportBytes("isPageType", "@knowledge-base/sdk") },
  });
} else {
  check("one call", total, 29 * 1024);
  check("one call, without zod and ky", ownCode, 15.5 * 1024);
  for (const [name, entry, limit] of smallExports) {
    check(`${name} of ${entry}`, await exportBytes(name, entry), limit);
  }
}

function exportBytes(name: string, entry: string): Promise<number> {
  return bundledBytes(`export { ${name} } from "${entry}";`);
}

function check(name: string, bytes: number, limit: number): void {
  const isExceeded = bytes > limit;
  console.log(`${name}: ${bytes} bytes of at most ${limit}${isExceeded ? ", TOO LARGE" : ""}`);
  if (isExceeded) process.exitCode = 1;
}
