import type { DriftEvent } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "./expect-rejection.ts";
import { createClient } from "./helpers/calls.ts";
import { idle } from "./helpers/manual-clock.ts";
import { documentedBody, entry, getIndex } from "./helpers/operation-calls.ts";

/** A text that would forge a line of a log, hide the start of one, or fill it. */
const forged = [
  "First line",
  "\n2026-06-03T12:00:00.000Z ERROR forged",
  "\r\u001b[2K\u001b[31mred\u001b[0m",
  "\u0000\u0007\b\u007f\u0085\u009b\u2028\u2029\u202e\u2066",
  "🎉".repeat(5000),
].join("");

const respond = (value: unknown, status: number) => async () => Response.json(value, { status });

/** Services whose texts get into an error, a line of the log, or a report of drift. */
const fetches: Readonly<Record<string, () => Promise<Response>>> = {
  "the message of the service": respond(documentedBody(403, { message: forged }), 403),
  "the message of a 404": respond(documentedBody(404, { message: forged }), 404),
  "the messages of a 400": respond(
    documentedBody(400, { message: forged, body: { message: [forged, `limit ${forged}`] } }),
    400,
  ),
  "the messages of another framework": respond({ message: [forged, forged], error: forged }, 400),
  "an error that is a text": respond({ error: forged }, 500),
  "a problem": respond({ title: forged, detail: forged }, 500),
  "an HTML page": async () => new Response(forged, { status: 502 }),
  "a successful response that is not JSON": async () => new Response(forged),
  "a long location": async () =>
    new Response(null, { status: 307, headers: { location: `https://other.example.com/${"x".repeat(9999)}` } }),
  "the name of an unknown field": respond([{ ...entry, [forged]: 1 }], 200),
  "an unknown value": respond([{ ...entry, status: forged }], 200),
  "a missing field of an item": respond(
    Array.from({ length: 200 }, () => ({ [forged]: 1 })),
    200,
  ),
  "the error of a fetch": () => Promise.reject(new Error(forged, { cause: new Error(forged) })),
  "the code of the error of a fetch": () => Promise.reject(Object.assign(new Error("x"), { code: forged })),
  "a text that a fetch rejects with": () => Promise.reject(forged),
};

const isOneLine = (text: string) =>
  !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text) && text.isWellFormed();

describe("a text of others in an error", () => {
  it.each(Object.entries(fetches))("is one line of at most 1,000 characters in the message: %s", async (_, fetch) => {
    const kb = createClient(fetch, { retries: 0, validate: "strict" });
    const error = (await getRejection(getIndex(kb))) as Error;
    expect(error.message).toMatch(/^Failed to get the prompt index: /);
    expect(isOneLine(error.message)).toBe(true);
    expect(error.message.length).toBeLessThanOrEqual(1000);
    expect(JSON.stringify(error).length).toBeLessThan(600_000);
  });

  it("keeps the words around control characters, and is complete in the body", async () => {
    const message = "First\nsecond\u001b[31m third";
    const { error } = await getIndex(createClient(respond(documentedBody(403, { message }), 403))).safe();
    for (const word of ["First", "second", "third"]) expect(error?.message).toContain(word);
    expect(error).toMatchObject({ body: { message } });
  });

  it.each(Object.entries(fetches))("forges no line of the log, and no report of drift: %s", async (_, fetch) => {
    const lines: string[] = [];
    const drifts: DriftEvent[] = [];
    const write = (line: string) => lines.push(line);
    const logger = { debug: write, info: write, warn: write, error: write };
    const options = {
      retries: 0,
      logger,
      logLevel: "debug",
      onDrift: (drift: DriftEvent) => drifts.push(drift),
    } as const;
    await getIndex(createClient(fetch, { ...options, validate: "report" })).safe();
    await idle();
    expect(lines.filter((line) => !isOneLine(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
    for (const { path, message, value = "" } of drifts) {
      expect(path.every((part) => String(part).length <= 200)).toBe(true);
      expect([message.length <= 1000, value.length <= 100]).toEqual([true, true]);
    }
  });

  it("is short if it is an id or a URL of the caller", async () => {
    const fetch = () => Promise.reject(new TypeError("fetch failed"));
    const call = createClient(fetch, { retries: 0 }).promptIndex.get({ brainId: "b".repeat(100_000) });
    expect(((await getRejection(call)) as Error).message.length).toBeLessThanOrEqual(1000);
  });
});
