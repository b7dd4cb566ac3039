import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const compileCache = fileURLToPath(new URL("../../../../node_modules/.cache/compiled", import.meta.url));

/** Returns the command line, without flags, that runs a source file of a command. */
export function nodeCommandLine(file: URL): [node: string, ...args: string[]] {
  const options = ["--conditions=@knowledge-base/source", "--disable-warning=ExperimentalWarning"];
  return [process.execPath, ...options, fileURLToPath(file)];
}

/** A run of a command in a process of its own. Disposing it kills the process and waits for its end. */
export class ChildProcessRun implements AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything that was printed so far. */
  stdout = "";
  stderr = "";
  /** Resolves when the process has ended and its output is read. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>;

  constructor([program = "", ...args]: readonly string[], options: SpawnOptions = {}) {
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
    this.child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env, ...options });
    this.child.stdout?.on("data", (bytes: Buffer) => {
      this.stdout += bytes.toString();
    });
    this.child.stderr?.on("data", (bytes: Buffer) => {
      this.stderr += bytes.toString();
    });
    this.ended = once(this.child, "close").then(([code, signal]) => {
      return { code, signal, stdout: this.stdout, stderr: this.stderr };
    });
  }

  /** Sends a signal, and waits until the process has ended. */
  stop(signal: NodeJS.Signals): ChildProcessRun["ended"] {
    this.child.kill(signal);
    return this.ended;
  }

  /** Waits until a text was printed to the standard output. */
  async waitForOutput(text: string): Promise<void> {
    const ended = this.ended.then(() => true);
    while (this.child.stdout && !this.stdout.includes(text)) {
      const hasEnded = await Promise.race([once(this.child.stdout, "data").then(() => false), ended]);
      if (hasEnded) throw new Error(`The command ended before it printed ${text}: ${this.stdout}${this.stderr}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }
}
