import { once } from "node:events";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio as serveOverStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "./create-log.ts";
import { describeProtocolError } from "./describe-protocol-error.ts";
import type { RunningServer } from "./running-server.ts";

/** Messages have a few short fields. */
const maxBufferSize = 1024 * 1024;

/** Serves one client over the standard input and output of the process. */
export async function serveStdio(factory: McpServerFactory, log: Log): Promise<RunningServer> {
  const { stdin, stdout } = process;
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize });
  const handle = serveOverStdio(factory, { transport, onerror: (error) => log(describeProtocolError(error)) });
  // The transport also closes after a message that is too long. It then reads no more, and nothing would end the process.
  const closed = new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  // Whoever starts the command may end without closing anything; then the pipes break.
  const gone = [closed, once(stdin, "end"), once(stdin, "close"), once(stdout, "close"), once(stdout, "error")];
  return {
    name: "standard input and output",
    ended: Promise.race(gone).then(
      () => {},
      () => {},
    ),
    close: () => handle.close(),
  };
}
