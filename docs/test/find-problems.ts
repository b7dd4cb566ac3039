/** Output and end of a program. */
export interface Run {
  /** Each printed text, with the line of the program that printed it; 0 if code that the program does not call directly did. */
  readonly printed: readonly { readonly line: number; readonly text: string }[];
  /** The error that it threw, or the reason why it did not end. */
  readonly error?: string | undefined;
}

/** Returns the error of a run, each line whose output is not that of its comment, and each output that no comment shows. */
export function findProblems(program: string, { error, printed }: Run): string[] {
  if (error !== undefined) return [`It threw ${error}`];
  const lines = Map.groupBy(printed, ({ line }) => line);
  const outputs = new Map(Array.from(lines, ([line, texts]) => [line, texts.map(({ text }) => text).join("\n")]));
  const expected = readExpectedOutputs(program);
  const different = Array.from(expected).flatMap(([line, shown]) => {
    const output = outputs.get(line) ?? "(nothing)";
    return fits(shown, output) ? [] : [`Line ${line} says ${shown}, and prints ${output}`];
  });
  const additional = Array.from(outputs).filter(([line]) => !expected.has(line));
  return [...different, ...additional.map(([line, output]) => `Line ${line} prints ${output}, and does not show it`)];
}

/** Returns whether an output is the shown one, in which `…` is any text. */
function fits(shown: string, output: string): boolean {
  const parts = shown.split("…").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join("[^]+")}$`).test(output);
}

/**
 * Reads the comments after calls of methods of `console`, by the lines of the calls: on the same line, or on lines below, which
 * may follow the statement, the loop or the function that ends with the call.
 */
function readExpectedOutputs(program: string): ReadonlyMap<number, string> {
  const lines = program
    .split("\n")
    .map((line) => /^(?<code>.*?)(?:(?:^|\s+)\/\/ ?(?<comment>.*))?$/.exec(line)?.groups ?? {});
  const outputs = new Map<number, string>();
  for (const [index, { code = "" }] of lines.entries()) {
    if (!code.includes("console.")) continue;
    const rest = lines.slice(index);
    const at = rest.findIndex(
      (line, step) => line["comment"] !== undefined || (step > 0 && line["code"]?.includes("console.")),
    );
    const { comment, code: before } = rest[at] ?? {};
    if (comment === undefined) continue;
    const end = rest.findIndex(
      (line, step) => step > at && (line["comment"] === undefined || line["code"]?.trim() !== ""),
    );
    const below = rest.slice(at, end < 0 ? undefined : end).map((line) => line["comment"]);
    outputs.set(index + 1, before?.trim() === "" ? below.join("\n") : comment);
  }
  return outputs;
}
