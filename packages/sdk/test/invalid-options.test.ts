import { type CallOptions, type ClientOptions, ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";
import { recordRequests } from "./record-requests.ts";

const baseUrl = "https://kb.example.com";

/** Returns the message of the error with which a client cannot be created. */
function getErrorMessage(make: () => KnowledgeBase): string {
  try {
    make();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error("The client was expected to be rejected and was not");
}

const everyOption: Required<ClientOptions> = {
  baseUrl,
  apiKey: "key",
  timeout: 1000,
  deadline: 5000,
  retries: 0,
  maxResponseBytes: 1024,
  headers: {},
  validate: "strict",
  fetch: async () => Response.json([]),
  clock: { now: () => 0, after: () => () => {} },
  random: () => 0,
  logger: console,
  loggerOrder: "message-first",
  logLevel: "off",
  allowInsecureHttp: true,
  dangerouslyAllowBrowser: true,
  onRequest: () => {},
  onResponse: () => {},
  onRetry: () => {},
  onSuccess: () => {},
  onError: () => {},
  onDrift: () => {},
};

const everyCallOption: Required<CallOptions> = {
  timeout: 1000,
  deadline: 5000,
  retries: 0,
  maxResponseBytes: 1024,
  headers: {},
  validate: "strict",
  signal: new AbortController().signal,
};

/** The same options, all of them undefined. */
function withoutValues<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.keys(options).map((name) => [name, undefined])) as Options;
}

describe("an unknown option of a client", () => {
  it.each([
    ["proxy", { proxy: baseUrl }],
    ["signal", { signal: new AbortController().signal }],
    ["hooks", { hooks: {} }],
    ["constructor", { constructor: 1 }],
    ["__proto__", JSON.parse('{ "__proto__": 1 }') as object],
  ])("is rejected by the constructor and by withOptions: %s", (name, options) => {
    const names = Object.keys(everyOption).toSorted().join(", ");
    const message = `Failed to create a client: ${name} is not an option; the options are `;
    for (const text of [
      getErrorMessage(() => new KnowledgeBase(options)),
      getErrorMessage(() => new KnowledgeBase().withOptions(options)),
    ]) {
      expect(text.slice(0, message.length)).toBe(message);
      expect(text.slice(message.length, -1).split(", ").toSorted().join(", ")).toBe(names);
    }
  });

  it.each([
    ["baseURL", "baseUrl"],
    ["base_url", "baseUrl"],
    ["retires", "retries"],
    ["apikey", "apiKey"],
  ])("is rejected with the option that was probably meant: %s", (name, meant) => {
    const message = `Failed to create a client: ${name} is not an option; did you mean ${meant}?`;
    expect(getErrorMessage(() => new KnowledgeBase({ [name]: 5 } as never))).toBe(message);
    expect(getErrorMessage(() => new KnowledgeBase().withOptions({ [name]: 5 } as never))).toBe(message);
  });

  it("is rejected with a short message, however long it is", () => {
    const text = getErrorMessage(() => new KnowledgeBase({ ["x\n".repeat(500_000)]: 1 } as never));
    expect(text).toMatch(/^Failed to create a client: "(x\\n)+x?…? is not an option; the options are .{1,400}$/);
  });

  it("is rejected if a whole server is given", () => {
    const server = createReferenceServer();
    const message =
      /^Failed to create a client: (\w+ is not an option; the options are .+|clock must be an object with the .+)\.$/;
    expect(getErrorMessage(() => new KnowledgeBase(server as never))).toMatch(message);
    expect(getErrorMessage(() => new KnowledgeBase({ ...server } as never))).toMatch(message);
  });

  it("is never a documented option", () => {
    expect(new KnowledgeBase(everyOption)).toBeInstanceOf(KnowledgeBase);
    expect(new KnowledgeBase(withoutValues(everyOption))).toBeInstanceOf(KnowledgeBase);
  });

  it("is rejected even if its value is undefined, such as a variable that is not set", () => {
    const message = "Failed to create a client: apikey is not an option; did you mean apiKey?";
    expect(getErrorMessage(() => new KnowledgeBase({ apikey: undefined } as never))).toBe(message);
    const changes = { ...everyOption, apikey: undefined } as never;
    expect(getErrorMessage(() => new KnowledgeBase().withOptions(changes))).toBe(message);
  });
});

describe("an unknown option of a call", () => {
  it.each(["waits", "fetch", "apiKey", "constructor"])("is rejected before anything is sent: %s", async (name) => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const kb = createClient(fetch);
    const error = await expectRejection(
      ConfigurationError,
      kb.promptIndex.get({ brainId: "b" }, { [name]: 5 } as never),
    );
    const names = "timeout, deadline, retries, maxResponseBytes, headers, validate, signal";
    expect(error.message).toBe(`Failed to get the prompt index: ${name} is not an option; the options are ${names}.`);
    expect(error.operation).toBe("promptIndex.get");
    expect(() => kb.describe("promptIndex.get", { brainId: "b" }, { [name]: 5 } as never)).toThrow(error.message);
    expect(requests).toEqual([]);
  });

  it("is never a documented option", async () => {
    const kb = createClient(async () => Response.json([]));
    for (const options of [everyCallOption, withoutValues(everyCallOption)]) {
      expect(await kb.promptIndex.get({ brainId: "b" }, options)).toEqual([]);
    }
  });

  it("is rejected even if its value is undefined", async () => {
    const kb = createClient(async () => Response.json([]));
    const call = kb.promptIndex.get({ brainId: "b" }, { timout: undefined } as never);
    const error = await expectRejection(ConfigurationError, call);
    expect(error.message).toBe("Failed to get the prompt index: timout is not an option; did you mean timeout?");
  });
});

