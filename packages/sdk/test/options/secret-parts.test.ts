import { setImmediate } from "node:timers/promises";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { expect, it } from "vitest";
import { baseUrl } from "../helpers/client.ts";
import { createClientWithKey, fail, json, key, observe, type Respond } from "../helpers/client-with-key.ts";
import { documentedBody, entry, getIndex } from "../helpers/operation-calls.ts";
import { expectHidden, printEverything, recordEverything } from "../helpers/print-everything.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";
import { startRaw } from "../helpers/sockets.ts";

const forbid = (body: string | null, headers = {}) => new Response(body, { status: 403, headers });
const redirectTo = (location: string) => new Response(null, { status: 307, headers: { location } });

// Texts in which the key begins at each position in front of a limit.
const around = (limit: number) =>
  Array.from({ length: key.length + 2 }, (_, before) => "x".repeat(limit - before) + key + "x".repeat(100));

const forbidWith = (message: string) => json(403, documentedBody(403, { message }));

it.each<{ name: string; limit: number; respond: Respond }>([
  { name: "a raw body", limit: 4096, respond: (text) => forbid(text) },
  { name: "a body of which only the beginning is read", limit: 16_384, respond: (text) => forbid(text) },
  { name: "a successful body", limit: 4096, respond: (text) => new Response(text) },
  { name: "the message of an error body", limit: 500, respond: forbidWith },
  { name: "a long message of an error body", limit: 950, respond: forbidWith },
  { name: "a header", limit: 1024, respond: (text) => forbid(null, { "x-echo": text }) },
  { name: "an unknown value", limit: 100, respond: (text) => json(200, [{ ...entry, status: text }]) },
  { name: "the name of an unknown field", limit: 200, respond: (text) => json(200, [{ ...entry, [text]: 1 }]) },
])("a part of the key isn't shown where $name is cut, at $limit characters", async ({ limit, respond }) => {
  for (const text of around(limit)) {
    const shown = JSON.stringify(await observe(respond, text, { retries: 0 }));
    expect(shown).not.toMatch(/kbsecr|9c51/);
  }
});

it("a part of the key isn't shown where a message is cut whose JSON hides it", async () => {
  const hidden = key.replace(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
  for (const before of Array.from({ length: key.length + 2 }, (_, back) => 500 - back)) {
    const message = "x".repeat(before) + hidden + "x".repeat(100);
    const body = JSON.stringify(documentedBody(400, { message: "_" })).replace("_", message);
    for (const text of [body, `{"message":"${message}"}`]) {
      const { kb } = createClientWithKey(() => new Response(text, { status: 400 }));
      const error = await expectRejection(Error, getIndex(kb));
      expect(JSON.stringify(error).replaceAll(/\\+u00../g, "")).not.toMatch(/kbsecr|9c51/);
    }
  }
});

it("a part of the key isn't shown by a body that repeats it, although what is redacted is shorter", async () => {
  for (const separator of ["", " ", "x".repeat(7), "x".repeat(100)]) {
    const [result] = await observe((text) => new Response(text, { status: 403 }), (key + separator).repeat(700));
    expect(JSON.stringify(result)).toContain("[redacted]");
    expect(JSON.stringify(result)).not.toMatch(/kbsecr|9c51/);
  }
});

it("a part of the key isn't shown where the body of an error breaks off in another charset", async () => {
  const body = Uint8Array.from(`bad key ${key.slice(0, 12)}`, (character) => character.charCodeAt(0));
  const units = new Uint8Array(Uint16Array.from(body).buffer).slice(0, -1);
  const headers = { "content-type": "text/plain; charset=utf-16le" };
  const results = await observe(() => new Response(units, { status: 403, headers }), "");
  expect(JSON.stringify(results)).toContain("bad key [redacted]");
});

const longKey = `kbsecret_${"eyJhbGciOiJIUzI1NiJ9".repeat(6)}`;

const names = ["timeout", "retries", "validate", "fetch", "logLevel", longKey];

it.each(names)("a part of the key isn't shown if a long key is given as the option $0", (name) => {
  const given = { baseUrl, apiKey: longKey, [name]: longKey };
  const { message } = getThrown(() => new KnowledgeBase(given as never)) as Error;
  expect(message).not.toContain("kbsecr");
});

it("a part of the key isn't shown where a middleware quotes a long body", async () => {
  const use: ClientOptions["use"] = [async (request, next) => fail(new Error(await (await next(request)).text()))];
  const options = { apiKey: longKey, use, logLevel: "off" } as const;
  const fetch = async () => new Response(`x${longKey.repeat(120)}`, { status: 403 });
  const kb = new KnowledgeBase({ baseUrl, fetch, ...options });
  const { message } = await expectRejection(Error, getIndex(kb));
  expect(message).not.toContain("kbsecr");
});

const letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ#!";
const mixedKey = "KBsecret_7F3a-9c51";
const invalid = { status: 403, text: async () => "", headers: [["x-echo", `${mixedKey}\nx`]] };
const asNumber = documentedBody(403, { body: { message: "No", given: 80_012_473_310_952 } });
const repeated = (text: string) => text + letters.repeat(300);

it.each<{ name: string; apiKey?: string; respond: () => Response }>([
  { name: "is the name of a header", respond: () => forbid(null, { [`X-${mixedKey}`]: "1" }) },
  { name: "is in a URL in JSON", respond: () => forbid('{"path":"/v1?key=KBsecret\\u005f7F3a%2D9c51"}') },
  { name: "is in an invalid header", respond: () => invalid as never },
  { name: "is a number in JSON", apiKey: "80012473310952", respond: () => json(403, asNumber) },
  { name: "is at the end of a body that repeats a long key", apiKey: letters, respond: () => forbid(repeated("x")) },
  { name: "is repeated in a location", apiKey: letters, respond: () => redirectTo(repeated("https://x.example/z")) },
])("a part of the key isn't shown if it $name", async ({ apiKey = mixedKey, respond }) => {
  const { kb, records } = createClientWithKey(respond, { apiKey, retries: 0 });
  const error = await expectRejection(Error, getIndex(kb));
  await setImmediate();
  expect(printEverything([error, records])).not.toMatch(/kbsecret|9c51|8001247|abcdef/i);
});

it("a part of the key isn't shown if Node can't parse a response that has it", async () => {
  const url = await startRaw(`HTTP/1.1 200 OK\r\nx-echo ${key}: 1\r\n\r\n[]`);
  const { records, options } = recordEverything({ baseUrl: url, apiKey: key, retries: 0 }, key);
  const error = await expectRejection(Error, getIndex(new KnowledgeBase(options)));
  expect(error).toHaveProperty("code", "connection");
  expectHidden([error, records], key);
});

it.each([8, 257, 8000])("a part of the key is not shown if the key has %s characters", async (length) => {
  const apiKey = "kbsecret_7f3a9c51/".repeat(500).slice(0, length);
  const { kb } = createClientWithKey(() => new Response(`is ${apiKey} here`, { status: 403 }), { apiKey });
  expect(await expectRejection(Error, getIndex(kb))).toHaveProperty("rawBody", "is [redacted] here");
});
