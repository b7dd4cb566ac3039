import { inspect } from "node:util";
import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { getRejection } from "../expect-rejection.ts";
import { baseUrl, createClient, errorBody, everyCall, getIndex, indexEntry, secretKey } from "./create-client.ts";
import { expectNoSecret, printEverything } from "./expect-no-secret.ts";
import { closedPort, startHttp } from "./hostile-server.ts";
import { setVariable } from "./set-variable.ts";

/** The sources of a client's key. */
const sources: Readonly<Record<string, () => ClientOptions>> = {
  "a string": () => ({ apiKey: secretKey }),
  "a function": () => ({ apiKey: () => secretKey }),
  "an async function": () => ({ apiKey: async () => secretKey }),
  "the environment": () => {
    setVariable("KNOWLEDGE_BASE_API_KEY", secretKey);
    return {};
  },
};

/** Ways in which a call fails. */
const failures: Readonly<Record<string, () => Promise<Response>>> = {
  "status 400": async () => Response.json(errorBody(400), { status: 400 }),
  "status 401": async () => Response.json(errorBody(401), { status: 401 }),
  "status 404": async () => Response.json(errorBody(404), { status: 404 }),
  "status 429": async () => new Response(null, { status: 429 }),
  "status 502 with HTML": async () => new Response("<h1>502</h1>", { status: 502 }),
  "a redirect": async () => new Response(null, { status: 307, headers: { location: "https://other.example.com" } }),
  "a response that is not JSON": async () => new Response("<h1>Hello</h1>"),
  "a response of another shape": async () => Response.json({ no: "list" }),
  "a fetch that fails": () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })),
  "a fetch that rejects with text": () => Promise.reject("no network"),
  "a timeout": () => new Promise(() => {}),
  "a fetch that resolves with nothing": async () => undefined as never,
};

/** Records all log lines and events of a client. */
function listenTo(options: ClientOptions) {
  const records: unknown[] = [];
  const record = (...args: unknown[]) => records.push(args);
  const logger = { debug: record, info: record, warn: record, error: record };
  const hooks = { onRequest: record, onResponse: record, onRetry: record, onError: record, onDrift: record };
  return { records, options: { ...options, ...hooks, logger, logLevel: "debug" } as const };
}

describe.each(Object.entries(sources))("a key from %s is not shown", (_, source) => {
  it("by the client, its resources and methods, before and after a call", async () => {
    const kb = new KnowledgeBase({ baseUrl, ...source(), fetch: async () => Response.json([indexEntry]) });
    for (const moment of ["before", "after"]) {
      expectNoSecret(kb);
      expectNoSecret(kb.withOptions({ headers: { "x-moment": moment } }));
      for (const part of [kb.bindings, kb.channels, kb.oauth, kb.pages, kb.promptIndex]) expectNoSecret(part);
      expectNoSecret(Object.getOwnPropertyDescriptors(KnowledgeBase.prototype));
      await getIndex(kb);
    }
  });

  it("by a call, its result and its response", async () => {
    const kb = new KnowledgeBase({ baseUrl, ...source(), fetch: async () => Response.json([indexEntry]) });
    const call = getIndex(kb);
    expectNoSecret(call);
    expectNoSecret(await call);
    expectNoSecret(call);
    expectNoSecret(await call.safe());
    expectNoSecret(await call.withResponse());
    expectNoSecret(await call.asResponse());
  });

  it("by the description of a call", () => {
    const kb = new KnowledgeBase({ baseUrl, ...source() });
    const description = kb.describe("bindings.update", { brainId: "b", bindingId: "c", notifyBriefs: true });
    expectNoSecret(description);
    expectNoSecret({ curl: description.toCurl() });
  });

  it.each(Object.entries(failures))("by the error, the log and the events of %s", async (_name, fetch) => {
    const { records, options } = listenTo({ baseUrl, ...source(), fetch, timeout: 5, random: () => 0 });
    const kb = new KnowledgeBase(options);
    for (const call of Object.values(everyCall)) {
      const error = await getRejection(call(kb));
      expect(inspect(error)).toContain("Failed to ");
      expectNoSecret(error);
    }
    expect(records.length).toBeGreaterThan(20);
    expectNoSecret(records);
  });

  it("by errors over a socket", async () => {
    const url = await startHttp((request, response) => {
      if (request.method === "GET") request.socket.destroy();
      else response.writeHead(200, { "content-length": 10 }).write("{", () => response.destroy());
    });
    for (const place of [url, await closedPort()]) {
      const { records, options } = listenTo({ baseUrl: place, ...source(), random: () => 0 });
      const kb = new KnowledgeBase(options);
      for (const call of Object.values(everyCall)) expectNoSecret(await getRejection(call(kb)));
      expectNoSecret(records);
    }
  });

  it("by a call that the caller aborts", async () => {
    const kb = new KnowledgeBase({ baseUrl, ...source(), fetch: () => new Promise(() => {}) });
    const controller = new AbortController();
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    setImmediate(() => controller.abort());
    expectNoSecret(await getRejection(call));
  });
});

