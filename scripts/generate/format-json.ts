import { runProgram } from "../run-program.ts";

/** Returns a value as JSON that is formatted as the linter expects it. */
export function formatJson(value: unknown): Promise<string> {
  return runProgram("biome", ["format", "--stdin-file-path=generated.json"], ".", { input: JSON.stringify(value) });
}

/** Returns an object as JSON with a line for each of its fields and, up to a depth, for each field of those. */
export function formatLines(value: object, depth: number): string {
  const lines = Object.entries(value).map(([name, field]) => {
    const isOpen = depth > 1 && typeof field === "object" && !Array.isArray(field);
    return `${JSON.stringify(name)}: ${isOpen ? formatLines(field, depth - 1) : JSON.stringify(field)}`;
  });
  return `{\n${lines.join(",\n")}\n}`;
}
