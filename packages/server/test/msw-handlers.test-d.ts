import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import type { HttpHandler } from "msw";
import { setupWorker } from "msw/browser";
import { setupServer } from "msw/node";
import { describe, expectTypeOf, it } from "vitest";

describe("the handlers", () => {
  it("are accepted by setupServer and setupWorker", () => {
    const handlers = createHandlers(createReferenceServer(), { catchAll: true });
    expectTypeOf(handlers).toEqualTypeOf<HttpHandler[]>();
    setupServer(...handlers);
    setupWorker(...handlers);
  });
});
