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

describe("what a server does instead of answering reaches the global fetch:", () => {
  it("a connection that breaks is a network error, with its reason at hand", async () => {
    const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    const reset = new TypeError("fetch failed", { cause });
    intercept(() => Promise.reject(reset));
    const thrown = await thrownBy(fetch(index, { method: "GET" }));
    expect(thrown).toBeInstanceOf(TypeError);
    expect(thrown).toHaveProperty("cause.cause", reset);
  });

  it.each([new Error("The server fell over"), "The server fell over", undefined])(
    "so is whatever else it rejects with: %s",
    async (reason) => {
      intercept(() => Promise.reject(reason));
      expect(await thrownBy(fetch(index))).toBeInstanceOf(TypeError);
    },
  );

  it("so is whatever it throws", async () => {
    intercept(() => {
      throw new Error("The server fell over");
    });
    expect(await thrownBy(fetch(index))).toBeInstanceOf(TypeError);
  });

  it("an answer that never comes keeps fetch waiting until its signal is aborted", async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>();
    intercept(({ signal }) => {
      ask(signal);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const controller = new AbortController();
    const thrown = thrownBy(fetch(index, { signal: controller.signal }));
    const signal = await asked;
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await thrown).toBe(reason);
    expect(signal.aborted).toBe(true);
  });

  it("a body that stalls comes as far as it goes, and ends when the signal is aborted", async () => {
    intercept(async ({ signal }) => {
      const start = (body: ReadableStreamDefaultController) => {
        body.enqueue(new TextEncoder().encode('[{"slug":'));
        signal.addEventListener("abort", () => body.error(signal.reason));
      };
      return new Response(new ReadableStream({ start }));
    });
    const controller = new AbortController();
    const { status, body } = await fetch(index, { signal: controller.signal });
    expect(status).toBe(200);
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('[{"slug":');
    const rest = reader?.read() ?? Promise.resolve();
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await thrownBy(rest)).toBe(reason);
  });
});
