import {
  type ClientOptions,
  ConfigurationError,
  InputError,
  KnowledgeBase,
  KnowledgeBaseError,
} from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { recordRequests } from "../record-requests.ts";
import { createClient, createClientAt, everyCall, getIndex, secretKey } from "./create-client.ts";

const input = { brainId: "b" };

/** Creates a client whose requests are recorded. */
function connect(options: ClientOptions = {}) {
  const { requests, fetch } = recordRequests(async () => Response.json([]));
  return { requests, kb: createClient(fetch, options) };
}

/** Returns the error that a function throws. */
function getThrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("The function was expected to throw and did not");
}

const framing = [
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

describe("a header that the client must not set", () => {
  it.each([...framing, "Content-Length", "TRANSFER-ENCODING"])("is rejected with its name: %s", async (name) => {
    const { kb, requests } = connect();
    const headers = { "x-one": "1", [name]: "5" };
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get(input, { headers }));
    expect(error.message.toLowerCase()).toContain(name.toLowerCase());
    expect(error.attempts).toEqual([]);
    expect(requests).toEqual([]);
    expect(getThrown(() => createClient(fetch, { headers }))).toMatchObject({ code: "configuration" });
    expect(getThrown(() => kb.describe("promptIndex.get", input, { headers }))).toMatchObject({
      code: "configuration",
    });
  });

  it.each(["two words", "colon:", "ümlaut", "(bracket)", "", "x,y", "é"])(
    "is rejected with its name, if it is none: %j",
    async (name) => {
      const { kb, requests } = connect();
      const call = kb.promptIndex.get(input, { headers: { [name]: "secret_value_51c0" } });
      const error = await expectRejection(ConfigurationError, call);
      expect(error.message).toContain(JSON.stringify(name).slice(1, -1));
      expect(error.message).not.toContain("secret_value_51c0");
      expect(requests).toEqual([]);
    },
  );

  it.each(["x-trace", "accept", "content-type", "authorization", "cookie", "x-te", "upgrade-insecure-requests"])(
    "is no other one: %s",
    async (name) => {
      const { kb, requests } = connect();
      await kb.promptIndex.get(input, { headers: { [name]: "5" } });
      expect(requests[0]?.headers).toHaveProperty(name, "5");
    },
  );
});

describe("a base URL with a port that fetch blocks", () => {
  it.each([1, 22, 25, 6000, 6667])("is a ConfigurationError, and not retried: %s", async (port) => {
    for (const call of Object.values(everyCall)) {
      const error = await expectRejection(ConfigurationError, call(createClientAt(`http://127.0.0.1:${port}`)));
      expect(error.message).toMatch(/port/);
      expect(error.message).not.toContain("could not be reached");
      expect(error.attempts.length).toBeLessThanOrEqual(1);
    }
  });
});

const withHeaders = { status: 200, ok: true, headers: new Headers() };

describe("a fetch that does not resolve with a Response", () => {
  const values: Readonly<Record<string, unknown>> = {
    nothing: undefined,
    null: null,
    text: "[]",
    "a list": [],
    "an object": { ok: true, status: 200 },
    "a mock without headers": { ok: true, status: 200, text: async () => "[]", body: null },
    "a mock without a body": { ...withHeaders, json: async () => [] },
    "a mock without text() of an error": { ...withHeaders, status: 500, ok: false, json: async () => ({}) },
    "a mock without a status": { headers: new Headers(), text: async () => "[]", body: null },
    "a function": () => Response.json([]),
  };

  it.each(Object.entries(values))("is a ConfigurationError, and not retried: %s", async (_, value) => {
    let calls = 0;
    const kb = createClient(
      async () => {
        calls += 1;
        return value as Response;
      },
      { random: () => 0 },
    );
    const error = await expectRejection(ConfigurationError, getIndex(kb));
    expect(error.message).toMatch(/fetch/);
    expect(error.message).not.toContain("could not be reached");
    expect(calls).toBe(1);
  });
});

/** Errors of programs, thrown by the platform. */
const programmingErrors: Readonly<Record<string, () => unknown>> = {
  "a variable that is used too early": () => {
    const read = () => later;
    const early = read();
    const later = 1;
    return early;
  },
  "a field of undefined": () => (undefined as unknown as { field: unknown }).field,
  "a method of null": () => (null as unknown as { method(): unknown }).method(),
  "a call of what is no function": () => (5 as unknown as () => unknown)(),
};

