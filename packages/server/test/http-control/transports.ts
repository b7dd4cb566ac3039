import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import type { Fetch } from "../../src/adapters/fetch.ts";
import { listen } from "./listen.ts";

/** A transport to a server. */
export interface OpenTransport extends AsyncDisposable {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly fetch: Fetch;
}

/** All transports to a server with controls. */
export const transports: readonly { way: string; reach: (server: ReferenceServer) => Promise<OpenTransport> }[] = [
  {
    way: "in process",
    reach: async (server) => ({
      url: server.baseUrl,
      fetch: withControl(server),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
  },
  {
    way: "over a socket",
    reach: async (server) => {
      const socket = await listen(withControl(server), server.baseUrl);
      return {
        url: socket.url,
        fetch: (input, init) => fetch(input, init),
        [Symbol.asyncDispose]: () => socket[Symbol.asyncDispose](),
      };
    },
  },
];
