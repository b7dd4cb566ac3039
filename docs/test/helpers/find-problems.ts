import { patternOf } from "./fill-in.ts";

/** Output and end of a program. */
export interface Run {
  /** Each printed text, with the line of the program that printed it; 0 if code that the program doesn't call directly did. */
  readonly printed: readonly { readonly line: number; readonly text: string }[];
  /** The error that it threw, or the reason why it didn't end. */
  readonly error?: string | undefined;
}

/** Returns the error of a run, each line that prints something else than its comment shows, and each output that no comment shows. */
export function findProblems(program: string, { error, printed }: Run): string[] {
  if (error !== undefined) return [`It threw ${error}`];
  const lines = Map.groupBy(printed, ({ line }) => line);
  const outputs = new Map(Array.from(lines, ([line, texts]) => [line, texts.map(({ text }) => text).join("\n")]));
  const expected = readExpectedOutputs(program);
  const different = Array.from(expected).flatMap(([line, shown]) => {
    const output = outputs.get(line) ?? "(nothing)";
    return new RegExp(`^${patternOf(shown)}$`).test(output) ? [] : [`Line ${line} says ${shown}, and prints ${output}`];
  });
  const additional = Array.from(outputs).filter(([line]) => !expected.has(line));
  return [...different, ...additional.map(([line, output]) => `Line ${line} prints ${output}, and does not show it`)];
}

// Reads the comments after calls of methods of `console`, by the lines of the calls: on the same line, or on lines below, which
// may follow the statement, the loop or the function that ends with the call.
function readExpectedOutputs(program: string): ReadonlyMap<number, string> {
  const lines = program.split("\n");
  const comments = lines.map((line) => /(?:^|\s)\/\/ ?(.*)$/.exec(line)?.[1]);
  const isComment = (line: string) => /^\s*\/\//.test(line);
  const outputs = new Map<number, string>();
  for (const [index, line] of lines.entries()) {
    if (isComment(line) || !line.includes("console.")) continue;
    const next = lines.findIndex((other, at) => at > index && other.includes("console."));
    const start = comments.findIndex((comment, at) => at >= index && at !== next && comment !== undefined);
    if (start < 0 || (next > 0 && start > next)) continue;
    const below = lines.findIndex((other, at) => at > start && !isComment(other));
    const end = below < 0 ? lines.length : below;
    const shown = comments.slice(start, isComment(lines[start] ?? "") ? end : start + 1);
    outputs.set(index + 1, shown.join("\n"));
  }
  return outputs;
}