describe.each(Object.entries(programmingErrors))("a fetch with a mistake in its program: %s", (_, run) => {
  it("is a ConfigurationError with that error as its cause, and not retried", async () => {
    const thrown = getThrown(run) as Error;
    for (const call of Object.values(everyCall)) {
      let calls = 0;
      const kb = createClient(
        async () => {
          calls += 1;
          throw thrown;
        },
        { random: () => 0 },
      );
      const error = await expectRejection(ConfigurationError, call(kb));
      expect(error.cause).toMatchObject({ name: thrown.name, message: thrown.message });
      expect(error.message).toMatch(/fetch/);
      expect(error.message).not.toContain("could not be reached");
      expect(calls).toBe(1);
    }
  });
});

describe("a platform without fetch", () => {
  it("is a ConfigurationError that says so, and not retried", async () => {
    vi.stubGlobal("fetch", undefined);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: secretKey, logLevel: "off" });
    const error = await expectRejection(ConfigurationError, getIndex(kb));
    expect(error.message).toMatch(/fetch/);
    expect(error.attempts.length).toBeLessThanOrEqual(1);
  });
});

describe("arguments in another form", () => {
  it.each([
    ["ids one after the other", ["b", "s"]],
    ["an id only", ["b"]],
    ["nothing", []],
    ["null", [null]],
    ["a list", [["b", "s"]]],
  ])("are rejected with what is expected: %s", async (_, args) => {
    const { kb, requests } = connect();
    const archive = (...given: unknown[]) => kb.pages.archive(...(given as [never]));
    const call = archive(...args);
    const error = await expectRejection(KnowledgeBaseError, call);
    expect(error).toMatchObject({ operation: "pages.archive", message: expect.stringMatching(/must be an object/) });
    expect(error.message).not.toContain("option 0");
    expect(["input", "configuration"]).toContain(error.code);
    expect(requests).toEqual([]);
  });

  it("are an InputError if the input is no object", async () => {
    const { kb } = connect();
    const error = await expectRejection(InputError, kb.pages.archive("b" as never));
    expect(error.issues[0]).toEqual({ path: [], message: expect.stringContaining("must be an object") });
  });

  it.each([null, "x", 5, [], true])(
    "are rejected as options of a call, of describe and of withOptions: %j",
    async (options) => {
      const { kb, requests } = connect();
      const error = await expectRejection(ConfigurationError, kb.promptIndex.get(input, options as never));
      expect(error.message).toMatch(/^Failed to get the prompt index: options must be an object/);
      for (const run of [
        () => kb.describe("promptIndex.get", input, options as never),
        () => kb.withOptions(options as never),
        () => new KnowledgeBase(options as never),
      ]) {
        expect(getThrown(run)).toMatchObject({
          code: "configuration",
          message: expect.stringMatching(/options must be an object/),
        });
      }
      expect(requests).toEqual([]);
    },
  );
});

describe("a value that is no operation", () => {
  it.each(["pages.archive", "typo", "", undefined, null, 5, [], {}, { id: "pages.archive" }, () => {}])(
    "makes call reject with a ConfigurationError: %j",
    async (operation) => {
      const { kb, requests } = connect();
      const call = kb.call(operation as never, input as never);
      const error = await expectRejection(ConfigurationError, call);
      expect(error.message).toMatch(/^Failed to .+\.$/);
      expect(requests).toEqual([]);
    },
  );

  const hasNoText = Object.create(null) as object;

  it.each([
    "typo",
    "pages",
    "toString",
    "__proto__",
    "constructor",
    "",
    undefined,
    null,
    5,
    {},
    ["pages.archive"],
    hasNoText,
  ])("makes describe throw a ConfigurationError: %j", (id) => {
    const { kb } = connect();
    expect(getThrown(() => kb.describe(id as never, input as never))).toBeInstanceOf(ConfigurationError);
  });
});

describe("a logger without the methods of the levels that are logged", () => {
  const write = () => {};

  it.each([
    [{}, "debug", /debug/],
    [{}, "error", /error/],
    [{ debug: write, info: write, warn: write }, "debug", /error/],
    [{ debug: write, info: write, error: write }, "warn", /warn/],
    [{ error: "no function" }, "error", /error/],
    [null, "warn", /logger/],
    ["console", "warn", /logger/],
    [write, "warn", /warn/],
  ] as const)("is rejected: %#", (logger, logLevel, expected) => {
    for (const run of [
      () => createClient(fetch, { logger: logger as never, logLevel }),
      () => createClient(fetch).withOptions({ logger: logger as never, logLevel }),
    ]) {
      const error = getThrown(run) as ConfigurationError;
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toMatch(/^Failed to create a client: logger /);
      expect(error.message).toMatch(expected);
    }
  });

  it.each([
    [{ error: write }, "error"],
    [{ warn: write, error: write }, "warn"],
    [{}, "off"],
  ] as const)("is accepted if those methods are there: %#", (logger, logLevel) => {
    expect(createClient(fetch, { logger: logger as never, logLevel })).toBeInstanceOf(KnowledgeBase);
  });
});
