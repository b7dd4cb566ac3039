import { fileURLToPath } from "node:url";
import { build, defaultClientConditions } from "vite";

/** Bundles a module for a page, where its exports are a global with a name. */
export async function bundle(module: URL, name: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["@knowledge-base/source", ...defaultClientConditions] },
    build: { write: false, lib: { entry: fileURLToPath(module), formats: ["iife"], name } },
  });
  const [result] = Array.isArray(output) ? output : [output];
  const [chunk] = result && "output" in result ? result.output : [];
  return chunk?.type === "chunk" ? chunk.code : "";
}
