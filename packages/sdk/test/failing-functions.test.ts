import { type ClientOptions, ConfigurationError, defineOperation } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClient, secretKey } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";

const reason = new Error("it is broken");
const fail = (): never => {
  throw reason;
};

const getNotes = {
  id: "notes.list",
  summary: "List notes",
  method: "POST",
  path: "/v1/notes",
  success: { status: 200, schema: z.unknown() },
  errors: [],
  idempotency: "safe",
} as const;

describe("a function that throws is named with the message of its error", () => {
  const after = () => () => {};

  it.each<[string, ClientOptions]>([
    ["random", { random: fail }],
    ["clock.now", { clock: { now: fail, monotonicNow: () => 0, after } }],
    ["clock.monotonicNow", { clock: { now: () => 0, monotonicNow: fail, after } }],
    ["clock.after", { clock: { now: () => 0, after: fail } }],
  ])("%s", async (name, options) => {
    const kb = createClient(async () => new Response(null, { status: 503 }), { ...options, retries: 1 });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(`Failed to get the prompt index: ${name} failed: it is broken.`);
    expect(error.cause).toBe(reason);
  });

  it.each(["query", "body"] as const)("a schema of the input: %s", async (part) => {
    const operation = defineOperation({ ...getNotes, [part]: z.object({ text: z.string().transform(fail) }) });
    const kb = createClient(async () => Response.json([]));
    const error = await expectRejection(ConfigurationError, kb.call(operation, { text: "a" } as never));
    expect(error.message).toBe("Failed to list notes: a schema of the input failed: it is broken.");
    expect(error.cause).toBe(reason);
    expect(error.attempts).toEqual([]);
  });

  it("the schema of the response", async () => {
    const operation = defineOperation({ ...getNotes, success: { status: 200, schema: z.unknown().transform(fail) } });
    const kb = createClient(async () => Response.json([]));
    const error = await expectRejection(ConfigurationError, kb.call(operation, {}));
    expect(error.message).toBe("Failed to list notes: the schema of the response failed: it is broken.");
    expect([error.cause, error.attempts.length]).toEqual([reason, 1]);
  });

  it("describe with an asynchronous schema of the input", () => {
    const operation = defineOperation({ ...getNotes, body: z.object({ text: z.string().refine(async () => true) }) });
    const kb = createClient(async () => Response.json([]));
    expect(() => kb.describe(operation, { text: "a" })).toThrow(
      /^Failed to list notes: a schema of the input failed: .*\bsynchronous\b.*\.$/,
    );
  });

  it("a getter of the input", async () => {
    const input = Object.defineProperty({ brainId: "b" }, "limit", { get: fail, enumerable: true });
    const kb = createClient(async () => Response.json([]));
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get(input));
    expect(error.message).toBe(
      "Failed to get the prompt index: reading the options or the input failed: it is broken.",
    );
  });
});

describe("the quoted message of a function that throws", () => {
  it("is one line of limited length", async () => {
    const random = () => {
      throw new Error(`one\ntwo ${"x".repeat(5000)}`);
    };
    const kb = createClient(async () => new Response(null, { status: 503 }), { random, retries: 1 });
    const { message } = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId: "b" }));
    expect(message).toMatch(/^Failed to get the prompt index: random failed: one two x+…$/);
    expect(message.length).toBeLessThanOrEqual(1000);
  });

  const hostile = Object.defineProperty(new Error("hostile"), "message", { get: fail });

  it.each([
    ["nothing", undefined, "random failed."],
    ["an error that throws", hostile, "random failed."],
    ["text", "no luck", "random failed: no luck."],
    ["an error without a message", new Error(""), "random failed."],
    ["a sentence", new Error("No luck."), "random failed: No luck."],
    ["an object", { code: 5 }, "random failed."],
  ])("ends the sentence if the function throws %s", async (_, thrown, problem) => {
    const random = () => {
      throw thrown;
    };
    const kb = createClient(async () => new Response(null, { status: 503 }), { random, retries: 1 });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(`Failed to get the prompt index: ${problem}`);
    expect(error.cause).toBe(thrown);
  });

  it("has no secret", async () => {
    const schema = z.string().transform((text) => {
      throw new Error(`No ${text}`);
    });
    const operation = defineOperation({ ...getNotes, success: { status: 200, schema } });
    const fetch: typeof globalThis.fetch = async (_, init) =>
      Response.json(new Headers(init?.headers).get("x-api-key"));
    const error = await expectRejection(ConfigurationError, createClient(fetch).call(operation, {}));
    expect(error.message).toBe("Failed to list notes: the schema of the response failed: No [redacted].");
    expect(error.message).not.toContain(secretKey);
  });
});
