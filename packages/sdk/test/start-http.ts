import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { onTestFinished } from "vitest";
import { secretKey } from "./helpers/client.ts";

/** Starts an HTTP server on this machine until the test ends. */
export async function startHttp(listener: RequestListener) {
  const server = createServer(listener);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Creates a client of the server, without retries. */
  const connect = (options: ClientOptions = {}) =>
    new KnowledgeBase({ baseUrl: url, apiKey: secretKey, retries: 0, ...options });
  return { url, stop, connect };
}