describe("an invalid key", () => {
  const wrong = {
    "a line break at its end": `${secretKey}\n`,
    "a line break in it": `${secretKey}\r\nx-injected: 1`,
    "a space": `${secretKey} `,
    "a tab": `\t${secretKey}`,
    "a zero": `${secretKey}\0`,
    "a letter that is not ASCII": `${secretKey}ä`,
    "an emoji": `${secretKey}🎉`,
  };
  const problem = "apiKey ";

  it.each(Object.entries(wrong))("is rejected by the constructor without showing it: %s", async (_, apiKey) => {
    const error = await getRejection((async () => new KnowledgeBase({ baseUrl, apiKey }))());
    expect(error).toMatchObject({
      code: "configuration",
      message: expect.stringContaining(`Failed to create a client: ${problem}`),
    });
    expectNoSecret(error);
  });

  it.each(Object.entries({ ...wrong, nothing: "", "no text": 7 as never, null: null as never }))(
    "is rejected if a function returns it: %s",
    async (_, apiKey) => {
      let sent = 0;
      const fetch = async () => {
        sent += 1;
        return Response.json([]);
      };
      const { records, options } = listenTo({ apiKey: async () => apiKey, fetch });
      const error = await getRejection(getIndex(new KnowledgeBase({ baseUrl, ...options })));
      expect(error).toMatchObject({
        code: "configuration",
        message: expect.stringContaining(`Failed to get the prompt index: ${problem}`),
      });
      expectNoSecret([error, records]);
      expect(sent).toBe(0);
    },
  );

  it.each(Object.entries(wrong).filter(([, key]) => !key.includes("\0")))(
    "is rejected if the environment has it: %s",
    async (_, key) => {
      setVariable("KNOWLEDGE_BASE_API_KEY", key);
      const error = await getRejection(getIndex(new KnowledgeBase({ baseUrl, fetch: async () => Response.json([]) })));
      expect(error).toMatchObject({
        code: "configuration",
        message: expect.stringContaining("Failed to get the prompt index: KNOWLEDGE_BASE_API_KEY must be one or more"),
      });
      expectNoSecret(error);
    },
  );
});

describe("options that hold secrets", () => {
  const refusal = async (options: ClientOptions) => getRejection((async () => new KnowledgeBase(options))());

  it.each(["x-api-key", "X-API-Key", "X-Api-KEY"])("are rejected as the header %s", async (name) => {
    const error = await refusal({ baseUrl, apiKey: "other", headers: { [name]: secretKey } });
    expect(error).toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/^Failed to create a client: .*x-api-key/),
    });
    expectNoSecret(error);
    const call = createClient(async () => Response.json([])).promptIndex.get(
      { brainId: "b" },
      { headers: { [name]: secretKey } },
    );
    const callError = await getRejection(call);
    expect(callError).toHaveProperty("code", "configuration");
    expectNoSecret(callError);
  });

  it.each(["a\nb", "a\r\nx-injected: 1", "a\0", "東京", "🎉"])("are rejected as the header value %j", async (value) => {
    const headers = { "x-token": `${secretKey}${value}` };
    const error = await refusal({ baseUrl, headers });
    expect(error).toMatchObject({
      code: "configuration",
      message: 'Failed to create a client: headers has an invalid value for "x-token".',
    });
    expectNoSecret(error);
  });

  it.each([`https://user:${secretKey}@kb.example.com`, `https://${secretKey}@kb.example.com`])(
    "are rejected as the base URL %s",
    async (url) => {
      const message = expect.stringMatching(/^Failed to .+: baseUrl /);
      for (const given of [url, new URL(url)]) {
        const error = await refusal({ baseUrl: given, apiKey: "other" });
        expect(error).toMatchObject({ code: "configuration", message });
        expectNoSecret(error);
      }
      setVariable("KNOWLEDGE_BASE_URL", url);
      const error = await getRejection(getIndex(new KnowledgeBase({ apiKey: "other" })));
      expect(error).toMatchObject({
        code: "configuration",
        message: expect.stringContaining(": KNOWLEDGE_BASE_URL must have only an origin and a path."),
      });
      expectNoSecret(error);
    },
  );

  it.each([
    secretKey,
    `https://kb.example.com/?key=${secretKey}`,
    `https://kb.example.com/#${secretKey}`,
    `ftp://kb/${secretKey}`,
  ])("are rejected as the base URL %s, without showing it", async (url) => {
    const error = await refusal({ baseUrl: url });
    expect(error).toHaveProperty("code", "configuration");
    expectNoSecret(error);
  });
});

describe("what is printed", () => {
  it("shows a key that is not hidden, so that these tests can fail", () => {
    const hidden = Object.defineProperty(new Error("x"), "request", {
      value: { headers: new Headers({ a: secretKey }) },
    });
    for (const value of [hidden, new Error("x", { cause: hidden }), { deep: [{ er: [[[secretKey]]] }] }]) {
      expect(printEverything(value)).toContain(secretKey);
    }
  });
});
