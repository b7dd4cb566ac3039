import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { on, once } from "node:events";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..");

/** A running program of the example. Disposing it stops it. */
export class Program implements AsyncDisposable {
  /** Its exit code, once it has ended; null if a signal ended it. */
  readonly exitCode: Promise<number | null>;
  readonly #process: ChildProcessWithoutNullStreams;
  #output = "";

  /** Starts it with these environment variables alone. */
  constructor(file: string, environment: NodeJS.ProcessEnv) {
    this.#process = spawn(process.execPath, [file], { cwd: folder, env: environment });
    this.#process.stdout.on("data", (text) => (this.#output += text));
    this.#process.stderr.on("data", (text) => (this.#output += text));
    this.exitCode = once(this.#process, "close").then(() => this.#process.exitCode);
  }

  /** Everything that it has written. */
  get output(): string {
    return this.#output;
  }

  /** Waits until it prints its URL. */
  async url(): Promise<string> {
    let written = "";
    for await (const [text] of on(this.#process.stdout, "data", { close: ["end"] })) {
      written += text;
      const [url] = /http:\/\/localhost:\d+/.exec(written) ?? [];
      if (url !== undefined) return url;
    }
    throw new Error(`${this.#process.spawnargs.join(" ")} did not start:\n${this.#output}`);
  }

  /** Stops it, and returns its exit code, or null if it had to be killed after 5 seconds. */
  async stop(signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<number | null> {
    this.#process.kill(signal);
    const lastResort = setTimeout(() => this.#process.kill("SIGKILL"), 5000);
    return this.exitCode.finally(() => clearTimeout(lastResort));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
