import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** The line that the command prints when it is ready. */
interface Ready {
  readonly url: string;
  readonly inspectorUrl: string;
  readonly apiKeys: readonly [string];
}

/** The built command in a process of its own, whose time and memory are read through the inspector of Node. */
export class MeasuredCommand {
  readonly ready: Ready;
  readonly #process: ChildProcess;
  readonly #debuggerUrl: string;

  private constructor(ready: Ready, process: ChildProcess, debuggerUrl: string) {
    this.ready = ready;
    this.#process = process;
    this.#debuggerUrl = debuggerUrl;
  }

  /** @param flags - more flags of the command */
  static async start(flags: readonly string[] = []): Promise<MeasuredCommand> {
    const child = spawn(process.execPath, ["--inspect=127.0.0.1:0", cli, "--port=0", "--json", ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const debuggerUrl = await findOutput(child, "stderr", /ws:\/\/\S+/);
    const ready: Ready = JSON.parse(await findOutput(child, "stdout", /\{.*\}/));
    return new MeasuredCommand(ready, child, debuggerUrl);
  }

  /** Returns the microseconds of CPU time that the process has used. */
  async cpuTime(): Promise<number> {
    const { result } = await this.#request("Runtime.evaluate", {
      expression: "process.cpuUsage().user + process.cpuUsage().system",
    });
    return result.value;
  }

  /** Returns the bytes of memory that the process has. */
  async residentBytes(): Promise<number> {
    const { result } = await this.#request("Runtime.evaluate", { expression: "process.memoryUsage.rss()" });
    return result.value;
  }

  /** Returns the bytes of the heap that are in use after garbage collection. */
  async heapBytes(): Promise<number> {
    await this.#request("HeapProfiler.collectGarbage");
    return (await this.#request("Runtime.getHeapUsage")).usedSize;
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }

  async #request(method: string, params: object = {}) {
    const socket = new WebSocket(this.#debuggerUrl);
    await once(socket, "open");
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [message] = (await once(socket, "message")) as [MessageEvent<string>];
    socket.close();
    return JSON.parse(message.data).result;
  }
}

/** Returns what a process prints, as soon as it matches a pattern. */
async function findOutput(child: ChildProcess, stream: "stdout" | "stderr", pattern: RegExp): Promise<string> {
  let output = "";
  for await (const chunk of child[stream]?.setEncoding("utf8").iterator({ destroyOnReturn: false }) ?? []) {
    output += chunk;
    const [found] = pattern.exec(output) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`The command ended and printed: ${output}`);
}
