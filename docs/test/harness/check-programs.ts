import { fillIn } from "../../../packages/server/test/guide/fill-in.ts";
import { folder, type Program, toDocumentLocations } from "./programs.ts";
import { readExpectedOutputs } from "./read-expected-outputs.ts";
import type { Run } from "./run-programs.ts";
import { runTool } from "./run-tool.ts";

/** Returns the errors of the compiler for programs, or an empty text. */
export async function findTypeErrors(programs: readonly Program[], at = folder): Promise<string> {
  const { output } = await runTool("node_modules/typescript7/bin/tsc", ["-p", at, "--pretty", "false"]);
  return toDocumentLocations(output, programs);
}

/**
 * Returns the error that a program threw, or a problem for each line whose output is not that of its comment, and for each
 * output that no comment shows.
 */
export function findProblems(program: Program, { error, printed }: Run): string[] {
  if (error !== undefined) return [`${program.name} threw ${error}`];
  const { document } = program.blocks[0];
  const expected = readExpectedOutputs(program.text);
  const different = expected.flatMap(({ line, text }) => {
    const output = printed.get(line) ?? "(nothing)";
    const { shown, printed: real } = fillIn({ language: "text", text }, output);
    return shown === real ? [] : [`${document}:${line} says ${text}, and prints ${output}`];
  });
  const shownLines = new Set(expected.map(({ line }) => line));
  const additional = Array.from(printed)
    .filter(([line]) => !shownLines.has(line))
    .map(
      ([line, output]) => `${line > 0 ? `${document}:${line}` : program.name} prints ${output}, and does not show it`,
    );
  return [...different, ...additional];
}

/** Returns the problem of a program that its document does not run, or undefined if it really cannot run. */
export function findNeedlessExemption({ name }: Program, { error }: Run): string | undefined {
  return error === undefined ? `${name} runs without an error, so it needs no "not run" comment` : undefined;
}
