import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../clock.ts";
import { errorBody, errorHeaders, type ListenerRefusal } from "./error-body.ts";
import { lingerMs } from "./linger.ts";

/** Answers on a connection that has no request which could be answered, and ends it. */
export function refuseConnection(socket: Socket, refusal: ListenerRefusal, clock: Clock): void {
  if (!socket.writable) return;
  const body = errorBody(refusal, clock);
  const headers = { ...errorHeaders, "content-length": body.byteLength, connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n`);
  socket.end(body);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}
