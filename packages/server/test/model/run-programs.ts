import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createRunEnvironment } from "../../../../scripts/test/test-run.ts";

const script = fileURLToPath(new URL("./programs/run.ts", import.meta.url));
const send = fileURLToPath(new URL("../send.ts", import.meta.url));
const dependencies = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** The result of a program. */
export interface ProgramResult {
  readonly state: string;
  /** The error with which it failed, and its line. */
  readonly error?: { readonly name: string; readonly line: number };
}

/** Runs programs unchanged as tests, all in one folder of the tests. */
export async function runPrograms(programs: readonly string[]): Promise<ProgramResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "programs-"));
  try {
    await symlink(dependencies, join(folder, "node_modules"));
    await writeFile(join(folder, "send.ts"), `export { send } from ${JSON.stringify(send)};\n`);
    await mkdir(join(folder, "tests"));
    for (const [index, program] of programs.entries()) {
      await writeFile(join(folder, "tests", `${index}.test.ts`), program);
    }
    const env = { ...createRunEnvironment(), NO_COLOR: "1" };
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder], { env });
    const results: Readonly<Record<string, ProgramResult>> = JSON.parse(stdout);
    return programs.map((_, index) => results[`${index}.test.ts`] ?? { state: "missing" });
  } finally {
    await rm(folder, { recursive: true });
  }
}
