import { createHandlers, type MswCopy } from "@knowledge-base/server/msw";
import { HttpHandler, http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, it } from "vitest";
import { openServer } from "./open-server.ts";

/** The handlers of copies before 2.13 have the property `__kind`, and later ones `kind`. */
const createOldHandler = () => ({ __kind: "RequestHandler" }) as never;
const oldHttp: MswCopy<never>["http"] = {
  all: createOldHandler,
  delete: createOldHandler,
  get: createOldHandler,
  head: createOldHandler,
  patch: createOldHandler,
  post: createOldHandler,
  put: createOldHandler,
};

function mixedCopiesMessage(creator: string, user: string): string {
  return (
    "Failed to serve the handlers of createHandlers: two copies of msw are mixed. They were created with msw " +
    `${creator} and passed to setupServer or setupWorker of msw ${user}. Run npm ls msw and keep one copy, or pass your own ` +
    "http: createHandlers(server, { http })."
  );
}

describe("createHandlers", () => {
  it("creates handlers with the installed copy of msw, or with a given one", () => {
    for (const handler of createHandlers(openServer())) expect(handler).toBeInstanceOf(HttpHandler);
    const given = new Set<unknown>();
    const get: typeof http.get = (path, resolver) => {
      const handler = http.get(path, resolver);
      given.add(handler);
      return handler;
    };
    const handlers = createHandlers(openServer(), { http: { ...http, get } });
    expect(handlers.filter((handler) => given.has(handler))).toHaveLength(4);
  });
});

describe("handlers made with one copy of msw and given to another", () => {
  it("are rejected by setupServer and use of a copy that cannot read them", () => {
    const handlers = createHandlers(openServer(), { http: oldHttp });
    const message = mixedCopiesMessage("before 2.13", "2.13 or later");
    expect(() => setupServer(...handlers)).toThrow(message);
    const interception = setupServer();
    expect(() => interception.use(...handlers)).toThrow(message);
    expect(() => interception.resetHandlers(...handlers)).toThrow(message);
  });

  it("throw an error with which an older copy rejects every fetch, so that no request reaches the network", () => {
    for (const handler of createHandlers(openServer())) {
      // A copy before 2.13 reads this property for each request, and passes errors of sockets on to the caller.
      expect(() => Reflect.get(handler, "__kind")).toThrow(
        expect.objectContaining({
          message: mixedCopiesMessage("2.13 or later", "before 2.13"),
          code: "ERR_MSW_COPIES_MIXED",
          errno: undefined,
        }),
      );
    }
  });
});
