import { setImmediate } from "node:timers/promises";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { toTools } from "@knowledge-base/sdk/tools";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { baseUrl } from "../helpers/client.ts";
import { createClientWithKey, fail, json, key, observe, type Respond } from "../helpers/client-with-key.ts";
import { defineWith, documentedBody, entry, getIndex } from "../helpers/operation-calls.ts";
import { expectHidden, printEverything } from "../helpers/print-everything.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";

// Spellings that the client finds.
const spellings: Readonly<Record<string, string>> = {
  "as it is": key,
  "percent-encoded": encodeURIComponent(key),
  "JSON-escaped": JSON.stringify(key).slice(1, -1),
};

// Writes a text as a part of JSON, unless it is one. Texts that were encoded twice aren't found.
const inJson = (text: string) => (text === spellings["JSON-escaped"] ? text : JSON.stringify(text).slice(1, -1));
const withHeader = (status: number, name: string, value: string) =>
  new Response(null, { status, headers: { [name]: value } });

// Places in which the text of others gets into errors, events and lines.
// biome-ignore format: one row a line, or two if it is long
const places: readonly { place: string; respond: Respond }[] = [
  { place: "the message of an error body", respond: (text) => json(401, documentedBody(401, { message: `no ${text}` })) },
  { place: "names and values in an error body", respond: (text) =>
    json(400, documentedBody(400, { body: { message: [`brainId ${text}`], [text]: [{ [text]: text }] } })) },
  { place: "an error body of another framework", respond: (text) =>
    new Response(`{"error":{"message":"no ${inJson(text)}"},"headers":["${inJson(text)}"]}`, { status: 403 }) },
  { place: "the HTML of a gateway", respond: (text) => new Response(`<p>${text}</p>`, { status: 502 }) },
  { place: "an HTML page that is successful", respond: (text) => new Response(`<p>${text}</p>`) },
  { place: "the place where JSON breaks", respond: (text) => new Response(`[{"slug":${text}`) },
  { place: "a header", respond: (text) => withHeader(500, "x-echo", text) },
  { place: "the id of a request", respond: (text) => withHeader(500, "x-request-id", text) },
  { place: "the location of a redirect", respond: (text) => withHeader(307, "location", `/?key=${text}`) },
  { place: "the path of a difference", respond: (text) => json(200, [{ ...entry, [text]: 1 }]) },
  { place: "the value of a difference", respond: (text) => json(200, [{ ...entry, status: text }]) },
];

describe.each(Object.keys(spellings))("the key, %s,", (spelling) => {
  const text = spellings[spelling] ?? "";

  it.each(places)("is redacted in $place", async ({ respond }) => {
    const observed = await observe(respond, text);
    expect(printEverything(observed)).toContain("[redacted]");
    expectHidden(observed, key);
  });

  it("is redacted in the message of an error, whose cause is the error of fetch, a middleware or a schema", async () => {
    const reason = new Error(`No ${text}`);
    const refined = z.string().refine(() => false, { error: `not ${text}` });
    const parts = { success: { status: 200, schema: refined } };
    const hidden = { logLevel: "off" } as const;
    const kb = (respond: Respond, use: ClientOptions["use"] = []) =>
      new KnowledgeBase({ baseUrl, apiKey: key, fetch: async () => respond(text), use, retries: 0, ...hidden });
    const failing: Promise<unknown>[] = [
      getIndex(kb(() => fail(reason))),
      getIndex(kb(() => Response.json([]), [() => fail(reason)])),
      kb(() => Response.json(text)).call(defineWith(parts), {} as never),
    ];
    for (const call of failing) {
      const { message, cause } = await expectRejection(Error, call);
      expect(message).toContain("[redacted]");
      expectHidden(message, key);
      expect([undefined, reason]).toContain(cause);
    }
  });
});

it("a text without the key is shown unchanged, even if it contains a short key", async () => {
  for (const apiKey of [key, "b"]) {
    const { kb } = createClientWithKey(() => new Response("kb is how every key begins"), { apiKey });
    expect(await expectRejection(Error, getIndex(kb))).toHaveProperty("rawBody", "kb is how every key begins");
  }
});

it("the output of a call isn't redacted, even if it contains the key", async () => {
  const output = [{ ...entry, title: `The key is ${key}` }];
  expect(await getIndex(createClientWithKey(() => Response.json(output)).kb)).toEqual(output);
});

it("earlier keys of a function are redacted in the error of a later attempt", async () => {
  const keys = ["kb_first_7f3a9c51", "kb_first_7f3a9c51_and_more"];
  const left = [...keys];
  const seen: unknown[] = [];
  const apiKey = async () => left.shift() ?? "";
  const options = { apiKey, shouldRetry: ({ error }: { error: Error }) => void seen.push(error) };
  const { kb } = createClientWithKey(() => new Response(`seen: ${keys.join(" ")}`, { status: 503 }), options);
  expect(await expectRejection(Error, getIndex(kb))).toHaveProperty("rawBody", "seen: [redacted] [redacted]");
  expect(seen).toHaveLength(2);
});

