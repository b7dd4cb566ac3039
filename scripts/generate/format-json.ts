import { runProgram } from "../run-program.ts";

/** Returns a value as JSON that is formatted as the linter expects it. */
export function formatJson(value: unknown): Promise<string> {
  return runProgram("biome", ["format", "--stdin-file-path=generated.json"], ".", { input: JSON.stringify(value) });
}
