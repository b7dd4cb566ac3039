import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Fetch } from "../src/adapters/fetch.ts";

const baseUrl = "https://kb.example";
const index = `${baseUrl}/v1/brains/brain_tides/index`;

/** Intercepts the global fetch with a server that responds with a function. */
function intercept(fetch: (request: Request) => Promise<Response>): void {
  const interception = setupServer(...createHandlers({ baseUrl, fetch: fetch as Fetch }));
  interception.listen(strictListenOptions);
  onTestFinished(() => interception.close());
}

function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("the request should have failed"),
    (error: unknown) => error,
  );
}

describe("with msw", () => {
  it("a rejection of the server is the cause of the network error, since msw 2.14", async () => {
    const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    const reset = new TypeError("fetch failed", { cause });
    intercept(() => Promise.reject(reset));
    expect(await rejectionOf(fetch(index))).toHaveProperty("cause.cause", reset);
  });

  it.each([new Error("The server fell over"), "The server fell over", undefined])(
    "any rejection becomes a network error: %s",
    async (reason) => {
      intercept(() => Promise.reject(reason));
      expect(await rejectionOf(fetch(index))).toBeInstanceOf(TypeError);
    },
  );

  it("an error that the server throws becomes a network error", async () => {
    intercept(() => {
      throw new Error("The server fell over");
    });
    expect(await rejectionOf(fetch(index))).toBeInstanceOf(TypeError);
  });
});
