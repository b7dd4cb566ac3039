import { type CallOptions, type ClientOptions, ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { clientOf } from "./client-of.ts";
import { rejectionOf } from "./rejection.ts";
import { recordRequests } from "./sent-requests.ts";

const baseUrl = "https://kb.example.com";

/** What a client says when it cannot be made. */
function refusalOf(make: () => KnowledgeBase): string {
  try {
    make();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error("The client was expected to be refused and was not");
}

const everyOption: Required<ClientOptions> = {
  baseUrl,
  apiKey: "key",
  timeout: 1000,
  deadline: 5000,
  retries: 0,
  headers: {},
  validate: "strict",
  fetch: async () => Response.json([]),
  clock: { now: () => 0, after: () => () => {} },
  random: () => 0,
  logger: console,
  logLevel: "off",
  allowInsecureHttp: true,
  dangerouslyAllowBrowser: true,
  onRequest: () => {},
  onResponse: () => {},
  onRetry: () => {},
  onError: () => {},
  onDrift: () => {},
};

const everyCallOption: Required<CallOptions> = {
  timeout: 1000,
  deadline: 5000,
  retries: 0,
  headers: {},
  validate: "strict",
  signal: new AbortController().signal,
};

/** The same options, all of them undefined. */
function left<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.keys(options).map((name) => [name, undefined])) as Options;
}

describe("an option that a client does not know", () => {
  it.each([
    ["baseURL", { baseURL: baseUrl }],
    ["retires", { retires: 3 }],
    ["signal", { signal: new AbortController().signal }],
    ["hooks", { hooks: {} }],
    ["constructor", { constructor: 1 }],
    ["__proto__", JSON.parse('{ "__proto__": 1 }') as object],
  ])("is refused by the constructor and by withOptions: %s", (name, options) => {
    const message = `Failed to create a client: there is no option ${name}.`;
    expect(refusalOf(() => new KnowledgeBase(options))).toBe(message);
    expect(refusalOf(() => new KnowledgeBase().withOptions(options))).toBe(message);
  });

  it("is refused where a whole server is given", () => {
    const server = createReferenceServer();
    const message = /^Failed to create a client: (there is no option \w+|clock must have now and after)\.$/;
    expect(refusalOf(() => new KnowledgeBase(server as never))).toMatch(message);
    expect(refusalOf(() => new KnowledgeBase({ ...server } as never))).toMatch(message);
  });

  it("is no documented one, and none that is undefined", () => {
    expect(new KnowledgeBase(everyOption)).toBeInstanceOf(KnowledgeBase);
    expect(new KnowledgeBase(left(everyOption))).toBeInstanceOf(KnowledgeBase);
    expect(new KnowledgeBase({ retires: undefined } as never)).toBeInstanceOf(KnowledgeBase);
    expect(new KnowledgeBase().withOptions({ ...everyOption, retires: undefined } as never)).toBeInstanceOf(
      KnowledgeBase,
    );
  });
});

describe("an option that a call does not know", () => {
  it.each(["timout", "fetch", "apiKey", "constructor"])("is refused before anything is sent: %s", async (name) => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const kb = clientOf(fetch);
    const error = await rejectionOf(ConfigurationError, kb.promptIndex.get({ brainId: "b" }, { [name]: 5 } as never));
    expect(error.message).toBe(`Failed to get the prompt index: there is no option ${name}.`);
    expect(error.operation).toBe("promptIndex.get");
    expect(() => kb.describe("promptIndex.get", { brainId: "b" }, { [name]: 5 } as never)).toThrow(error.message);
    expect(requests).toEqual([]);
  });

  it("is no documented one, and none that is undefined", async () => {
    const kb = clientOf(async () => Response.json([]));
    for (const options of [everyCallOption, left(everyCallOption), { timout: undefined } as never]) {
      expect(await kb.promptIndex.get({ brainId: "b" }, options)).toEqual([]);
    }
  });
});

describe("options that are no object", () => {
  it.each([baseUrl, "", 5, null, true])("are refused by the constructor: %j", (options) => {
    expect(refusalOf(() => new KnowledgeBase(options as never))).toBe(
      "Failed to create a client: options must be an object.",
    );
  });
});

describe.each(["fetch", "random", "onRequest", "onResponse", "onRetry", "onError", "onDrift"])(
  "an option %s that is no function",
  (name) => {
    it.each(["x", {}, null, 5])("is refused by the constructor: %j", (value) => {
      expect(refusalOf(() => new KnowledgeBase({ [name]: value }))).toBe(
        `Failed to create a client: ${name} must be a function.`,
      );
    });
  },
);

describe("an option that lets the key be seen", () => {
  it.each(["no", "false", 1, {}])("lets nothing where it is not true: %j", (given) => {
    const options = { baseUrl: "http://kb.example.com", allowInsecureHttp: given as never };
    expect(refusalOf(() => new KnowledgeBase(options))).toContain("baseUrl is plain http:");
  });
});

describe("an option clock that is none", () => {
  it.each([null, {}, { now: () => 0 }, { after: () => () => {} }])("is refused by the constructor: %#", (clock) => {
    expect(refusalOf(() => new KnowledgeBase({ clock: clock as never }))).toBe(
      "Failed to create a client: clock must have now and after.",
    );
  });
});
