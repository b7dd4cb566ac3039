import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const compileCache = fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url));

/** Returns the command line, without flags, that runs a source file of a command. */
export function nodeCommandLine(file: URL): [node: string, ...args: string[]] {
  return [
    process.execPath,
    "--conditions=@knowledge-base/source",
    "--disable-warning=ExperimentalWarning",
    fileURLToPath(file),
  ];
}

/** How a command ended, and everything that it printed. */
export interface CommandResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. Disposing it kills the process and waits for its end. */
export class RunningCommand implements AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything that was printed so far. */
  stdout = "";
  stderr = "";
  /** Resolves when the process has ended and its output is read. */
  readonly ended: Promise<CommandResult>;

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.on("data", (bytes: Buffer) => {
      this.stdout += bytes.toString();
    });
    child.stderr?.on("data", (bytes: Buffer) => {
      this.stderr += bytes.toString();
    });
    this.ended = this.#waitForEnd();
  }

  /** Sends signals, SIGTERM by default, and waits until the process has ended. */
  stop(...signals: NodeJS.Signals[]): Promise<CommandResult> {
    for (const signal of signals.length === 0 ? (["SIGTERM"] as const) : signals) this.child.kill(signal);
    return this.ended;
  }

  /** Waits until a text was printed to the standard output. */
  async waitForOutput(text: string): Promise<void> {
    const { stdout } = this.child;
    while (stdout && !this.stdout.includes(text)) {
      const hasEnded = await Promise.race([once(stdout, "data").then(() => false), this.ended.then(() => true)]);
      if (hasEnded) throw new Error(`The command ended before it printed ${text}: ${this.stdout}${this.stderr}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  async #waitForEnd(): Promise<CommandResult> {
    const [code, signal] = (await once(this.child, "close")) as [number | null, NodeJS.Signals | null];
    return { code, signal, stdout: this.stdout, stderr: this.stderr };
  }
}

/** Starts a command. */
export function startCommand(
  [program = "", ...args]: readonly string[],
  { env = process.env, ...options }: SpawnOptions = {},
): RunningCommand {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...options,
    env: { ...env, NODE_COMPILE_CACHE: compileCache },
  });
  return new RunningCommand(child);
}
