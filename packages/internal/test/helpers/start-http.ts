import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Responds to a request of the socket. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts an HTTP server on this machine until the test ends, and returns its origin. */
export async function startHttp(listener: Listener): Promise<string> {
  const server = createServer((request, response) => void listener(request, response));
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
