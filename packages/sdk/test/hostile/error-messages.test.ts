import {
  ApiError,
  BadRequestError,
  ConfigurationError,
  ConnectionError,
  InputError,
  type KnowledgeBaseError,
  RedirectError,
  ResponseError,
  ServerError,
} from "@knowledge-base/sdk";
import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { expectRejection, getRejection } from "../expect-rejection.ts";
import { createClient, errorBody, getIndex, indexEntry } from "./create-client.ts";
import { expectBoundedMessage } from "./expect-bounded-message.ts";
import { idle } from "./manual-clock.ts";

const many = 10_000;
const range = (length: number) => Array.from({ length }, (_, number) => number);
const respond = (value: unknown, status = 200) => createClient(async () => Response.json(value, { status }), once);
const once = { retries: 0 };

describe("the message of an error with very many issues", () => {
  it("shows three of a response, and the number of the others", async () => {
    const kb = respond(range(many).map(() => ({ ...indexEntry, title: 5 })));
    const error = await expectRejection(ResponseError, getIndex(kb));
    expectBoundedMessage(error);
    expect(error.message).toContain("; and 997 more");
    for (const index of [0, 1, 2]) expect(error.message).toMatch(new RegExp(`\\b${index}\\b.*title`));
    expect(error.message).not.toMatch(/\[3\]/);
    expect(error.issues).toHaveLength(100);
    expect(error.issues.map(({ path }) => path)).toEqual(range(100).map((index) => [index, "title"]));
  });

  it.each([
    [1, /^[^;]+$/],
    [3, /^[^;]+;[^;]+;[^;]+$/],
    [4, /; and 1 more/],
    [1003, /; and 997 more/],
  ])("shows the number of issues that are left out of %s", async (length, expected) => {
    const kb = respond(range(length).map(() => ({ ...indexEntry, title: 5 })));
    const error = await expectRejection(ResponseError, getIndex(kb));
    expect(error.message).toMatch(expected);
    expect(error.issues).toHaveLength(Math.min(length, 100));
  });

  it("shows three of an input, and the number of the others", async () => {
    const fields = Object.fromEntries(range(many).map((index) => [`field${index}`, index]));
    const call = respond([]).promptIndex.get({ brainId: "b", ...fields });
    const error = await expectRejection(InputError, call);
    expectBoundedMessage(error);
    expect(error.message).toContain("; and 9,997 more");
    expect(error.issues).toHaveLength(100);
  });

  it("shows at most 100 issues of a 400", async () => {
    const message = range(1000).map((index) => `limit ${index}`);
    const kb = respond(errorBody(400, { body: { statusCode: 400, message } }), 400);
    const error = await expectRejection(BadRequestError, getIndex(kb));
    expectBoundedMessage(error);
    expect(error.issues).toHaveLength(100);
    expect(error.issues[99]).toEqual({ field: "limit", message: "limit 99" });
  });

  it("takes a bounded time and a bounded size for drifts that are reported", async () => {
    const drifts: unknown[] = [];
    const onDrift = (event: unknown) => drifts.push(event);
    const kb = respond(range(many).map((index) => ({ ...indexEntry, [`field${index}`]: 1 })));
    await getIndex(kb.withOptions({ onDrift }));
    await idle();
    expect(drifts.length).toBeLessThanOrEqual(1000);
  });
});

/** A text that would forge a line, hide the start of one, and fill a log. */
const forged = [
  "First line",
  "\n2026-06-03T12:00:00.000Z ERROR forged",
  "\r\u001b[2K\u001b[31mred\u001b[0m",
  "\u0000\u0007\b\u007f\u0085\u009b\u2028\u2029",
  "x".repeat(5000),
].join("");

