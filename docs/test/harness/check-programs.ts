import { fillIn } from "../../../packages/server/test/guide/fill-in.ts";
import { expectedOutputs } from "./expected-output.ts";
import { folder, inDocuments, type Program } from "./programs.ts";
import { runProgram } from "./run-program.ts";
import { runTool } from "./run-tool.ts";

/** What the compiler says of programs; empty, where it has nothing to say. */
export async function typeErrorsOf(programs: readonly Program[], at = folder): Promise<string> {
  const { output } = await runTool("node_modules/typescript7/bin/tsc", ["-p", at, "--pretty", "false"]);
  return inDocuments(output, programs);
}

/** Runs a program: what it throws, and where it does not print what it says. */
export async function problemsOf(program: Program, timeoutMs: number): Promise<string[]> {
  const { exitCode, printed, errors } = await runProgram(program, AbortSignal.timeout(timeoutMs));
  if (exitCode !== 0) return [`${program.name} ended with ${exitCode}: ${inDocuments(errors, [program])}`];
  return expectedOutputs(program.text).flatMap(({ line, text }) => {
    const output = printed.get(line) ?? "(nothing)";
    const { shown, printed: real } = fillIn({ language: "text", text }, output);
    return shown === real ? [] : [`${program.blocks[0].document}:${line} says ${text}, and prints ${output}`];
  });
}
