import { ConnectionError, ResponseTooLargeError, TimeoutError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";

const input = { brainId: "b" };
const encode = (text: string) => new TextEncoder().encode(text);

/** Creates a response whose body has some chunks, and then an end of its own. */
function createResponse(chunks: readonly string[], end: (controller: ReadableStreamDefaultController) => void) {
  const left = [...chunks];
  const pull = (controller: ReadableStreamDefaultController) => {
    const chunk = left.shift();
    if (chunk === undefined) end(controller);
    else controller.enqueue(encode(chunk));
  };
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status: 200 });
}

const breakStream = (controller: ReadableStreamDefaultController) => controller.error(new TypeError("terminated"));

describe("the response of a call whose successful body was not read to its end", () => {
  it("has the part that was read before the body broke", async () => {
    const kb = createClient(async () => createResponse(["[1,", "2,"], breakStream));
    const { error, response } = await kb.promptIndex.get(input).safe();
    expect(error).toBeInstanceOf(ConnectionError);
    expect([response?.status, await response?.text()]).toEqual([200, "[1,2,"]);
  });

  it("has the part that was read before the body was too large", async () => {
    const kb = createClient(async () => createResponse(["12345", "67890", "12345"], breakStream));
    const { error, response } = await kb.promptIndex.get(input, { maxResponseBytes: 8 }).safe();
    expect(error).toBeInstanceOf(ResponseTooLargeError);
    expect(await response?.text()).toBe("1234567890");
  });

  it("has the part that was read before the timeout", async () => {
    const kb = createClient(async () => createResponse(["[1,"], () => {}));
    const { error, response } = await kb.promptIndex.get(input, { timeout: 50 }).safe();
    expect(error).toBeInstanceOf(TimeoutError);
    expect(await response?.text()).toBe("[1,");
  });

  it("is that of the last attempt", async () => {
    const responses = [createResponse(["[1,"], breakStream)];
    const kb = createClient(async () => responses.shift() ?? Promise.reject(new TypeError("fetch failed")), {
      retries: 1,
      random: () => 0,
    });
    const { response, attempts } = await kb.promptIndex.get(input).safe();
    expect([response, attempts.length]).toEqual([undefined, 2]);
  });
});
