import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a server that receives bare sockets until the test ends, and returns its URL. */
export async function startSocket(
  onConnection: (socket: Socket) => void,
  create: (onConnection: (socket: Socket) => void) => Server = createServer,
): Promise<string> {
  const sockets = new Set<Socket>();
  const server = create((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server that waits for a request, writes raw bytes and ends the connection. */
export function startRaw(...chunks: readonly (string | Uint8Array)[]): Promise<string> {
  return startSocket((socket) => {
    socket.once("data", () => {
      for (const chunk of chunks) socket.write(chunk);
      socket.end();
    });
  });
}
