import { setImmediate } from "node:timers/promises";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import { baseUrl, never } from "./helpers/client.ts";
import { documentedBody, getIndex } from "./helpers/operation-calls.ts";
import { declare } from "./helpers/own-operation.ts";
import { expectHidden, printEverything } from "./helpers/print-everything.ts";
import { recordEverything } from "./helpers/record-everything.ts";
import { getRejection, getThrown } from "./helpers/rejections.ts";

const key = `kbsecret/"\\%+&='<7f3a9c51`;

/** A key that is longer than a message. */
const longKey = `KbLong${"0123456789".repeat(400)}`;

const fail = (thrown: unknown): never => {
  throw thrown;
};

/** Creates a client with the key, and records its events and lines. */
function connect(fetch: () => Response | Promise<Response>, options: ClientOptions = {}) {
  const given = { baseUrl, apiKey: key, fetch: async () => fetch(), retries: 1, random: () => 0, ...options };
  const { records, options: recorded } = recordEverything(given, key);
  return { records, kb: new KnowledgeBase(recorded) };
}

describe("a part of the key", () => {
  it("is not shown where a message is cut whose JSON hides it", async () => {
    const hidden = key.replace(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
    for (const before of Array.from({ length: key.length + 2 }, (_, back) => 500 - back)) {
      const message = "x".repeat(before) + hidden + "x".repeat(100);
      const body = JSON.stringify(documentedBody(400, { message: "_" })).replace("_", message);
      for (const text of [body, `{"message":"${message}"}`]) {
        const { kb } = connect(() => new Response(text, { status: 400 }));
        const error = await getRejection(getIndex(kb));
        expect(JSON.stringify(error).replaceAll(/\\+u00../g, "")).not.toMatch(/kbsecr|9c51/);
      }
    }
  });

  it.each<[string, ClientOptions]>([
    ["an error of a middleware", { use: [() => fail(new Error(`${"x".repeat(300)}${longKey}.`))] }],
    ["a header name", { headers: { [`x-api-key: ${longKey}`]: "" } }],
    ["an option", { timeout: longKey as never }],
  ])("is not shown where an ellipsis or a full stop follows the cut of %s", async (_, options) => {
    const call = async () => getIndex(connect(() => Response.json([]), { apiKey: longKey, ...options }).kb);
    expectHidden(await getRejection(call()), longKey.slice(0, 10));
  });
});

it.each<[string, ClientOptions["apiKey"]]>([
  ["of a function", () => key],
  ["of the environment", undefined],
])("a key %s is redacted in what functions and schemas of the caller throw", async (_, apiKey) => {
  vi.stubEnv("KNOWLEDGE_BASE_API_KEY", apiKey ? "" : key);
  onTestFinished(() => void vi.unstubAllEnvs());
  const quote = () => fail(new Error(`No ${key}`));
  const options = { apiKey, shouldRetry: quote, onError: quote, headers: { "x-team": apiKey ? "" : key } };
  const { kb, records } = connect(() => new Response(null, { status: 500 }), options);
  const error = await getRejection(getIndex(kb));
  const description = kb.describe("promptIndex.get", { brainId: "b" });
  await setImmediate();
  expectHidden([error, records, description, description.toCurl()], key);
  expect(printEverything(records)).toContain("The function shouldRetry failed.");
  const text = z.string().refine(() => false, { error: `not ${key}` });
  const operation = declare({ body: z.object({ text }) });
  // A key that a function would return is not known before a request is sent.
  if (!apiKey) expectHidden(await getRejection(kb.call(operation, { text: "" })), key);
});

it("a secret header of a call is redacted in what a hook and a schema throw", async () => {
  const headers = { authorization: "Bearer tok_51c09e7d" };
  const onError = () => fail(new Error("No tok_51c09e7d"));
  const { kb, records } = connect(() => new Response(null, { status: 403 }), { onError });
  await getRejection(getIndex(kb, { headers }));
  const text = z.string().refine(() => false, { error: "not tok_51c09e7d" });
  const operation = declare({ body: z.object({ text }) });
  await setImmediate();
  expectHidden([records, getThrown(() => kb.describe(operation, { text: "" }, { headers }))], "tok_51c09e7d");
});

it.each(["status", "message", "timeout", "retryAfter"])(
  "a key that begins with %s hides no field of an error",
  async (name) => {
    const apiKey = `${name}_7f3a9c51`;
    const { kb } = connect(() => new Response("No", { status: 429, headers: { "retry-after": "99999" } }), {
      apiKey,
    });
    expect(await getRejection(getIndex(kb))).toMatchObject({ status: 429, retryAfter: 99_999_000, rawBody: "No" });
    const late = connect(never, { apiKey, timeout: 1, retries: 0 });
    expect(await getRejection(getIndex(late.kb))).toHaveProperty("limit", "timeout");
  },
);
