import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type CheckResult, expectEqual, expectTrue } from "./checks/check.ts";
import type { Preparation } from "./matrix-row.ts";
import { environmentIn, type ProcessRuntime, runToEnd } from "./process-runtime.ts";

const commands = {
  server: "knowledge-base-server",
  conformance: "knowledge-base-conformance",
  mcp: "knowledge-base-mcp",
};

/** Runs the installed commands with a runtime. */
export async function runCommandChecks(
  runtime: ProcessRuntime,
  { folder }: Preparation,
): Promise<readonly CheckResult[]> {
  const command = new InstalledCommand(runtime, folder);
  return [
    await check("a request to knowledge-base-server, and SIGTERM", () => command.startAndStop()),
    await check("the exit code of a wrong flag", async () => {
      const { code, output } = await command.run("server", "--prot=1");
      expectEqual(code, 2);
      expectTrue(output.includes("did you mean --port?"), "the message suggests the flag");
    }),
    ...(await Promise.all(
      (["server", "conformance", "mcp"] as const).map((name) =>
        check(`${commands[name]} --help`, async () => {
          const { code, output } = await command.run(name, "--help");
          expectEqual(code, 0);
          expectTrue(output.includes("--version"), `the help lists the flags, got ${output}`);
        }),
      ),
    )),
  ];
}

async function check(name: string, run: () => Promise<void>): Promise<CheckResult> {
  const problem = await run().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  return { subject: "command", name, problem };
}

class InstalledCommand {
  readonly #runtime: ProcessRuntime;
  readonly #folder: string;

  constructor(runtime: ProcessRuntime, folder: string) {
    this.#runtime = runtime;
    this.#folder = folder;
  }

  run(name: keyof typeof commands, ...flags: readonly string[]) {
    return runToEnd(this.#runtime.binary(), this.#line(name, flags), this.#folder);
  }

  /** Starts the server, sends a request to it, and stops it. */
  async startAndStop(): Promise<void> {
    const line = this.#line("server", ["--port=0", "--json", "--seed=demo"]);
    const child = spawn(this.#runtime.binary(), line, { cwd: this.#folder, env: environmentIn(this.#folder) });
    try {
      let errors = "";
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
        errors += chunk;
      });
      const ended = once(child, "exit");
      const first = once(createInterface(child.stdout), "line");
      const [ready] = await Promise.race([first, ended.then(() => Promise.reject(new Error(`It ended: ${errors}`)))]);
      const { url, apiKeys }: { readonly url: string; readonly apiKeys: readonly string[] } = JSON.parse(ready);
      const headers = { "x-api-key": apiKeys[0] ?? "" };
      const response = await fetch(`${url}/v1/brains/brain_operations/index?limit=1`, { headers });
      expectEqual(response.status, 200);
      expectEqual(((await response.json()) as readonly unknown[]).length, 1);
      child.kill("SIGTERM");
      expectEqual(await ended, [0, null]);
    } finally {
      child.kill("SIGKILL");
    }
  }

  #line(name: keyof typeof commands, flags: readonly string[]): readonly string[] {
    const home = join(this.#folder, "node_modules/@knowledge-base", name);
    const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    return [...this.#runtime.commandFlags, join(home, bin[commands[name]]), ...flags];
  }
}
