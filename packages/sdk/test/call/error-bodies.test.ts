import { idle, start, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import { ServerError, StatusError } from "@knowledge-base/sdk";
import { expect, it, vi } from "vitest";
import { createClient, never, respond } from "../helpers/client.ts";
import { driveCall } from "../helpers/drive-call.ts";
import { recordBody } from "../helpers/fake-responses.ts";
import { documentedBody, getIndex } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

const noMessage = "without an error message (rawBody has the body)";
const reset = () => Promise.reject(new TypeError("reset"));
const getError = (body: BodyInit | null, status = 409) =>
  expectRejection(StatusError, getIndex(createClient(respond(body, status))));

it("the body of a final error is read up to 16 KiB, in chunks of any size, and then cancelled", async () => {
  for (const size of [100, 16_384, 100_000]) {
    const { stream, seen } = recordBody((index) => (index < 1_000_000 / size ? size : undefined));
    const { error, response } = await getIndex(createClient(respond(stream, 409))).safe();
    expect(error).toMatchObject({ code: "api_error", status: 409, rawBody: " ".repeat(4096) });
    expect(await response?.text()).toHaveLength(16_384);
    await idle();
    expect(seen.isCancelled).toBe(true);
    expect(seen.chunks * size).toBeLessThanOrEqual(16_384 + size);
  }
});

it("the body of a final error is parsed up to 16 KiB, with 4,096 characters of each text, and never cut inside a letter", async () => {
  const length = JSON.stringify(documentedBody(409, { message: "" })).length;
  const sized = (bytes: number) => JSON.stringify(documentedBody(409, { message: "x".repeat(bytes - length) }));
  const { body } = await getError(sized(16_384));
  expect(body).toEqual(documentedBody(409, { message: "x".repeat(4096) }));
  const cut = { body: undefined, rawBody: sized(16_385).slice(0, 4096) };
  expect(await getError(sized(16_385))).toMatchObject(cut);
  for (const filler of ["", "x", "xx"]) {
    const text = filler + "東".repeat(10_000);
    expect((await getError(text)).rawBody).toBe(text.slice(0, 4096));
  }
});

it.each([
  { end: "never begins", sent: "", next: never, ms: 1000, problem: "whose body did not arrive" },
  { end: "stalls", sent: "upstream", next: never, ms: 1000, problem: noMessage },
  { end: "breaks at once", sent: "", next: reset, ms: 0, problem: "whose body did not arrive" },
  { end: "breaks later", sent: "upstream", next: reset, ms: 0, problem: noMessage },
])(
  "the body of a final error that $end keeps the status, and is awaited for at most a second",
  async ({ sent, next, ms, problem }) => {
    const left = sent === "" ? [] : [Buffer.from(sent)];
    const pull = (stream: ReadableStreamDefaultController) => {
      const chunk = left.shift();
      return chunk ? stream.enqueue(chunk) : next();
    };
    useFakeTimers();
    const body = new ReadableStream({ pull, cancel: never }, { highWaterMark: 0 });
    const error = await expectRejection(ServerError, driveCall(getIndex(createClient(respond(body, 502)))));
    expect(error).toMatchObject({ status: 502, rawBody: sent });
    expect(error.cause).toBeUndefined();
    expect(error.message).toBe(`Failed to get the prompt index: 502 ${problem}.`);
    expect(Date.now()).toBe(start + ms);
    expect(vi.getTimerCount()).toBe(0);
  },
);

it("the body of a final error keeps the status if it is nested 7,000 levels deep, or was read before", async () => {
  const nested = "[".repeat(7000) + "]".repeat(7000);
  const text = JSON.stringify(documentedBody(400, { body: { message: 0 } })).replace("0}}", `${nested}}}`);
  const error = await getError(text, 400);
  expect(error).toMatchObject({ status: 400, issues: [] });
  expect(JSON.stringify(error)).toContain("bad_request");
  const read = new Response("No", { status: 409 });
  await read.text();
  expect((await getIndex(createClient(async () => read)).safe()).error).toMatchObject({ status: 409 });
});

it("the headers of an error are at most 100 of at most 1,024 characters, without cookies", async () => {
  const headersOf = async (headers: Record<string, string>) =>
    (await getIndex(createClient(respond(null, 409, headers))).safe()).error?.headers;
  const headers = { "set-cookie": "session=4711", "x-long": "a".repeat(1025), "x-fits": "b".repeat(1024) };
  expect(await headersOf(headers)).toEqual({ ...headers, "set-cookie": "[redacted]", "x-long": "a".repeat(1024) });
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, "a"]));
  expect(Object.keys((await headersOf(many)) ?? {})).toHaveLength(100);
});
