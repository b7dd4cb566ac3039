import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createApp } from "./app.ts";
import type { Configuration } from "./configuration.ts";
import { connectReferenceMessaging } from "./reference-messaging.ts";
import { Sessions } from "./sessions.ts";

/** Starts the application, and tells where it is. */
export async function startApp({ serviceUrl, apiKey, port, sessionSecret }: Configuration) {
  const app = createApp({
    // Somebody waits for each page.
    kb: new KnowledgeBase({ baseUrl: serviceUrl, apiKey, timeout: 3_000, deadline: 8_000 }),
    messaging: await connectReferenceMessaging(serviceUrl),
    sessions: new Sessions(sessionSecret),
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(port, "localhost");
  await once(server, "listening");
  const { port: takenPort } = server.address() as AddressInfo;
  return { url: `http://localhost:${takenPort}`, close: () => server.close() };
}
