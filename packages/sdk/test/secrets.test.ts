import { setImmediate } from "node:timers/promises";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { baseUrl } from "./helpers/client.ts";
import { documentedBody, entry, getIndex } from "./helpers/operation-calls.ts";
import { declare } from "./helpers/own-operation.ts";
import { expectHidden, printEverything } from "./helpers/print-everything.ts";
import { recordEverything } from "./helpers/record-everything.ts";
import { getRejection, getThrown } from "./helpers/rejections.ts";

/** A key that every encoding spells in its own way. */
const key = `kbsecret/"\\%+&='<7f3a9c51`;

/** Spellings that the client finds. */
const spellings: Readonly<Record<string, string>> = {
  "as it is": key,
  "percent-encoded": encodeURIComponent(key),
  "JSON-escaped": JSON.stringify(key).slice(1, -1),
};

type Respond = (text: string) => Response | Promise<Response>;

const json = (status: number, value: unknown) => Response.json(value, { status });
/** Writes a text as a part of JSON, unless it is one. Texts that were encoded twice are not found. */
const inJson = (text: string) => (text === spellings["JSON-escaped"] ? text : JSON.stringify(text).slice(1, -1));
const fail = (thrown: unknown): never => {
  throw thrown;
};

/** Places in which the text of others gets into errors, events and lines, all of which show it. */
const shownPlaces: Readonly<Record<string, Respond>> = {
  "the message of an error body": (text) => json(401, documentedBody(401, { message: `unknown key ${text}` })),
  "names and values in an error body": (text) =>
    json(400, documentedBody(400, { body: { message: [`brainId ${text}`], [text]: [{ [text]: text }] } })),
  "an error body of another framework": (text) =>
    new Response(`{"error":{"message":"no ${inJson(text)}"},"headers":["${inJson(text)}"]}`, { status: 403 }),
  "the HTML of a gateway": (text) => new Response(`<p>${text}</p>`, { status: 502 }),
  "an HTML page that is successful": (text) => new Response(`<p>${text}</p>`),
  "the place where JSON breaks": (text) => new Response(`[{"slug":${text}`),
  "the headers of a response": (text) => new Response(null, { status: 500, headers: { "x-echo": text } }),
  "the id of a request": (text) => new Response(null, { status: 500, headers: { "x-request-id": text } }),
  "the location of a redirect": (text) => new Response(null, { status: 307, headers: { location: `/?key=${text}` } }),
  "the path of a difference": (text) => json(200, [{ ...entry, [text]: 1 }]),
  "the value of a difference": (text) => json(200, [{ ...entry, status: text }]),
  "the message of an error of fetch": (text) => fail(new Error(`invalid header ${text}`)),
  "its name": (text) => fail(Object.assign(new Error("x"), { name: text })),
  "its code": (text) => fail(Object.assign(new Error("x"), { code: text })),
  "its stack": (text) => fail(Object.assign(new Error("x"), { stack: `Error: x\n    at fetch (${text})` })),
  "its cause": (text) => fail(new TypeError("fetch failed", { cause: new Error(`invalid ${text}`) })),
  "its cause, which is a text": (text) => fail(new TypeError("fetch failed", { cause: `x-api-key: ${text}` })),
  "its list of errors": (text) => fail(new AggregateError([new Error(`refused ${text}`)])),
  "a text that fetch rejects with": (text) => fail(`x-api-key: ${text}`),
};

/** Places that hold more than a text: the client shows none of it. */
const hiddenPlaces: Readonly<Record<string, Respond>> = {
  "a request attached to an error of fetch": (text) => fail(Object.assign(new Error("x"), { request: withKey(text) })),
  "its options, behind a symbol": (text) => fail(Object.assign(new Error("x"), { [Symbol("options")]: { text } })),
  "its options, behind a getter": (text) => fail(Object.defineProperty(new Error("x"), "config", { get: () => text })),
  "a request attached to one of its errors": (text) =>
    fail(new AggregateError([Object.assign(new Error("x"), { request: withKey(text) })])),
  "an object that fetch rejects with": (text) => fail({ message: "x", config: { headers: { "x-api-key": text } } }),
  "a request that fetch rejects with": (text) => fail(withKey(text)),
  "an error that shows a private field": (text) => fail(new LeakyError(text)),
  "the last of twenty causes": (text) => {
    let error = new Error(text);
    for (let depth = 0; depth < 20; depth += 1) error = new Error("x", { cause: error });
    return fail(error);
  },
};

const withKey = (text: string) => new Request(baseUrl, { headers: { "x-api-key": text } });

class LeakyError extends Error {
  readonly #text: string;
  constructor(text: string) {
    super("x");
    this.#text = text;
  }
  toJSON() {
    return this.#text;
  }
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.#text;
  }
}

/** Creates a client with the key, and records its events and lines. */
function connect(respond: Respond, text: string, options: ClientOptions = {}) {
  const fetch = async () => respond(text);
  const given = { baseUrl, apiKey: key, fetch, retries: 1, random: () => 0, ...options };
  const { records, options: recorded } = recordEverything(given, key);
  return { records, kb: new KnowledgeBase(recorded) };
}

