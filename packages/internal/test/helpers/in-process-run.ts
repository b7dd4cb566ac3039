import { EventEmitter, once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { type CommandLine, runCommand } from "@knowledge-base/internal/command-line/run-command";
import { onTestFinished, vi } from "vitest";

/** What a command can see of its process, besides the environment variables. */
export interface ProcessChanges {
  /** The version of Node. */
  readonly node?: string;
  /** Whether the standard output is a terminal. */
  readonly isTTY?: boolean;
}

/** How a command ended, and everything that it printed. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Collects what is written to it. */
class Output extends Writable {
  text = "";
  isTTY = false;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.emit("text");
    done();
  }
}

/** A run of a command in the process of the tests, with streams, environment variables and signals of its own. */
export class InProcessRun {
  readonly stdin = new PassThrough();
  readonly output = new Output();
  readonly errors = new Output();
  readonly #signals = new EventEmitter();
  /** Resolves when the command has ended. */
  readonly ended: Promise<CommandResult>;

  constructor(
    command: CommandLine,
    manifest: URL,
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>> = {},
    { node = process.versions.node, isTTY = false }: ProcessChanges = {},
  ) {
    this.output.isTTY = isTTY;
    const versions = { ...process.versions, node };
    const own: Record<string | symbol, unknown> = { env, stdin: this.stdin, versions };
    Object.assign(own, { stdout: this.output, stderr: this.errors });
    for (const method of ["on", "once", "off"] as const) own[method] = this.#signals[method].bind(this.#signals);
    const get = (target: NodeJS.Process, name: string | symbol) =>
      Object.hasOwn(own, name) ? own[name] : Reflect.get(target, name);
    vi.stubGlobal("process", new Proxy(process, { get }));
    this.ended = runCommand(command, args, manifest).then((code) => {
      return { code, stdout: this.stdout, stderr: this.stderr };
    });
    onTestFinished(async () => {
      await this.#end();
      vi.unstubAllGlobals();
    });
  }

  get stdout(): string {
    return this.output.text;
  }

  get stderr(): string {
    return this.errors.text;
  }

  /** Sends signals, SIGTERM by default, and waits until the command has ended. */
  stop(...signals: NodeJS.Signals[]): Promise<CommandResult> {
    for (const signal of signals.length === 0 ? (["SIGTERM"] as const) : signals) this.#signals.emit(signal, signal);
    return this.ended;
  }

  /** Waits until the standard output, or another one, contains a text. */
  async waitForOutput(text: string, output = this.output): Promise<void> {
    const ended = this.ended.then(() => true);
    while (!output.text.includes(text)) {
      const hasEnded = await Promise.race([once(output, "text").then(() => false), ended]);
      if (hasEnded && !output.text.includes(text)) throw new Error(`The command ended: ${this.stdout}${this.stderr}`);
    }
  }

  // Repeats the signal, because a command listens for signals only when it is ready.
  async #end(): Promise<void> {
    this.stdin.end();
    const ended = this.ended.then(() => true);
    while (!(await Promise.race([ended, setTimeout(5, false)]))) void this.stop();
  }
}