/** Errors whose message holds a text that someone else has written. */
const sources: Readonly<Record<string, () => Promise<unknown>>> = {
  "the message of the service": () => getIndex(respond(errorBody(403, { message: forged }), 403)),
  "the message of a 404": () => getIndex(respond(errorBody(404, { message: forged }), 404)),
  "the messages of a 400": () =>
    getIndex(respond(errorBody(400, { message: forged, body: { message: [forged, `limit ${forged}`] } }), 400)),
  "the message of another framework": () => getIndex(respond({ statusCode: 403, message: forged, error: forged }, 403)),
  "the messages of another framework": () => getIndex(respond({ message: [forged, forged] }, 400)),
  "an error that is a text": () => getIndex(respond({ error: forged }, 500)),
  "the title of a problem": () => getIndex(respond({ title: forged, detail: forged }, 500)),
  "an HTML page": () => getIndex(createClient(async () => new Response(forged, { status: 502 }), once)),
  "a successful response that is not JSON": () => getIndex(createClient(async () => new Response(forged))),
  "the name of an unknown field": () =>
    respond([{ ...indexEntry, [forged]: 1 }]).promptIndex.get({ brainId: "b" }, { validate: "strict" }),
  "an unknown value": () =>
    respond([{ ...indexEntry, status: forged }]).promptIndex.get({ brainId: "b" }, { validate: "strict" }),
  "the error of a fetch": () => getIndex(createClient(() => Promise.reject(new Error(forged)), once)),
  "the code of the error of a fetch": () =>
    getIndex(createClient(() => Promise.reject(Object.assign(new Error("x"), { code: forged })), once)),
  "a text that a fetch rejects with": () => getIndex(createClient(() => Promise.reject(forged), once)),
  "the name of an input field": () => respond([]).promptIndex.get({ brainId: "b", [forged]: 1 } as never),
  "the name of an option": () => respond([]).promptIndex.get({ brainId: "b" }, { [forged]: 1 }),
  "the value of an option": () => respond([]).promptIndex.get({ brainId: "b" }, { validate: forged as never }),
  "the name of a header": () => respond([]).promptIndex.get({ brainId: "b" }, { headers: { [forged]: "x" } }),
  "the name of a client's option": async () => createClient(fetch, { [forged]: 1 }),
  "the id of an operation": async () => respond([]).describe(forged as never, {} as never),
  "an OAuth callback": async () => {
    const { searchParams } = new URL("https://example.com");
    searchParams.set("error", forged);
    searchParams.set("error_description", forged);
    searchParams.set("state", "s");
    return readOAuthCallback(`https://example.com/callback?${searchParams}`, { state: "s" });
  },
};

describe("the message of an error", () => {
  it.each(Object.entries(sources))("is one short line without control characters: %s", async (_, call) => {
    expectBoundedMessage((await getRejection(call())) as KnowledgeBaseError);
  });

  it("keeps the words of the service around control characters", async () => {
    const kb = respond(errorBody(403, { message: "First\nsecond\u001b[31m third" }), 403);
    const error = await expectRejection(ApiError, getIndex(kb));
    for (const word of ["First", "second", "third"]) expect(error.message).toContain(word);
    expect(error.body?.message).toBe("First\nsecond\u001b[31m third");
  });

  it("never splits a character where it is cut", async () => {
    for (const filler of ["", "x"]) {
      const message = filler + "🎉".repeat(2000);
      const error = await expectRejection(ApiError, getIndex(respond(errorBody(403, { message }), 403)));
      expectBoundedMessage(error);
      expect(error.message.isWellFormed()).toBe(true);
    }
  });

  it("with a redirect to a long URL is cut", async () => {
    const location = `https://other.example.com/${"x".repeat(100_000)}`;
    const kb = createClient(async () => new Response(null, { status: 307, headers: { location } }));
    const error = await expectRejection(RedirectError, getIndex(kb));
    expectBoundedMessage(error);
  });

  it("of a very long id or URL is cut", async () => {
    const brainId = "b".repeat(100_000);
    const kb = createClient(() => Promise.reject(new TypeError("fetch failed")), once);
    expectBoundedMessage(await expectRejection(ConnectionError, kb.promptIndex.get({ brainId })));
    const failing = respond({}, 500).promptIndex.get({ brainId });
    expectBoundedMessage(await expectRejection(ServerError, failing));
  });

  it.each([
    ["a long text", "x".repeat(1_000_000)],
    ["an object that is deep", JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`)],
    ["a list that is long", range(100_000)],
  ])("shows little of an option that is %s", async (_, value) => {
    for (const name of ["timeout", "validate", "retries"]) {
      const call = respond([]).promptIndex.get({ brainId: "b" }, { [name]: value });
      const error = await expectRejection(ConfigurationError, call);
      expectBoundedMessage(error);
      expect(error.message.length).toBeLessThan(300);
    }
  });
});

describe("a line of the log", () => {
  const fetches: Readonly<Record<string, () => Promise<Response>>> = {
    "the service": async () => Response.json(errorBody(403, { message: forged }), { status: 403 }),
    "a fetch that rejects": () => Promise.reject(new Error(forged)),
    "a response that differs from the contract": async () => Response.json([{ ...indexEntry, [forged]: forged }]),
  };

  it.each(Object.entries(fetches))(
    "is one line without control characters, whatever the text of %s",
    async (_, fetch) => {
      const lines: string[] = [];
      const write = (message: string) => lines.push(message);
      const logger = { debug: write, info: write, warn: write, error: write };
      await getIndex(createClient(fetch, { ...once, logger, logLevel: "debug" })).safe();
      await idle();
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    },
  );
});
