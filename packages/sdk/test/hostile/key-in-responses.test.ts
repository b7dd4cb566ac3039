import type { IncomingMessage, ServerResponse } from "node:http";
import { inspect } from "node:util";
import {
  type ClientOptions,
  isKnowledgeBaseError,
  KnowledgeBase,
  RedirectError,
  ResponseError,
  ServerError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection, getRejection } from "../expect-rejection.ts";
import {
  createClient,
  createClientAt,
  errorBody,
  everyCall,
  getIndex,
  indexEntry,
  secretKey,
} from "./create-client.ts";
import { expectNoSecret } from "./expect-no-secret.ts";
import { startHttp } from "./hostile-server.ts";

/** A key with every character that some encoding escapes. */
const oddKey = "kb_secret/7f3a+9c51&x=<\"'\\>%;{}==";

/** Encodings in which a server may send the key back. */
const forms: Readonly<Record<string, (key: string) => string>> = {
  "as it is": (key) => key,
  "as JSON": (key) => JSON.stringify(key).slice(1, -1),
  "percent-encoded": encodeURIComponent,
  "twice in a row": (key) => key + key,
};

type Echo = (request: IncomingMessage, response: ServerResponse, key: string) => void;

/** Servers that send the key back. */
const echoes: Readonly<Record<string, Echo>> = {
  "every header, in a text": (request, response) => response.writeHead(500).end(inspect(request.headers)),
  "every raw header, in a response that is not JSON": (request, response) =>
    response.end(request.rawHeaders.join("\n")),
  "every header, in an undocumented error": (request, response) =>
    response.writeHead(400).end(JSON.stringify({ error: "no", request: { headers: request.headers } })),
  "it as the message of a documented error": (_, response, key) =>
    response.writeHead(401).end(JSON.stringify(errorBody(401, { message: `unknown key ${key}` }))),
  "it deep in a documented error": (_, response, key) =>
    response
      .writeHead(400)
      .end(JSON.stringify(errorBody(400, { body: { message: [`brainId ${key}`], a: [{ [key]: key }] } }))),
  "it as the path of a documented error": (_, response, key) =>
    response.writeHead(404).end(JSON.stringify(errorBody(404, { path: `/v1?key=${encodeURIComponent(key)}` }))),
  "it as a location": (_, response, key) =>
    response.writeHead(307, { location: `https://other.example.com/?key=${encodeURIComponent(key)}` }).end(),
  "it at the place where JSON breaks": (_, response, key) => response.end(`[{"slug":${key}`),
  "it behind a long text that is no JSON": (_, response, key) =>
    response.writeHead(502).end(" ".repeat(4096 - 5) + key),
  "it as the name of an unknown field": (_, response, key) =>
    response.end(JSON.stringify([{ ...indexEntry, [key]: 1 }])),
  "it as an unknown value of an enum": (_, response, key) =>
    response.end(JSON.stringify([{ ...indexEntry, status: key }])),
  "it in a retry that is limited": (_, response, key) =>
    response.writeHead(429, { "retry-after": "0", "x-echo": key }).end(`slow down, ${key}`),
};

/** Creates a client and records all its log lines and events. */
function createRecordedClient(url: string, options: ClientOptions) {
  const records: unknown[] = [];
  const record = (...args: unknown[]) => records.push(args);
  const logger = { debug: record, info: record, warn: record, error: record };
  const hooks = { onRequest: record, onResponse: record, onRetry: record, onError: record, onDrift: record };
  return {
    records,
    kb: new KnowledgeBase({ baseUrl: url, logger, logLevel: "debug", random: () => 0, ...hooks, ...options }),
  };
}

