import { type StdioOptions, spawn } from "node:child_process";

/** How a program ended, and what it printed: `output` is all of it in its order. */
export interface ProgramResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly output: string;
}

/** How a program is started, besides its arguments. */
export interface ProgramOptions {
  /** Whether it uses the terminal itself, so that nothing is returned of what it prints. */
  readonly inherit?: boolean;
  /** What it reads from its standard input. */
  readonly input?: string;
  /** By default, the variables of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The milliseconds after which it is ended. */
  readonly timeout?: number;
}

/** Runs a program in a folder. Resolves with its standard output, and rejects with all of its output if it fails. */
export async function runProgram(
  command: string,
  args: readonly string[],
  folder: string,
  options?: ProgramOptions,
): Promise<string> {
  const { status, stdout, output } = await tryProgram(command, args, folder, options);
  if (status === 0) return stdout;
  throw new Error(`Failed to run ${command} ${args.join(" ")} in ${folder}.\n${output}`);
}

/** Runs a program in a folder as `runProgram` does, and resolves also if it fails. Rejects if it can't be started. */
export async function tryProgram(
  command: string,
  args: readonly string[],
  folder: string,
  { inherit = false, input, ...options }: ProgramOptions = {},
): Promise<ProgramResult> {
  const stdio: StdioOptions = inherit ? "inherit" : [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
  const child = spawn(command, args, { ...options, cwd: folder, stdio });
  let stdout = "";
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    stdout += text;
    output += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.stdin?.end(input);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  return { status, stdout, output };
}
