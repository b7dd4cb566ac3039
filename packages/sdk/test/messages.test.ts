import { setImmediate } from "node:timers/promises";
import { type ClientOptions, KnowledgeBase, type KnowledgeBaseError } from "@knowledge-base/sdk";
import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";
import { getRejection } from "./expect-rejection.ts";
import { documentedBody, entry, getIndex } from "./helpers/operation-calls.ts";
import { recordEverything } from "./helpers/record-everything.ts";

const range = (length: number) => Array.from({ length }, (_, number) => number);
const respond = (value: unknown, status = 200, options: ClientOptions = {}) =>
  createClient(async () => Response.json(value, { status }), options);
const strict = { validate: "strict" } as const;

/** Expects that the message of an error is one line of at most 1,000 characters without control characters. */
function expectBounded({ message }: Pick<KnowledgeBaseError, "message">): void {
  expect(message).toMatch(/^Failed to [^\p{Cc}\u2028\u2029]+$/u);
  expect(message.length).toBeLessThanOrEqual(1000);
  expect(message.isWellFormed()).toBe(true);
}

/** A text that would forge a line, hide the start of one, and fill a log. */
const forged = [
  "First line",
  "\n2026-06-03T12:00:00.000Z ERROR forged",
  "\r\u001b[2K\u001b[31mred\u001b[0m",
  "\u0000\u0007\b\u007f\u0085\u009b\u2028\u2029",
  "🎉".repeat(5000),
].join("");

/** Calls that reject with an error whose message holds a text of the caller. */
const sources: Readonly<Record<string, () => Promise<unknown>>> = {
  "a long id": () => respond({}, 500).promptIndex.get({ brainId: "b".repeat(100_000) }),
  "the name of an input field": () => respond([]).promptIndex.get({ brainId: "b", [forged]: 1 } as never),
  "the name of an option": () => getIndex(respond([]), { [forged]: 1 } as never),
  "the value of an option": () => getIndex(respond([]), { validate: forged as never }),
  "the name of a header": () => getIndex(respond([]), { headers: { [forged]: "x" } }),
  "the name of an option of a client": async () => new KnowledgeBase({ [forged]: 1 } as never),
  "the id of an operation": async () => respond([]).describe(forged as never, {} as never),
  "an OAuth callback": async () => {
    const query = new URLSearchParams({ error: forged, error_description: forged, state: "s" });
    return readOAuthCallback(`https://example.com/callback?${query}`, { state: "s" });
  },
};

describe("the message of an error", () => {
  it.each(Object.entries(sources))("is one short line without control characters: %s", async (_, call) => {
    expectBounded((await getRejection(call())) as KnowledgeBaseError);
  });

  it.each([1, 3, 4, 100, 903])(
    "has three of %s issues, and the number of the others; the error has 100",
    async (length) => {
      const entries = range(length).map(() => ({ ...entry, title: 5 }));
      const fields = Object.fromEntries(range(length).map((index) => [`field${index}`, index]));
      const texts = range(length).map((index) => `limit ${index}`);
      const calls = [
        getIndex(respond(entries)),
        respond([]).promptIndex.get({ brainId: "b", ...fields }),
        getIndex(respond(documentedBody(400, { body: { message: texts } }), 400)),
      ];
      for (const [index, call] of calls.entries()) {
        const error = (await getRejection(call)) as KnowledgeBaseError & { readonly issues: readonly unknown[] };
        expectBounded(error);
        expect(error.issues).toHaveLength(Math.min(length, 100));
        if (index === 2) continue; // The service has a message of its own for all of them.
        expect(error.message.includes("; and ")).toBe(length > 3);
        if (length > 3) expect(error.message).toContain(`; and ${length - 3} more`);
      }
    },
  );
});

describe("the issues of an error", () => {
  it("have paths and names of limited length", async () => {
    const long = "a".repeat(1_000_000);
    const { options, records } = recordEverything({});
    const kb = respond([{ ...entry, [long]: 1, status: long }], 200, options);
    expect(await getRejection(getIndex(kb, strict))).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path: [0, "a".repeat(200)] })]),
    });
    await getIndex(kb);
    expect(await getRejection(kb.promptIndex.get({ brainId: "b", [long]: 1 } as never))).toMatchObject({
      issues: [{ path: ["a".repeat(200)] }],
    });
    await setImmediate();
    expect(records.length).toBeGreaterThan(3);
    expect(JSON.stringify(records).length).toBeLessThan(30_000);
  });
});
