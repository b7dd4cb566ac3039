import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, vi } from "vitest";

// A command that starts on a busy machine may take seconds.
vi.setConfig({ testTimeout: 60_000 });

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What is typed before the flags of the command. */
export const commandLine = [
  process.execPath,
  "--conditions=@knowledge-base/source",
  "--disable-warning=ExperimentalWarning",
  file("../../src/cli.ts"),
] as const;

const environment = { ...process.env, NODE_COMPILE_CACHE: file("../../../../node_modules/.cache/compiled") };

/** How a command ended, and what it said. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const started: Command[] = [];

afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill("SIGKILL");
    await ended;
  }
});

/** A process that is killed when the tests of a file are over. */
export class Command {
  readonly child: ChildProcess;
  /** Everything that it has said so far. */
  stdout = "";
  stderr = "";
  readonly ended: Promise<Ending>;

  constructor([program = "", ...args]: readonly string[], options: SpawnOptions = {}) {
    this.child = spawn(program, args, { env: environment, stdio: ["ignore", "pipe", "pipe"], ...options });
    this.child.stdout?.on("data", (bytes: Buffer) => {
      this.stdout += bytes.toString();
    });
    this.child.stderr?.on("data", (bytes: Buffer) => {
      this.stderr += bytes.toString();
    });
    this.ended = this.#end();
    started.push(this);
  }

  /** Asks the process to stop, and waits until it has. */
  stop(...signals: NodeJS.Signals[]): Promise<Ending> {
    for (const signal of signals.length === 0 ? (["SIGTERM"] as const) : signals) this.child.kill(signal);
    return this.ended;
  }

  /** Waits until it has said something. */
  async untilSaid(text: string): Promise<void> {
    const { stdout } = this.child;
    while (stdout && !this.stdout.includes(text)) {
      const hasEnded = await Promise.race([once(stdout, "data").then(() => false), this.ended.then(() => true)]);
      if (hasEnded) throw new Error(`The command ended before it said ${text}. It said ${this.stdout}${this.stderr}`);
    }
  }

  async #end(): Promise<Ending> {
    const [code, signal] = (await once(this.child, "close")) as [number | null, NodeJS.Signals | null];
    return { code, signal, stdout: this.stdout, stderr: this.stderr };
  }
}
