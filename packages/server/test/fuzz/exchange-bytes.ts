import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Listener } from "@knowledge-base/server/node";

const longestMs = 20_000;

/**
 * Sends bytes over a connection, and ends it if nothing has been received for a while.
 *
 * @returns all bytes that were received until the connection was closed
 * @throws Error if it is not closed
 */
export async function exchangeBytes(
  { host, port }: Listener,
  pieces: readonly Buffer[],
  quietMs: number,
): Promise<Buffer> {
  const socket = connect({ host, port, noDelay: true });
  const received: Buffer[] = [];
  let isClosed = false;
  socket.on("data", (bytes) => received.push(bytes));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => {
      isClosed = true;
      resolve();
    });
  });
  await once(socket, "connect");
  for (const piece of pieces) {
    if (piece.length === 0 || isClosed) continue;
    socket.write(piece);
    await setImmediate();
  }
  for (let waitedMs = 0; !isClosed && waitedMs < longestMs; waitedMs += quietMs) {
    const before = received.length;
    await Promise.race([closed, setTimeout(quietMs)]);
    if (received.length === before && !isClosed) socket.end();
  }
  socket.destroy();
  if (!isClosed) throw new Error("the connection is not closed");
  return Buffer.concat(received);
}