/** Calls an operation in every mode, and returns all that a program can see of it. */
async function observe(respond: Respond, text: string, options?: ClientOptions) {
  const { records, kb } = connect(respond, text, options);
  const results = [await getIndex(kb, { validate: "strict" }).safe(), await getIndex(kb).safe()];
  await setImmediate();
  return [...results.map(({ error, attempts }) => [error, attempts]), ...records];
}

describe.each(Object.entries(spellings))("the key, %s,", (_, text) => {
  it.each(Object.entries(shownPlaces))("is redacted in %s", async (_place, respond) => {
    expect(printEverything(await observe(respond, text))).toContain("[redacted]");
  });

  it.each(Object.entries({ ...shownPlaces, ...hiddenPlaces }))(
    "is not shown in %s, or if the body breaks with it",
    async (_place, respond) => {
      expectHidden(await observe(respond, text), key);
      const breakBody: Respond = () => {
        const pull = async (stream: ReadableStreamDefaultController) =>
          stream.error(await getRejection((async () => fail(await respond(text)))()));
        return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
      };
      expectHidden(await observe(breakBody, text), key);
    },
  );

  it("is redacted in what a schema or a hook throws, in its message, and in its cause", async () => {
    const quote = (value: string) => fail(new Error(`No ${value}`, { cause: new Error(`Never ${value}`) }));
    const schema = z.string().transform(quote);
    const { kb, records } = connect(() => Response.json(text), text, { onError: () => quote(text) });
    const refined = z.string().refine(() => false, { error: `not ${text}` });
    for (const parts of [{ schema }, { schema: refined }, { schema, body: z.object({ text: schema }) }]) {
      const operation = declare({
        ...("body" in parts && { body: parts.body }),
        success: { status: 200, schema: parts.schema },
      });
      const error = await getRejection(kb.call(operation, ("body" in parts ? { text } : {}) as never));
      await setImmediate();
      expectHidden([error, records], key);
      expect(printEverything(error)).toContain("[redacted]");
    }
    expect(printEverything(records)).toContain("The function onError failed.");
  });
});

describe("a part of the key", () => {
  /** Texts in which the key begins at each position in front of a limit. */
  const around = (limit: number) =>
    Array.from({ length: key.length + 2 }, (_, before) => "x".repeat(limit - before) + key + "x".repeat(100));

  it.each<[string, number, Respond]>([
    ["a raw body", 4096, (text) => new Response(text, { status: 403 })],
    ["a body of which only the beginning is read", 16_384, (text) => new Response(text, { status: 403 })],
    ["a successful body", 4096, (text) => new Response(text)],
    ["the message of an error body", 500, (text) => json(403, documentedBody(403, { message: text }))],
    ["a long message of an error body", 950, (text) => json(403, documentedBody(403, { message: text }))],
    ["a header", 1024, (text) => new Response(null, { status: 403, headers: { "x-echo": text } })],
    ["an unknown value", 100, (text) => json(200, [{ ...entry, status: text }])],
    ["the name of an unknown field", 200, (text) => json(200, [{ ...entry, [text]: 1 }])],
    ["the error of fetch", 500, (text) => fail(new Error(text))],
    ["the cause of the error of fetch", 500, (text) => fail(new Error("x", { cause: new Error(text) }))],
  ])("is not shown where %s is cut, at %s characters", async (_, limit, respond) => {
    for (const text of around(limit)) {
      const shown = JSON.stringify(await observe(respond, text, { retries: 0 }));
      expect(shown).not.toMatch(/kbsecr|9c51/);
    }
  });

  it("is not shown by a body that repeats it, although what is redacted is shorter", async () => {
    for (const separator of ["", " ", "x".repeat(7), "x".repeat(100)]) {
      const [result] = await observe((text) => new Response(text, { status: 403 }), (key + separator).repeat(700));
      expect(JSON.stringify(result)).toContain("[redacted]");
      expect(JSON.stringify(result)).not.toMatch(/kbsecr|9c51/);
    }
  });

  it("is not shown if it is a number in JSON", async () => {
    const apiKey = "80012473310952";
    const body = documentedBody(403, { body: { message: "No", given: Number(apiKey) } });
    const { kb } = connect(() => json(403, body), "", { apiKey });
    expectHidden(await getRejection(getIndex(kb)), apiKey);
  });

  it.each([8, 257, 8000])("is not shown if the key has %s characters", async (length) => {
    const apiKey = "kbsecret_7f3a9c51/".repeat(500).slice(0, length);
    const { kb } = connect((text) => new Response(text, { status: 403 }), `is ${apiKey} here`, { apiKey });
    expect(await getRejection(getIndex(kb))).toHaveProperty("rawBody", "is [redacted] here");
  });
});

describe("a text without the key", () => {
  it("is shown unchanged, even if it contains a short key", async () => {
    for (const apiKey of [key, "b"]) {
      const { kb } = connect(() => new Response("kb is how every key begins"), "", { apiKey });
      expect(await getRejection(getIndex(kb))).toHaveProperty("rawBody", "kb is how every key begins");
    }
  });

  it("is not needed in the output of a call, which may have the key in it", async () => {
    const output = [{ ...entry, title: `The key is ${key}` }];
    expect(await getIndex(connect(() => Response.json(output), "").kb)).toEqual(output);
  });
});