it.each([
  { name: "authorization", value: "Bearer tok_51c09e7d" },
  { name: "Proxy-Authorization", value: "Basic dXNlcjp0b2tfNTFj" },
  { name: "cookie", value: "theme=dark_blue; sid=tok_51c09e7d" },
  { name: "x-auth-token", value: "tok_51c09e7d,tok_77aa00bb" },
  { name: "X-Other-Key", value: "tok_51c09e7d" },
  { name: "x-client-secret", value: "tok_51c09e7d" },
  { name: "x-token", value: "abc def;ghi" },
])(
  "a header whose name tells that its value is secret is redacted as a whole and in its parts, such as $name",
  async ({ name, value }) => {
    const parts = [value, ...value.split(/[\s;,=]+/)].filter((part) => part.length >= 8);
    const respond = () => new Response(`${value} and ${parts.join(" and ")}`, { status: 403 });
    const given = { headers: { [name]: value, "x-team": "ferries" } };
    const { kb, records } = createClientWithKey(respond);
    const error = await expectRejection(Error, getIndex(kb, given));
    const description = kb.describe("promptIndex.get", { brainId: "b" }, given);
    await setImmediate();
    const printed = printEverything([error, records, description, description.toCurl()]);
    expect(parts.filter((part) => printed.includes(part))).toEqual([]);
    expect(description.headers).toMatchObject({ "x-team": "ferries", [name.toLowerCase()]: expect.any(String) });
  },
);

it("a header with the name of a secret is redacted in a text that loses characters when it is shown as one line", async () => {
  const body = '{"message":"bad correct\\nhorse battery"}';
  const headers = { "x-secret": "correct horse battery" };
  const { kb } = createClientWithKey(() => new Response(body, { status: 400 }), { headers });
  const message = "Failed to get the prompt index: 400 bad [redacted].";
  expect(await expectRejection(Error, getIndex(kb))).toHaveProperty("message", message);
});

it("a header whose name tells that its value is secret may have very many parts", async () => {
  const cookie = Array.from({ length: 130_000 }, (_, index) => `value_${index}`).join(";");
  const { kb } = createClientWithKey(() => new Response("", { status: 400 }), { headers: { cookie } });
  expect(await expectRejection(Error, getIndex(kb))).toHaveProperty("code", "bad_request");
});

it.each([key, () => key, async () => key])("printing a client doesn't show its key, given as $0", async (apiKey) => {
  const { kb, records } = createClientWithKey(() => Response.json([entry]), { apiKey });
  const call = getIndex(kb);
  const results = [await call, await call.safe(), await call.withResponse(), await call.asResponse()];
  const parts = [kb.bindings, kb.channels, kb.oauth, kb.pages, kb.promptIndex];
  const prototypes = [...parts, kb].map((part) => Object.getOwnPropertyDescriptors(Object.getPrototypeOf(part)));
  const description = kb.describe("promptIndex.get", { brainId: "b" });
  const printed = [kb, kb.withOptions({}), new Proxy(kb, {}), ...parts, ...prototypes, call, ...results, description];
  expectHidden([printed, description.toCurl(), records], key);
});

it("printing a client doesn't show a key that the caller gives in a wrong place", async () => {
  const { kb } = createClientWithKey(() => new Response(null, { status: 404 }));
  const url = `${baseUrl}/?key=${key}`;
  const withName = { apiKey: key, headers: { [`x-api-key: ${key}`]: "" } };
  const wrong = [{ baseUrl: key }, { baseUrl: url }, key, { apiKey: `${key}\n` }, { headers: { "x-api-key": key } }];
  const calls = [getIndex(kb, key as never), kb.promptIndex.get(key as never), kb.promptIndex.get({ brainId: key })];
  const thrown = [...wrong, withName, { apiKey: key, timeout: key }].map((given) =>
    getThrown(() => new KnowledgeBase(given as never)),
  );
  thrown.push(getThrown(() => kb.describe(key as never, {} as never)));
  thrown.push(getThrown(() => kb.withOptions({ timeout: key as never })));
  thrown.push(getThrown(() => toTools(kb, { allow: [key as never] })));
  calls.push(kb.call({ id: key } as never, {} as never) as never);
  const described = kb.describe("pages.archive", { brainId: key, slug: key });
  const rejections = await Promise.all(calls.map((call) => expectRejection(Error, call)));
  expectHidden([thrown, rejections, described, described.toCurl()], key);
});

it("a key of the environment is redacted, and the log of the exchange shows no key", async () => {
  vi.stubEnv("KNOWLEDGE_BASE_API_KEY", key);
  const echo = () => new Response(`No ${key}`, { status: 403, headers: { "x-echo": key, "set-cookie": "sid=4711" } });
  const { kb, records } = createClientWithKey(echo, { apiKey: undefined, headers: { "x-team": key } });
  expect(await expectRejection(Error, getIndex(kb))).toHaveProperty("rawBody", "No [redacted]");
  const lines = records.filter(([, message]) => /sending|received/.test(String(message)));
  const shown = { status: 403, headers: { "x-echo": "[redacted]", "set-cookie": "[redacted]" }, body: "No [redacted]" };
  expect(lines).toMatchObject([
    ["debug", "promptIndex.get: sending a request", { method: "GET", headers: { "x-team": "[redacted]" } }],
    ["debug", "promptIndex.get: received a response", shown],
  ]);
});