describe.each([secretKey, oddKey])("the key %s is not shown", (key) => {
  it.each(Object.entries(echoes))("by errors, log and events if a server sends back %s", async (_, echo) => {
    const url = await startHttp((request, response) => echo(request, response, key));
    const { kb, records } = createRecordedClient(url, { apiKey: async () => key, validate: "strict" });
    for (const call of Object.values(everyCall)) {
      const error = await getRejection(call(kb));
      expect(isKnowledgeBaseError(error)).toBe(true);
      expectNoSecret(error, key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key));
    }
    expectNoSecret(records, key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key));
  });

  it.each(["tolerant", "report"] as const)("by drifts that are reported in the mode %s", async (validate) => {
    const url = await startHttp((_, response) => {
      response.end(JSON.stringify([{ ...indexEntry, status: key, pageType: `x${key}y`, [key]: 1, [`x${key}y`]: 1 }]));
    });
    const { kb, records } = createRecordedClient(url, { apiKey: key, validate });
    await getIndex(kb);
    expect(records.length).toBeGreaterThan(4);
    expectNoSecret(records, key, JSON.stringify(key).slice(1, -1));
  });

  it.each(Object.entries(forms))("by an error whose text holds it %s", async (_, form) => {
    const written = form(key);
    const url = await startHttp((_request, response) => response.writeHead(500).end(`before ${written} after`));
    const error = await expectRejection(ServerError, getIndex(createClientAt(url, { apiKey: key, retries: 0 })));
    expectNoSecret(error, key, written);
    expect(error.rawBody).toMatch(/^before (\[redacted\])+ after$/);
  });

  it.each(["percent-encoded"])("by a location that holds it %s", async (form) => {
    const written = (forms[form] ?? encodeURIComponent)(key);
    const url = await startHttp((_, response) => {
      response.writeHead(302, { location: `https://other.example.com/${written}/end` }).end();
    });
    const error = await expectRejection(RedirectError, getIndex(createClientAt(url, { apiKey: key })));
    expectNoSecret(error, key, written);
    expect(error.location).toBe("https://other.example.com/[redacted]/end");
  });

  it("by the URL of an error, an event or a line if the caller gives it as an id", async () => {
    const url = await startHttp((_, response) => response.writeHead(404).end());
    const { kb, records } = createRecordedClient(url, { apiKey: key });
    expectNoSecret(await getRejection(kb.promptIndex.get({ brainId: key })), key, encodeURIComponent(key));
    expectNoSecret(records, key, encodeURIComponent(key));
  });

  it("by the headers of an event or a line if the caller gives it as another header", async () => {
    const url = await startHttp((_, response) => response.end("[]"));
    const { kb, records } = createRecordedClient(url, { apiKey: key, headers: { authorization: `Bearer ${key}` } });
    await getIndex(kb);
    expectNoSecret(records, key);
  });
});

describe("a secret in a header of the caller's own is not shown", () => {
  it.each([
    ["authorization", "Bearer tok_51c09e7d"],
    ["Proxy-Authorization", "Basic dXNlcjp0b2tfNTFjMDllN2Q="],
    ["cookie", "theme=dark; sid=tok_51c09e7d"],
    ["x-auth-token", "tok_51c09e7d"],
    ["X-Other-Key", "tok_51c09e7d"],
    ["x-client-secret", "tok_51c09e7d"],
  ])("by an event, a line, an error or a description: %s", async (name, value) => {
    const secret = value.split(" ").at(-1) ?? "";
    const url = await startHttp((_, response) => response.writeHead(500).end(`${value} and ${secret} again`));
    const { kb, records } = createRecordedClient(url, {
      apiKey: secretKey,
      retries: 0,
      headers: { [name]: value, "x-team": "ferries" },
    });
    const error = await expectRejection(ServerError, getIndex(kb));
    expectNoSecret(error, secret);
    expectNoSecret(records, secret);
    expect(JSON.stringify(records)).toContain('"x-team":"ferries"');
    const description = kb.describe("promptIndex.get", { brainId: "b" });
    expectNoSecret([description, description.toCurl()], secret);
    expect(description.headers["x-team"]).toBe("ferries");
  });
});

