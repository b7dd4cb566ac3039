import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { binaries } from "./binaries.ts";
import type { CheckContext, CheckResult } from "./checks/check.ts";
import type { MatrixRow } from "./matrix-row.ts";
import { toolVersion } from "./tools.ts";

/** Date of the features of workerd that the rows use. */
export const compatibilityDate = "2026-10-01";

/** Rows of workerd, the runtime of Cloudflare Workers. */
export const workerdRows: readonly MatrixRow[] = [
  // With this date, features of Node are on by default.
  { id: "workerd", name: "workerd without Node features", flags: ["no_nodejs_compat", "no_nodejs_compat_v2"] },
  { id: "workerd-nodejs-compat", name: "workerd with `nodejs_compat`", flags: ["nodejs_compat"] },
].map(({ id, name, flags }) => ({
  id,
  table: "runtimes",
  name,
  dependency: "workerd",
  run: async ({ folder, host }) => ({
    version: toolVersion("workerd"),
    checks: await runInWorkerd<readonly CheckResult[]>(join(folder, "worker.bundle.mjs"), flags, host.context),
  }),
}));

/** Runs a Worker in workerd, sends it the context of the checks, and returns what it responds. */
export async function runInWorkerd<Result>(
  module: string,
  flags: readonly string[],
  context: CheckContext,
): Promise<Result> {
  const configuration = `${module}.${flags.length}.capnp`;
  writeFileSync(configuration, configurationOf(module, flags));
  const args = ["serve", configuration, "--control-fd=3"];
  const child = spawn(binaries.workerd(), args, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  try {
    let output = "";
    const port = new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", () => reject(new Error(`workerd ended: ${output}`)));
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
      child.stdio[3]?.on("data", (chunk) => {
        for (const line of String(chunk).split("\n").filter(Boolean)) {
          const event: { readonly event: string; readonly port?: number } = JSON.parse(line);
          if (event.event === "listen" && event.port) resolve(event.port);
        }
      });
    });
    const response = await fetch(`http://127.0.0.1:${await port}/`, { method: "POST", body: JSON.stringify(context) });
    const text = await response.text();
    if (!response.ok) throw new Error(`The worker responded with ${response.status}: ${text}\n${output}`);
    return JSON.parse(text);
  } finally {
    child.kill("SIGKILL");
  }
}

function configurationOf(module: string, flags: readonly string[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .checks),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const checks :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed ${JSON.stringify(basename(module))})],
  compatibilityDate = "${compatibilityDate}",
  compatibilityFlags = ${JSON.stringify(flags)},
);
`;
}
