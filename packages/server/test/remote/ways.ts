import type { Fetch, ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "./listen.ts";

/** A server that a program reaches in one way or another. */
export interface Reached extends AsyncDisposable {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly fetch: Fetch;
}

/** The ways to reach a server with controls. */
export const ways: readonly { way: string; reach: (server: ReferenceServer) => Promise<Reached> }[] = [
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
