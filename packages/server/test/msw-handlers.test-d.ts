import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers, type MswCopy, strictListenOptions } from "@knowledge-base/server/msw";
import * as msw from "msw";
import { setupWorker } from "msw/browser";
import { setupServer } from "msw/node";
import { describe, expectTypeOf, it } from "vitest";

const server = createReferenceServer();

declare const otherCopy: MswCopy<{ readonly version: 2 }>;

describe("the handlers", () => {
  it("belong to the copy of msw that created them", () => {
    expectTypeOf(createHandlers(server)).toEqualTypeOf<msw.HttpHandler[]>();
    expectTypeOf(createHandlers(server, msw)).toEqualTypeOf<msw.HttpHandler[]>();
    expectTypeOf(createHandlers(server, { http: otherCopy.http })).toEqualTypeOf<{ readonly version: 2 }[]>();
  });

  it("are accepted by that copy, and rejected by another", () => {
    setupServer(...createHandlers(server));
    setupWorker(...createHandlers(server));
    // @ts-expect-error The handlers belong to another copy.
    setupServer(...createHandlers(server, otherCopy));
  });
});

describe("strictListenOptions", () => {
  it("are accepted by setupServer and setupWorker", () => {
    setupServer().listen(strictListenOptions);
    void setupWorker().start(strictListenOptions);
  });
});
