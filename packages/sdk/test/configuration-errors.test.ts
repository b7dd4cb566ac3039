import { type ClientOptions, ConfigurationError, KnowledgeBase, KnowledgeBaseError } from "@knowledge-base/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { recordRequests } from "./record-requests.ts";

const baseUrl = "https://kb.example.com";

function construct(apiKey: unknown): unknown {
  try {
    return new KnowledgeBase({ baseUrl, apiKey: apiKey as never });
  } catch (error) {
    return error;
  }
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("an API key", () => {
  it.each([
    "kb_secret_7f3a\n",
    "\nkb_secret_7f3a",
    "kb_secret\r\nx-admin: 1",
    "kb_secret_7f3a ",
    " kb_secret_7f3a",
    "Bearer kb_secret_7f3a",
    "kb_secret\t7f3a",
    "kb_secret\u00007f3a",
    "kb_secret_7f3a\u007f",
    "kb_sécret_7f3a",
    "kb_secret_7f3a…",
    "“kb_secret_7f3a”",
    "kb_secret_\ud800",
    "🎉",
  ])("is rejected and never shown: %j", (apiKey) => {
    const error = construct(apiKey);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "ConfigurationError",
      code: "configuration",
      message:
        "Failed to create a client: apiKey must be one or more visible ASCII characters without spaces, or a function that returns them.",
    });
    expect(String((error as Error).stack)).not.toContain(apiKey.trim());
  });

  it.each([null, 5, true, {}, [], ["kb_secret_7f3a"]])("is rejected at construction if it is %j", (apiKey) => {
    expect(construct(apiKey)).toMatchObject({
      name: "ConfigurationError",
      message:
        "Failed to create a client: apiKey must be one or more visible ASCII characters without spaces, or a function that returns them.",
    });
  });

  it("is rejected at construction if it is empty", () => {
    expect(construct("")).toMatchObject({
      name: "ConfigurationError",
      message:
        "Failed to create a client: apiKey must be one or more visible ASCII characters without spaces, or a function that returns them.",
    });
  });

  it.each([undefined, null, 5])("is not read from the environment if its function returns %j", async (given) => {
    vi.stubEnv("KNOWLEDGE_BASE_API_KEY", "kb_of_the_environment");
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const kb = new KnowledgeBase({ baseUrl, apiKey: () => given as never, fetch });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(
      "Failed to get the prompt index: apiKey must be one or more visible ASCII characters without spaces, or a function that returns them.",
    );
    expect(requests).toEqual([]);
  });

  it.each(["k", "kb_secret_7f3a", "!~", "a:b/c+d=", "x".repeat(2000)])("is sent as it is: %j", async (apiKey) => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    await new KnowledgeBase({ baseUrl, apiKey, fetch }).promptIndex.get({ brainId: "b" });
    expect(requests.map(({ headers }) => headers["x-api-key"])).toEqual([apiKey]);
  });
});

describe("a function that fails", () => {
  const reason = new Error("the vault is locked");
  const fail = (): never => {
    throw reason;
  };

  it.each<[string, ClientOptions["apiKey"]]>([
    ["throws", fail],
    ["rejects", () => Promise.reject(reason)],
  ])("is the cause of a ConfigurationError if apiKey %s", async (_, apiKey) => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const kb = new KnowledgeBase({ baseUrl, apiKey, fetch });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe("Failed to get the prompt index: the function apiKey failed.");
    expect(error.cause).toBe(reason);
    expect(requests).toEqual([]);
  });

  it.each<[string, ClientOptions]>([
    ["clock.now", { clock: { now: fail, after: () => () => {} } }],
    ["clock.after", { clock: { now: () => 0, after: fail } }],
    ["random", { random: fail }],
  ])("is the cause of a ConfigurationError: %s", async (name, options) => {
    const fetch = async () => new Response(null, { status: 503 });
    const kb = new KnowledgeBase({ baseUrl, apiKey: "key", fetch, ...options });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(`Failed to get the prompt index: ${name} failed: the vault is locked.`);
    expect(error).toMatchObject({ operation: "promptIndex.get", cause: reason });
  });
});

describe("an API key that is omitted", () => {
  it.each([{}, { apiKey: undefined }])("is reported by the first call: %j", async (options) => {
    vi.stubEnv("KNOWLEDGE_BASE_API_KEY", undefined);
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const kb = new KnowledgeBase({ baseUrl, fetch, ...options });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(
      "Failed to get the prompt index: there is no API key. Set apiKey or KNOWLEDGE_BASE_API_KEY.",
    );
    expect(error).toMatchObject({ code: "configuration", operation: "promptIndex.get", attempts: [] });
    expect(requests).toEqual([]);
  });

  it("is read from the environment at each call", async () => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const kb = new KnowledgeBase({ baseUrl, fetch });
    vi.stubEnv("KNOWLEDGE_BASE_API_KEY", "first");
    await kb.promptIndex.get({ brainId: "b" });
    vi.stubEnv("KNOWLEDGE_BASE_API_KEY", "second");
    await kb.promptIndex.get({ brainId: "b" });
    expect(requests.map(({ headers }) => headers["x-api-key"])).toEqual(["first", "second"]);
  });

  it("is rejected in the environment like in the options, and never shown", async () => {
    vi.stubEnv("KNOWLEDGE_BASE_API_KEY", "kb_secret_7f3a\n");
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const error = await expectRejection(
      ConfigurationError,
      new KnowledgeBase({ baseUrl, fetch }).promptIndex.get({ brainId: "b" }),
    );
    expect(error.message).toBe(
      "Failed to get the prompt index: KNOWLEDGE_BASE_API_KEY must be one or more visible ASCII characters without spaces.",
    );
    expect(error.stack).not.toContain("kb_secret_7f3a");
    expect(requests).toEqual([]);
  });
});

describe("an invalid option signal", () => {
  it.each([
    ["an object", {}],
    ["text", "over"],
    ["a controller", new AbortController()],
  ])("is rejected before anything is sent: %s", async (_, signal) => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const clock = { now: () => 0, after: () => () => {} };
    const kb = new KnowledgeBase({ baseUrl, apiKey: "key", fetch, clock });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: signal as never });
    await expectRejection(ConfigurationError, call);
    expect(requests).toEqual([]);
  });
});

describe("a client without a base URL and without a key", () => {
  it("can be created, and its first call names the options to set", async () => {
    vi.stubEnv("KNOWLEDGE_BASE_URL", undefined);
    vi.stubEnv("KNOWLEDGE_BASE_API_KEY", undefined);
    const error = await expectRejection(ConfigurationError, new KnowledgeBase().oauth.start({ brainId: "b" }));
    expect(error.message).toBe("Failed to start OAuth: there is no base URL. Set baseUrl or KNOWLEDGE_BASE_URL.");
  });
});
