import type { ReferenceServer } from "@knowledge-base/server";
import { intercept } from "./intercept.ts";
import { openServerListener } from "./open-listener.ts";

/** The ways to send requests to a server. Each returns the server with the `fetch` and the base URL to use. */
export const transports = {
  "server.fetch": async (server: ReferenceServer): Promise<ReferenceServer> => server,
  msw: async (server: ReferenceServer): Promise<ReferenceServer> => {
    intercept(server);
    return { ...server, fetch };
  },
  HTTP: async (server: ReferenceServer): Promise<ReferenceServer> => {
    const { url } = await openServerListener({}, server);
    return { ...server, baseUrl: url, fetch };
  },
} as const;

/** The names of the transports, for tables of tests. */
export const transportNames = ["server.fetch", "msw", "HTTP"] as const;
