import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "./listen.ts";

type Fetch = ReferenceServer["fetch"];

async function reachInProcess(server: ReferenceServer) {
  return { url: server.baseUrl, fetch: withControl(server), [Symbol.asyncDispose]: () => Promise.resolve() };
}

async function reachSocket(server: ReferenceServer) {
  const send: Fetch = (input, init) => fetch(input, init);
  return { ...(await listen(withControl(server), server.baseUrl)), fetch: send };
}

/** The transports to a server with controls: each has a URL without a trailing slash, and a function that sends requests. */
export const transports = [
  { way: "in process", reach: reachInProcess },
  { way: "over a socket", reach: reachSocket },
];
