import { execFileSync } from "node:child_process";

/** Formats JSON as the linter expects it. */
export function formatJson(json: string): string {
  return execFileSync("biome", ["format", "--stdin-file-path=generated.json"], { input: json, encoding: "utf8" });
}