describe("the option headers", () => {
  it("must be an object", () => {
    expect(getErrorMessage(() => new KnowledgeBase({ headers: null as never }))).toBe(
      "Failed to create a client: headers must be an object with names and values.",
    );
  });

  it.each([
    [undefined, "undefined"],
    [4711, "number"],
    [["kb_secret_7f3a"], "object"],
  ])("must have a string or null for each name: %j", (value, kind) => {
    expect(getErrorMessage(() => new KnowledgeBase({ headers: { "X-Id": value as never } }))).toBe(
      `Failed to create a client: headers["x-id"] must be a string or null (got ${kind}).`,
    );
  });
});

describe("options that are not an object", () => {
  it.each([
    ["kb_secret_7f3a", "a string"],
    ["", "a string"],
    [5, "5"],
    [null, "null"],
    [true, "true"],
    [[], "an array"],
  ])("are rejected by the constructor and by withOptions: %j", (options, received) => {
    for (const create of [
      () => new KnowledgeBase(options as never),
      () => new KnowledgeBase().withOptions(options as never),
    ]) {
      expect(getErrorMessage(create)).toMatch(
        /^Failed to create a client: options must be an object with any of baseUrl, /,
      );
      expect(getErrorMessage(create).endsWith(` (got ${received}).`)).toBe(true);
    }
  });

  it.each([baseUrl, 5, null, []])("are rejected by a call before anything is sent: %j", async (options) => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const call = createClient(fetch).promptIndex.get({ brainId: "b" }, options as never);
    const error = await expectRejection(ConfigurationError, call);
    expect(error.message).toMatch(/^Failed to get the prompt index: options must be an object with any of timeout, /);
    expect(requests).toEqual([]);
  });
});

describe.each(["fetch", "random", "onRequest", "onResponse", "onRetry", "onSuccess", "onError", "onDrift"])(
  "an option %s that is not a function",
  (name) => {
    it.each([
      ["x", '"x"'],
      [{}, "an object"],
      [null, "null"],
      [5, "5"],
    ])("is rejected by the constructor: %j", (value, received) => {
      expect(getErrorMessage(() => new KnowledgeBase({ [name]: value }))).toBe(
        `Failed to create a client: ${name} must be a function (got ${received}).`,
      );
    });
  },
);

describe("an option that may expose the key", () => {
  it.each(["allowInsecureHttp", "dangerouslyAllowBrowser"])("is rejected if it is not a boolean: %s", (name) => {
    const values: readonly (readonly [unknown, string])[] = [
      ["no", '"no"'],
      ["false", '"false"'],
      [1, "1"],
      [{}, "an object"],
    ];
    for (const [value, received] of values) {
      const options = { baseUrl: "http://kb.example.com", [name as "allowInsecureHttp"]: value as never };
      expect(getErrorMessage(() => new KnowledgeBase(options))).toBe(
        `Failed to create a client: ${name} must be true or false (got ${received}).`,
      );
    }
  });

  it.each([false, undefined])("allows nothing if it is %s", (allowInsecureHttp) => {
    const options = { baseUrl: "http://kb.example.com", allowInsecureHttp };
    expect(getErrorMessage(() => new KnowledgeBase(options))).toContain("baseUrl is plain http:");
  });
});

describe("an option signal that is not an AbortSignal", () => {
  it.each([
    [null, "null"],
    [{}, "an object"],
    [new AbortController(), "an object"],
    ["x", '"x"'],
    [5, "5"],
  ])("is rejected by a call before anything is sent: %#", async (signal, received) => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const call = createClient(fetch).promptIndex.get({ brainId: "b" }, { signal: signal as never });
    const error = await expectRejection(ConfigurationError, call);
    expect(error.message).toBe(`Failed to get the prompt index: signal must be an AbortSignal (got ${received}).`);
    expect(requests).toEqual([]);
  });
});

describe("a logger without the method of a level that is logged", () => {
  const log = () => {};

  it.each([
    [{}, "warn", undefined],
    [{ debug: log, info: log, error: log }, "warn", undefined],
    [{ warn: log }, "error", undefined],
    [{ warn: log, error: log }, "debug", "debug"],
    [{ info: "log", warn: log, error: log }, "info", "info"],
    [null, "error", "error"],
  ] as const)("is rejected by the constructor: %#", (logger, method, logLevel) => {
    const message = `Failed to create a client: logger must have the method ${method}, because logLevel is ${logLevel ?? "warn"}.`;
    expect(getErrorMessage(() => new KnowledgeBase({ logger: logger as never, logLevel }))).toBe(message);
  });

  it("is accepted if the level is not logged", () => {
    expect(new KnowledgeBase({ logger: { warn: log, error: log } as never })).toBeInstanceOf(KnowledgeBase);
    expect(new KnowledgeBase({ logger: {} as never, logLevel: "off" })).toBeInstanceOf(KnowledgeBase);
  });
});

describe("an invalid option clock", () => {
  it.each([null, {}, { now: () => 0 }, { after: () => () => {} }])("is rejected by the constructor: %#", (clock) => {
    const received = clock ? "an object" : "null";
    expect(getErrorMessage(() => new KnowledgeBase({ clock: clock as never }))).toBe(
      `Failed to create a client: clock must be an object with the functions now and after (got ${received}).`,
    );
  });
});
