import { once } from "node:events";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio as serveOverStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "./create-log.ts";
import type { RunningServer } from "./running-server.ts";

/** Serves one client over the standard input and output of the process. */
export async function serveStdio(factory: McpServerFactory, log: Log): Promise<RunningServer> {
  const { stdin, stdout } = process;
  // Whoever starts the command may end without closing anything; then the pipes break.
  const gone = [once(stdin, "end"), once(stdin, "close"), once(stdout, "close"), once(stdout, "error")];
  const handle = serveOverStdio(factory, { onerror: ({ message }) => log(message) });
  return {
    name: "standard input and output",
    ended: Promise.race(gone).then(
      () => {},
      () => {},
    ),
    close: () => handle.close(),
  };
}
