import { runProgram } from "./run-program.ts";

/** Checks the types and promises of a folder with a lockfile of its own, whose packages must be installed. */
export async function checkFolder(folder: string): Promise<void> {
  await Promise.all([
    runProgram(process.execPath, ["node_modules/typescript7/bin/tsc", "-p", folder], "."),
    runProgram(process.execPath, ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings", folder], "."),
  ]);
}
