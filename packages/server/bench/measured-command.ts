import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** The built command in a process of its own, whose memory can be measured through its inspector. */
export class MeasuredCommand {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #inspectorUrl: string;

  private constructor(url: string, process: ChildProcess, inspectorUrl: string) {
    this.url = url;
    this.#process = process;
    this.#inspectorUrl = inspectorUrl;
  }

  /** @param flags - more flags of the command */
  static async start(flags: readonly string[] = []): Promise<MeasuredCommand> {
    const child = spawn(process.execPath, ["--inspect=127.0.0.1:0", cli, "--port=0", "--json", ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const inspector = await sayingOf(child, "stderr", /ws:\/\/\S+/);
    const { url }: { url: string } = JSON.parse(await sayingOf(child, "stdout", /\{.*\}/));
    return new MeasuredCommand(url, child, inspector);
  }

  /** Bytes of the heap that are in use after everything else was collected. */
  async heapAfterCollection(): Promise<number> {
    const socket = new WebSocket(this.#inspectorUrl);
    await once(socket, "open");
    const ask = async (id: number, method: string) => {
      socket.send(JSON.stringify({ id, method }));
      const [message] = (await once(socket, "message")) as [MessageEvent<string>];
      return JSON.parse(message.data).result;
    };
    await ask(1, "HeapProfiler.collectGarbage");
    const { usedSize } = await ask(2, "Runtime.getHeapUsage");
    socket.close();
    return usedSize;
  }

  /** Bytes that the process holds of the machine's memory, or NaN where the system does not tell. */
  async resident(): Promise<number> {
    return (await this.#statusOf("VmRSS")) * 1024;
  }

  /** Megabytes of the machine's memory that the process held at most, or NaN where the system does not tell. */
  async peak(): Promise<number> {
    return (await this.#statusOf("VmHWM")) / 1000;
  }

  async #statusOf(field: string): Promise<number> {
    const status = await readFile(`/proc/${this.#process.pid}/status`, "utf8").catch(() => "");
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]);
  }

  async stop(): Promise<void> {
    this.#process.kill("SIGTERM");
    await once(this.#process, "exit");
  }
}

/** Waits until a process says something, and gives that. */
async function sayingOf(child: ChildProcess, stream: "stdout" | "stderr", what: RegExp): Promise<string> {
  let said = "";
  for await (const chunk of child[stream]?.setEncoding("utf8").iterator({ destroyOnReturn: false }) ?? []) {
    said += chunk;
    const [found] = what.exec(said) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`The command ended, and said: ${said}`);
}
