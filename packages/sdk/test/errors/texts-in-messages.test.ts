import { idle } from "@knowledge-base/internal/test-helpers/timers.ts";
import { type ClientOptions, type DriftEvent, KnowledgeBase } from "@knowledge-base/sdk";
import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { expect, it } from "vitest";
import { createClient, respond, respondJson } from "../helpers/client.ts";
import { documentedBody, entry, getIndex } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

// A text that would forge a line of a log, hide the start of one, or fill it.
const forged = [
  "First line",
  "\n2026-06-03T12:00:00.000Z ERROR forged",
  "\r\u001b[2K\u001b[31mred\u001b[0m",
  "\u0000\u0007\b\u007f\u0085\u009b\u2028\u2029\u202e\u2066",
  "🎉".repeat(5000),
].join("");

const isOneLine = (text: string) =>
  !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text) && text.isWellFormed();

function expectBounded(error: unknown): void {
  const { message } = error as Error;
  expect(message).toMatch(/^Failed to /);
  expect(isOneLine(message)).toBe(true);
  expect(message.length).toBeLessThanOrEqual(1000);
  expect(JSON.stringify(error).length).toBeLessThan(600_000);
}

const wrong = documentedBody(400, { message: forged, body: { message: [forged, `limit ${forged}`] } });
const fail = async (error: unknown): Promise<never> => Promise.reject(error);

// Services whose texts get into an error, a line of the log, or a report of drift.
const fetches: readonly { text: string; fetch: () => Promise<Response> }[] = [
  { text: "the message of the service", fetch: respondJson(documentedBody(403, { message: forged }), 403) },
  { text: "the message of a 404", fetch: respondJson(documentedBody(404, { message: forged }), 404) },
  { text: "the messages of a 400", fetch: respondJson(wrong, 400) },
  { text: "the messages of another framework", fetch: respondJson({ message: [forged, forged], error: forged }, 400) },
  { text: "an error that is a text", fetch: respondJson({ error: forged }, 500) },
  { text: "a problem", fetch: respondJson({ title: forged, detail: forged }, 500) },
  { text: "an HTML page", fetch: respond(forged, 502) },
  { text: "a successful response that is not JSON", fetch: respond(forged) },
  { text: "a long location", fetch: respond(null, 307, { location: `https://other.example.com/${"x".repeat(9999)}` }) },
  { text: "the name of an unknown field", fetch: respondJson([{ ...entry, [forged]: 1 }]) },
  { text: "an unknown value", fetch: respondJson([{ ...entry, status: forged }]) },
  { text: "a missing field of an item", fetch: respondJson(Array.from({ length: 200 }, () => ({ [forged]: 1 }))) },
  { text: "the error of a fetch", fetch: () => fail(new Error(forged, { cause: new Error(forged) })) },
  { text: "the code of the error of a fetch", fetch: () => fail(Object.assign(new Error("x"), { code: forged })) },
  { text: "a text that a fetch rejects with", fetch: () => fail(forged) },
];

it.each(fetches)("a text of others forges no line of an error or the log as $text", async ({ fetch }) => {
  expectBounded(await expectRejection(Error, getIndex(createClient(fetch, { validate: "strict" }))));
  const lines: string[] = [];
  const drifts: DriftEvent[] = [];
  const write = (line: string) => lines.push(line);
  const logger = { debug: write, info: write, warn: write, error: write };
  const options = { logger, logLevel: "debug", onDrift: (drift: DriftEvent) => drifts.push(drift) } as const;
  await getIndex(createClient(fetch, { ...options, validate: "report" })).safe();
  await idle();
  expect(lines.filter((line) => !isOneLine(line))).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
  for (const { path, message, value = "" } of drifts)
    expect([...path.map(String), message, value].every(({ length }) => length <= 500)).toBe(true);
});

it("a text of others keeps the words around control characters, and is complete in the body", async () => {
  const message = "First\nsecond\u001b[31m third";
  const { error } = await getIndex(createClient(respondJson(documentedBody(403, { message }), 403))).safe();
  for (const word of ["First", "second", "third"]) expect(error?.message).toContain(word);
  expect(error).toMatchObject({ body: { message } });
});

const denial = `https://example.com/?${new URLSearchParams({ error: forged, error_description: forged, state: "s" })}`;

// Calls that reject with an error whose message holds a text of the caller.
const mistakes: readonly { text: string; run: (kb: KnowledgeBase) => unknown }[] = [
  { text: "a long id", run: (kb) => kb.promptIndex.get({ brainId: "b".repeat(100_000) }) },
  { text: "the name of an input field", run: (kb) => kb.promptIndex.get({ brainId: "b", [forged]: 1 } as never) },
  { text: "the name of an option", run: (kb) => getIndex(kb, { [forged]: 1 } as never) },
  { text: "the value of an option", run: (kb) => getIndex(kb, { validate: forged as never }) },
  { text: "the name of a header", run: (kb) => getIndex(kb, { headers: { [forged]: "x" } }) },
  { text: "the name of an option of a client", run: () => new KnowledgeBase({ [forged]: 1 } as ClientOptions) },
  { text: "the id of an operation", run: (kb) => kb.describe(forged as never, {} as never) },
  { text: "the error of a function", run: (kb) => getIndex(kb.withOptions({ apiKey: () => fail(new Error(forged)) })) },
  { text: "an OAuth callback", run: () => readOAuthCallback(denial, { state: "s" }) },
];

it("a text of the caller ends in an ellipsis if the message would be longer than 1,000 characters", async () => {
  const { error } = await getIndex(createClient(() => fail(new Error("x".repeat(5000))))).safe();
  expect(error?.message).toMatch(/^Failed to .{989}…$/);
});

it.each(mistakes)("a text of the caller is a part of one short line as $text", async ({ run }) => {
  const kb = createClient(respondJson({}, 500));
  expectBounded(await expectRejection(Error, (async () => run(kb))()));
});
