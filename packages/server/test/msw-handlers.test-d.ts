import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import * as msw30 from "msw";
import { setupWorker } from "msw/browser";
import { setupServer as setupServer30 } from "msw/node";
import * as msw211 from "msw-2.11";
import { setupWorker as setupWorker211 } from "msw-2.11/browser";
import { setupServer as setupServer211 } from "msw-2.11/node";
import * as msw215 from "msw-2.15";
import { setupWorker as setupWorker215 } from "msw-2.15/browser";
import { setupServer as setupServer215 } from "msw-2.15/node";
import { describe, expectTypeOf, it } from "vitest";

const server = createReferenceServer();

type Handler211 = Parameters<typeof setupServer211>[number];
type Handler215 = Parameters<typeof setupServer215>[number];
type Handler30 = Parameters<typeof setupServer30>[number];

describe("the handlers", () => {
  it("belong to the copy of msw that created them", () => {
    expectTypeOf(createHandlers(server)).toEqualTypeOf<msw30.HttpHandler[]>();
    expectTypeOf(createHandlers(server, msw30)).toEqualTypeOf<msw30.HttpHandler[]>();
    expectTypeOf(createHandlers(server, msw215)).toEqualTypeOf<msw215.HttpHandler[]>();
    expectTypeOf(createHandlers(server, msw211)).toEqualTypeOf<msw211.HttpHandler[]>();
    expectTypeOf(createHandlers(server, { http: msw211.http })).toEqualTypeOf<msw211.HttpHandler[]>();
  });

  it("are accepted by that copy", () => {
    expectTypeOf<msw30.HttpHandler>().toExtend<Handler30>();
    expectTypeOf<msw215.HttpHandler>().toExtend<Handler215>();
    expectTypeOf<msw211.HttpHandler>().toExtend<Handler211>();
  });

  it("are rejected by another copy", () => {
    expectTypeOf<msw30.HttpHandler>().not.toExtend<Handler211 | Handler215>();
    expectTypeOf<msw215.HttpHandler>().not.toExtend<Handler211 | Handler30>();
    expectTypeOf<msw211.HttpHandler>().not.toExtend<Handler215 | Handler30>();
  });

  it("are not converted for another copy", () => {
    setupServer30(...createHandlers(server));
    // @ts-expect-error msw 2.15 does not accept handlers of msw 3
    setupServer215(...createHandlers(server));
    // @ts-expect-error msw 2.11 does not accept handlers of msw 3
    setupServer211(...createHandlers(server));
  });
});

describe("strictListenOptions", () => {
  it("are accepted by every version", () => {
    setupServer30().listen(strictListenOptions);
    setupServer215().listen(strictListenOptions);
    setupServer211().listen(strictListenOptions);
    void setupWorker().start(strictListenOptions);
    void setupWorker215().start(strictListenOptions);
    void setupWorker211().start(strictListenOptions);
  });
});
