import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import type { Context } from "../tarballs/consumer/connections.ts";

// The behavior of the unusual server for a request, by the first segment of the path.
const kinds: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  empty: (_, response) => response.setHeader("content-type", "application/json").end("[]"),
  redirect: (_, response) => response.writeHead(307, { location: "/followed" }).end(),
  followed: (_, response) => response.end(),
  closed: ({ socket }) => socket.destroy(),
  reset: ({ socket }) => socket.resetAndDestroy(),
  cut: ({ socket }, response) =>
    response
      .writeHead(200, { "content-type": "application/json", "content-length": 100 })
      .write("[", () => socket.destroy()),
  unavailable: (_, response) => response.writeHead(503).end("Back soon"),
  misdirected: (_, response) => response.writeHead(421).end(),
  "slow-body": (_, response) => response.setHeader("content-type", "application/json").write("["),
};

/** Starts the servers that the checks call, on any free ports. */
export async function startHost(): Promise<AsyncDisposable & Context> {
  const service = createReferenceServer({ seed: demoSeed(), cors: true });
  const listener = await listen(service, { port: 0 });
  const closed = await listen(service, { port: 0 });
  await closed.close();

  const counts: Record<string, number> = {};
  const server = createServer((request, response) => {
    const [, kind = "", counted = ""] = request.url?.split("/") ?? [];
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (kinds[kind]) {
      kinds[kind](request, response);
    } else if (kind === "count") {
      response.end(String(counts[counted] ?? 0));
      counts[counted] = 0;
    } else {
      response.setHeader("content-type", "text/html").end("<!doctype html>");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    serviceUrl: listener.url,
    apiKey: service.apiKey,
    hostUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closedUrl: closed.url,
    [Symbol.asyncDispose]: async () => {
      await listener.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
