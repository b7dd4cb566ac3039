import { fstatSync } from "node:fs";
import { finished } from "node:stream";
import type { CommandLine } from "@knowledge-base/internal/command-line/run-command";
import { flags, variablePrefix } from "./flags.ts";

const checkIntervalMs = 500;

// Id of the parent process, read before anything else: the parent may end while the server starts.
const parentId = process.ppid;

// Calls back when the parent process has ended, or when a piped standard input ends: npm, npx and shells outlive the program that
// started them, but its end of the pipe is closed with it.
function whenParentEnds(callback: () => void): void {
  const timer = setInterval(() => {
    if (isParentRunning()) return;
    clearInterval(timer);
    callback();
  }, checkIntervalMs).unref();
  if (isPipe(0)) finished(process.stdin.resume(), () => callback());
}

// On most systems an orphan gets another parent. On Windows it keeps the id of its former parent.
function isParentRunning(): boolean {
  if (process.ppid !== parentId) return false;
  try {
    // The parent of the first process of a container has the id 0, and is never seen.
    return parentId === 0 || process.kill(parentId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

export const commandLine: CommandLine<typeof flags> = {
  name: "knowledge-base-server",
  flags,
  variablePrefix,
  usage: "[options]",
  summary: "Runs the reference server of the knowledge-base service in memory.",
  notes: `The operations of the service are below /v1, and the controls of the server below /_control.
GET /_control/openapi.json describes the controls. GET /_health succeeds while the server runs.

Each flag can be set as a variable: the port as PORT, and any other as ${variablePrefix} and
its name, such as ${variablePrefix}SEED. A flag overrides its variable. To turn off what a
variable has turned on, put --no- before the name of the flag, as in --no-quiet. Only a flag with
a list can be repeated.

If other machines can reach the server, set --control-token or --no-control.

On SIGINT, SIGTERM or SIGHUP, the server waits up to 8 seconds for running requests, and stops.
Another signal ends the wait, if it comes more than a second later.

Exit codes:
  0  the server was stopped
  1  the server failed, or the last changes could not be saved
  2  a flag or a variable is wrong
  3  the file of --seed, --state or --operations cannot be used
  4  the port or the host is not available`,
  async run(settings) {
    // Imported here, so that --help and usage errors don't load the server.
    const { serve } = await import("./serve.ts");
    return await serve(settings, whenParentEnds);
  },
};