it("earlier keys of a function are redacted in the error of a later attempt", async () => {
  const keys = ["kb_first_7f3a9c51", "kb_first_7f3a9c51_and_more"];
  const left = [...keys];
  const seen: unknown[] = [];
  const apiKey = async () => left.shift() ?? "";
  const options = { apiKey, shouldRetry: ({ error }: { error: Error }) => void seen.push(error) };
  const { kb } = connect(() => new Response(`seen: ${keys.join(" ")}`, { status: 503 }), "", options);
  expect(await getRejection(getIndex(kb))).toHaveProperty("rawBody", "seen: [redacted] [redacted]");
  expect(seen).toHaveLength(2);
});

describe("a header whose name tells that its value is secret", () => {
  it.each([
    ["authorization", "Bearer tok_51c09e7d"],
    ["Proxy-Authorization", "Basic dXNlcjp0b2tfNTFj"],
    ["cookie", "theme=dark_blue; sid=tok_51c09e7d"],
    ["x-auth-token", "tok_51c09e7d,tok_77aa00bb"],
    ["X-Other-Key", "tok_51c09e7d"],
    ["x-client-secret", "tok_51c09e7d"],
    ["x-token", "abc def;ghi"],
  ])("is redacted as a whole and in its parts: %s", async (name, value) => {
    const parts = [value, ...value.split(/[\s;,=]+/)].filter((part) => part.length >= 8);
    const respond = () => new Response(`${value} and ${parts.join(" and ")}`, { status: 403 });
    const { kb, records } = connect(respond, "", { headers: { [name]: value, "x-team": "ferries" } });
    const error = await getRejection(getIndex(kb));
    const description = kb.describe("promptIndex.get", { brainId: "b" });
    await setImmediate();
    const printed = printEverything([error, records, description, description.toCurl()]);
    expect(parts.filter((part) => printed.includes(part))).toEqual([]);
    expect(description.headers).toMatchObject({ "x-team": "ferries", [name.toLowerCase()]: expect.any(String) });
  });

  it("is redacted in a text that loses characters when it is shown as one line", async () => {
    const body = '{"message":"bad correct\\nhorse battery"}';
    const headers = { "x-secret": "correct horse battery" };
    const { kb } = connect(() => new Response(body, { status: 400 }), "", { headers });
    const message = "Failed to get the prompt index: 400 bad [redacted].";
    expect(await getRejection(getIndex(kb))).toHaveProperty("message", message);
  });

  it("may have very many parts", async () => {
    const cookie = Array.from({ length: 130_000 }, (_, index) => `value_${index}`).join(";");
    const { kb } = connect(() => new Response("", { status: 400 }), "", { headers: { cookie } });
    expect(await getRejection(getIndex(kb))).toHaveProperty("code", "bad_request");
  });
});

describe("what a program can print", () => {
  const sources: Readonly<Record<string, ClientOptions["apiKey"]>> = {
    "a text": key,
    "a function": () => key,
    "an async function": async () => key,
  };

  it.each(Object.entries(sources))("of a client does not show a key that is %s", async (_, apiKey) => {
    const { kb, records } = connect(() => Response.json([entry]), "", { apiKey });
    const call = getIndex(kb);
    const results = [await call, await call.safe(), await call.withResponse(), await call.asResponse()];
    const parts = [kb.bindings, kb.channels, kb.oauth, kb.pages, kb.promptIndex];
    const prototypes = [...parts, kb].map((part) => Object.getOwnPropertyDescriptors(Object.getPrototypeOf(part)));
    const description = kb.describe("promptIndex.get", { brainId: "b" });
    const printed = [kb, kb.withOptions({}), ...parts, ...prototypes, call, ...results, description];
    expectHidden([printed, description.toCurl(), records], key);
  });

  it("does not show a key that the caller gives in a wrong place", async () => {
    const { kb } = connect(() => new Response(null, { status: 404 }), "");
    const url = `${baseUrl}/?key=${key}`;
    const withName = { apiKey: key, headers: { [`x-api-key: ${key}`]: "" } };
    const options = [
      { baseUrl: key },
      { baseUrl: url },
      key,
      { apiKey: `${key}\n` },
      { headers: { "x-api-key": key } },
    ];
    const thrown = [...options, withName, { apiKey: key, timeout: key }]
      .map((given) => getThrown(() => new KnowledgeBase(given as never)))
      .concat([await getRejection(getIndex(kb, key as never)), await getRejection(kb.promptIndex.get(key as never))])
      .concat([await getRejection(kb.promptIndex.get({ brainId: key }))])
      .concat([getThrown(() => kb.describe(key as never, {} as never))])
      .concat([getThrown(() => kb.withOptions({ timeout: key as never }))]);
    expect(thrown).toHaveLength(12);
    expectHidden(thrown, key);
  });
});