describe("a part of the key is not shown", () => {
  it("by an unknown value that is cut within it", async () => {
    const value = "x".repeat(100 - (secretKey.length - 1)) + secretKey;
    const url = await startHttp((_, response) => response.end(JSON.stringify([{ ...indexEntry, status: value }])));
    const { kb, records } = createRecordedClient(url, { apiKey: secretKey });
    await getIndex(kb);
    expectNoSecret(records, secretKey.slice(0, -1));
  });

  it("by the syntax error of a response that breaks in front of it, or behind it", async () => {
    for (const text of [`[{"slug":${secretKey}`, `["${secretKey}"x`]) {
      const error = await expectRejection(ResponseError, getIndex(createClient(async () => new Response(text))));
      expect(error.cause).toBeInstanceOf(SyntaxError);
      expectNoSecret(error, secretKey.slice(0, 6), secretKey.slice(-6));
    }
  });

  it("by a raw body that is cut within it", async () => {
    const url = await startHttp((_, response) => response.writeHead(500).end("x".repeat(4090) + secretKey));
    const error = await expectRejection(ServerError, getIndex(createClientAt(url, { retries: 0 })));
    expectNoSecret(error, secretKey.slice(0, 6));
  });
});

describe("a key of any length", () => {
  it.each([8, 256, 257, 8000])("is not shown, in whole or in part, if it has %i characters", async (length) => {
    const apiKey = Array.from({ length }, (_, index) => "kb7f3a9c51x/".charAt(index % 12)).join("");
    const fetch = async () => new Response(`your key is ${apiKey} here`, { status: 500 });
    const error = await expectRejection(ServerError, getIndex(createClient(fetch, { apiKey, retries: 0 })));
    expect(error.rawBody).toBe("your key is [redacted] here");
  });
});

describe("a key that has been replaced", () => {
  it("is not shown by an error that a later attempt ends with", async () => {
    const keys = ["kb_first_7f3a9c51", "kb_second_7f3a9c51"] as const;
    const seen: unknown[] = [];
    const url = await startHttp((request, response) => {
      seen.push(request.headers["x-api-key"]);
      response.writeHead(503).end(`seen so far: ${seen.join(" ")}`);
    });
    const left = [...keys];
    const kb = createClientAt(url, { apiKey: async () => left.shift() ?? "", retries: 1, random: () => 0 });
    const error = await expectRejection(ServerError, getIndex(kb));
    expect(seen).toEqual(keys);
    expectNoSecret(error, ...keys);
  });

  it("is not shown in part if it begins like the one before", async () => {
    const keys = ["kb_short_7f3a", "kb_short_7f3a_9c51"] as const;
    const left = [...keys];
    const fetch = async () => new Response(`seen so far: ${keys.join(" ")}`, { status: 503 });
    const kb = createClient(fetch, { apiKey: async () => left.shift() ?? "", retries: 1, random: () => 0 });
    const error = await expectRejection(ServerError, getIndex(kb));
    expect(error.rawBody).toBe("seen so far: [redacted] [redacted]");
  });

  it("is not confused with the key of another call", async () => {
    let asked = 0;
    const url = await startHttp((request, response) => {
      const body = () => response.writeHead(400).end(`your key is ${request.headersDistinct["x-api-key"]?.join()}`);
      setTimeout(body, request.url?.includes("slow") ? 30 : 0);
    });
    const apiKey = async () => {
      asked += 1;
      return `kb_number_${asked}_7f3a9c51`;
    };
    const kb = createClientAt(url, { apiKey });
    const errors = await Promise.all(["slow", "fast"].map((brainId) => getRejection(kb.promptIndex.get({ brainId }))));
    for (const error of errors) expect(error).toHaveProperty("rawBody", "your key is [redacted]");
  });
});

describe("the text of a service", () => {
  it("is shown unchanged if it does not hold the key", async () => {
    const text = "kb_secret_ is the beginning of every key";
    const error = await expectRejection(ResponseError, getIndex(createClient(async () => new Response(text))));
    expect(error.rawBody).toBe(text);
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  it("reaches the caller unchanged as the output", async () => {
    const entry = { ...indexEntry, title: `The key is ${secretKey}` };
    expect(await getIndex(createClient(async () => Response.json([entry])))).toEqual([entry]);
  });
});
