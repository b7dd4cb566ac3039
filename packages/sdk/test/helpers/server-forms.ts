import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";
import { recordRequests, type SentRequest } from "./client.ts";

/** A reference server with the demo seed and a client of it. */
export interface ConnectedServer {
  readonly server: ReferenceServer;
  readonly kb: KnowledgeBase;
  /** The requests of all clients, in order. */
  readonly requests: readonly SentRequest[];
  /** Creates another client of the same server. */
  readonly connect: (options?: { readonly apiKey?: string; readonly baseUrl?: string }) => KnowledgeBase;
}

/** The forms in which a client can use the server. */
export const serverForms: readonly (readonly [name: string, open: () => ConnectedServer])[] = [
  ["server.fetch", openInjected],
  ["msw", openIntercepted],
];

/** The fixed time of every server. */
export const now = "2026-06-03T12:00:00.000Z";

/** The client has the server as its `fetch`. */
function openInjected(): ConnectedServer {
  const server = openServer();
  const { requests, fetch } = recordRequests(server.fetch, { onTheWire: true });
  const connect: ConnectedServer["connect"] = (changes) =>
    new KnowledgeBase({ baseUrl: server.baseUrl, apiKey: server.apiKey, fetch, ...changes });
  return { server, kb: connect(), requests, connect };
}

/** The client uses the global `fetch`, which msw intercepts. */
function openIntercepted(): ConnectedServer {
  const server = openServer({ baseUrl: "https://intercepted.test/api" });
  const { requests, fetch } = recordRequests(server.fetch, { onTheWire: true });
  const interception = setupServer(...createHandlers({ ...server, fetch }));
  interception.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => interception.close());
  const connect: ConnectedServer["connect"] = (changes) =>
    new KnowledgeBase({ baseUrl: server.baseUrl, apiKey: server.apiKey, ...changes });
  return { server, kb: connect(), requests, connect };
}

function openServer(options: ReferenceServerOptions = {}): ReferenceServer {
  return createReferenceServer({ seed: demoSeed(), clock: { now: () => Date.parse(now) }, ...options });
}
