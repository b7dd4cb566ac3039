import type { Fetch } from "@knowledge-base/server";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";

const baseUrl = "https://kb.example";
const index = `${baseUrl}/v1/brains/brain_tides/index`;

/** Puts the global fetch in front of a server that answers as it is told. */
function intercept(fetch: (request: Request) => Promise<Response>): void {
  const interception = setupServer(...createHandlers({ baseUrl, fetch: fetch as Fetch }));
  interception.listen(strictListenOptions);
  onTestFinished(() => interception.close());
}

function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("the request should have failed"),
    (error: unknown) => error,
  );
}

describe("through msw", () => {
  it("what a server rejects with is a network error, with its reason at hand", async () => {
    const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    const reset = new TypeError("fetch failed", { cause });
    intercept(() => Promise.reject(reset));
    const thrown = await thrownBy(fetch(index));
    expect(thrown).toBeInstanceOf(TypeError);
    expect(thrown).toHaveProperty("cause.cause", reset);
  });

  it.each([new Error("The server fell over"), "The server fell over", undefined])(
    "so is whatever it is: %s",
    async (reason) => {
      intercept(() => Promise.reject(reason));
      expect(await thrownBy(fetch(index))).toBeInstanceOf(TypeError);
    },
  );

  it("so is what it throws", async () => {
    intercept(() => {
      throw new Error("The server fell over");
    });
    expect(await thrownBy(fetch(index))).toBeInstanceOf(TypeError);
  });
});
