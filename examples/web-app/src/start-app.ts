import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createApp } from "./app.ts";
import type { Configuration } from "./configuration.ts";
import { connectReferenceMessaging } from "./reference-messaging.ts";
import { Sessions } from "./sessions.ts";

const shutdownTimeoutMs = 2_000;

/**
 * Starts the application, and returns its URL. Ctrl-C stops it.
 *
 * @throws Error if the port cannot be taken
 */
export async function startApp({ serviceUrl, apiKey, port, sessionSecret }: Configuration): Promise<string> {
  const app = createApp({
    // Shorter than the defaults, because a user waits for each page.
    kb: new KnowledgeBase({ baseUrl: serviceUrl, apiKey, timeout: 3_000, deadline: 8_000 }),
    messaging: await connectReferenceMessaging(serviceUrl),
    sessions: new Sessions(sessionSecret),
  });
  const server = createServer();
  const handleRequest = getRequestListener(app.fetch);
  server.on("request", (request, response) => void handleRequest(request, response));
  server.listen(port, "localhost");
  await once(server, "listening").catch((error: Error) => {
    throw new Error(
      `Failed to listen on port ${port}: ${error.message}. Set PORT to another, or to 0 for any free one.`,
    );
  });

  function close(): void {
    server.close();
    // Browsers open connections ahead of time, which `close` alone would wait for.
    setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs).unref();
  }
  process.once("SIGINT", close).once("SIGTERM", close);
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
