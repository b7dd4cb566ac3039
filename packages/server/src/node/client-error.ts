import type { Socket } from "node:net";
import type { Clock } from "../clock.ts";
import type { Connections } from "./connections.ts";
import { refuseConnection } from "./refuse-connection.ts";

/** What Node tells of bytes that are no request. */
type ClientError = Error & { readonly code?: string; readonly reason?: string };

/** Makes what answers a client whose request is malformed, too large to read, or too slow. */
export function createClientErrorListener(connections: Connections, clock: Clock) {
  return (error: ClientError, socket: Socket) => {
    const abandoned = connections.abandonIncomplete(socket);
    if (!socket.writable) return;
    const isSilent = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
    if (isSilent || abandoned?.response.headersSent) socket.destroy();
    else connections.finish(socket, () => refuseConnection(socket, refusal(error), clock));
  };
}

function refusal({ code, reason }: ClientError): { status: number; message: string } {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, message: "The request did not arrive in time" };
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, message: "The head of the request is too large" };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, message: "The extensions of a chunk are too large" };
    default:
      return { status: 400, message: `Malformed request${reason === undefined ? "" : `: ${reason}`}` };
  }
}
