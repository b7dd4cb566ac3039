import { fetchFailure } from "./fetch-failure.ts";

/**
 * Makes a handler refuse to serve a copy of msw that would not know it. Copies before 2.13 look for handlers by
 * `__kind`, later ones by `kind`, and both pass over what has the other: the request would leave for the network.
 */
export function refuseOtherCopies<Handler extends object>(handler: Handler): Handler {
  const isOld = "__kind" in handler;
  Object.defineProperty(handler, isOld ? "kind" : "__kind", {
    get() {
      throw mixedCopies(isOld ? "before 2.13" : "2.13 or later", isOld ? "2.13 or later" : "before 2.13");
    },
  });
  // msw 3 disposes of handlers, which those of msw 2 have no method for. Apart from that it serves them well.
  if (!("dispose" in handler)) Object.defineProperty(handler, "dispose", { value: () => undefined });
  return handler;
}

function mixedCopies(made: string, given: string): Error {
  return fetchFailure(
    "ERR_MSW_COPIES_MIXED",
    `Failed to serve the handlers of createHandlers: two copies of msw are mixed. They were made with msw ${made} and ` +
      `given to setupServer or setupWorker of msw ${given}. Run npm ls msw and keep one copy, or hand over the http ` +
      "of yours: createHandlers(server, { http }).",
  );
}
