import { createHandlers } from "@knowledge-base/server/msw";
import { HttpHandler } from "msw";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Copy, copies, installSecondCopy } from "./msw-copies.ts";
import { openServer } from "./open-server.ts";
import { send } from "./send.ts";

const index = "GET /v1/brains/brain_tides/index";

function handlersOf({ msw }: Pick<Copy, "msw">): never[] {
  return createHandlers(openServer(), msw) as never[];
}

/** Sends a request through the global fetch. */
function sendGlobally(): Promise<{ readonly status: number }> {
  return send({ ...openServer(), fetch }, index);
}

function listen(interception: ReturnType<Copy["setupServer"]>): void {
  interception.listen();
  onTestFinished(() => interception.close());
}

function mixedCopiesMessage(made: string, given: string): string {
  return (
    "Failed to serve the handlers of createHandlers: two copies of msw are mixed. They were created with msw " +
    `${made} and passed to setupServer or setupWorker of msw ${given}. Run npm ls msw and keep one copy, or pass your own ` +
    "http: createHandlers(server, { http })."
  );
}

describe("handlers made with one copy of msw and given to another", () => {
  it.each([
    { made: "2.15", given: "3.0" },
    { made: "3.0", given: "2.15" },
  ] as const)("work if the copies are compatible: $made in $given", async ({ made, given }) => {
    const interception = copies[given].setupServer(...handlersOf(copies[made]));
    listen(interception);
    interception.restoreHandlers();
    interception.resetHandlers();
    interception.use(...handlersOf(copies[made]));
    expect(await sendGlobally()).toHaveProperty("status", 200);
    interception.resetHandlers(...handlersOf(copies[made]));
    expect(await sendGlobally()).toHaveProperty("status", 200);
  });

  it.each(["2.11", "2.15", "3.0"] as const)("work if both have version %s", async (version) => {
    const secondCopy = await installSecondCopy(version);
    expect(secondCopy.setupServer).not.toBe(copies[version].setupServer);
    listen(secondCopy.setupServer(...handlersOf(copies[version])));
    expect(await sendGlobally()).toHaveProperty("status", 200);
  });

  it.each(["2.15", "3.0"] as const)("are rejected by setupServer and use of %s if 2.11 created them", (given) => {
    const { setupServer } = copies[given];
    const handlers = handlersOf(copies["2.11"]);
    const message = mixedCopiesMessage("before 2.13", "2.13 or later");
    expect(() => setupServer(...handlers)).toThrow(message);
    const interception = setupServer();
    expect(() => interception.use(...handlers)).toThrow(message);
    expect(() => interception.resetHandlers(...handlers)).toThrow(message);
  });

  it.each(["2.15", "3.0"] as const)(
    "make every fetch of 2.11 reject if %s created them, so that no request reaches the network",
    async (made) => {
      listen(copies["2.11"].setupServer(...handlersOf(copies[made])));
      for (const url of ["https://knowledge-base.test/v1/brains/brain_tides/index", "https://elsewhere.test"]) {
        const thrown = await fetch(url).catch((error: unknown) => error);
        expect(thrown).toMatchObject({
          message: mixedCopiesMessage("2.13 or later", "before 2.13"),
          code: "ERR_MSW_COPIES_MIXED",
        });
      }
    },
  );
});

describe("createHandlers", () => {
  it.each(["2.11", "2.15", "3.0"] as const)("creates handlers with the given copy: %s", async (version) => {
    listen(copies[version].setupServer(...handlersOf({ msw: { http: copies[version].msw.http } })));
    expect(await sendGlobally()).toHaveProperty("status", 200);
    for (const handler of handlersOf(copies[version])) expect(handler).toBeInstanceOf(copies[version].msw.HttpHandler);
  });

  it("creates them with its own copy by default", () => {
    for (const handler of createHandlers(openServer())) expect(handler).toBeInstanceOf(HttpHandler);
  });
});
