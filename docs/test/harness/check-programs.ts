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

/** Returns the error that a program threw, or a problem for each line whose output is not that of its comment. */
export function findProblems(program: Program, { error, printed }: Run): string[] {
  if (error !== undefined) return [`${program.name} threw ${error}`];
  return readExpectedOutputs(program.text).flatMap(({ line, text }) => {
    const output = printed.get(line) ?? "(nothing)";
    const { shown, printed: real } = fillIn({ language: "text", text }, output);
    return shown === real ? [] : [`${program.blocks[0].document}:${line} says ${text}, and prints ${output}`];
  });
}
