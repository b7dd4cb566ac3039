import { type ClientOptions, ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { recordRequests } from "./record-requests.ts";
import { serverForms } from "./server-forms.ts";

const brainId = "brain_operations";
const path = "/v1/brains/brain_operations/index";

async function urlFor(baseUrl: ClientOptions["baseUrl"], options: ClientOptions = {}): Promise<string | undefined> {
  const { requests, fetch } = recordRequests(async () => Response.json([]));
  await new KnowledgeBase({ baseUrl, apiKey: "key", fetch, ...options }).promptIndex.get({ brainId });
  return requests[0]?.url;
}

/** Returns the message of the error that a base URL causes. */
function getErrorMessage(baseUrl: unknown): string {
  try {
    new KnowledgeBase({ baseUrl: baseUrl as never, apiKey: "key" });
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error("The client was expected to be rejected and was not");
}

const messages = {
  notHttp: "Failed to create a client: baseUrl is not an HTTP URL. Use one such as https://kb.example.com.",
  tooMuch: "Failed to create a client: baseUrl must have only an origin and a path. Remove the rest.",
  insecure:
    "Failed to create a client: baseUrl is plain http:, which sends the key unencrypted. " +
    "Use https:, or set allowInsecureHttp.",
};

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the base URL", () => {
  it.each([
    ["https://kb.example.com", "https://kb.example.com"],
    ["https://kb.example.com/", "https://kb.example.com"],
    ["https://kb.example.com///", "https://kb.example.com"],
    ["https://kb.example.com:8443", "https://kb.example.com:8443"],
    ["https://kb.example.com:8443/", "https://kb.example.com:8443"],
    ["https://kb.example.com:443", "https://kb.example.com"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
    ["http://127.12.34.56:3000", "http://127.12.34.56:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["https://kb.example.com/api", "https://kb.example.com/api"],
    ["https://kb.example.com/api/", "https://kb.example.com/api"],
    ["https://kb.example.com/api//", "https://kb.example.com/api"],
    ["https://kb.example.com/a/b%20c/d", "https://kb.example.com/a/b%20c/d"],
    ["https://kb.example.com/a/../b", "https://kb.example.com/b"],
    ["HTTPS://KB.Example.COM/Api", "https://kb.example.com/Api"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    [" https://kb.example.com ", "https://kb.example.com"],
  ])("may be %j", async (baseUrl, start) => {
    expect(await urlFor(baseUrl)).toBe(start + path);
  });

  it("may be a URL object", async () => {
    expect(await urlFor(new URL("https://kb.example.com/api/"))).toBe(`https://kb.example.com/api${path}`);
  });

  it.each([
    "https://kb.example.com?tenant=1",
    "https://kb.example.com/api/?tenant=1#top",
    "https://kb.example.com#top",
    "https://user:password@kb.example.com",
    "https://user@kb.example.com",
    "https://:password@kb.example.com",
    "http://localhost@kb.example.com",
  ])("is rejected at construction with a query, a hash or credentials, none of which are shown: %j", (baseUrl) => {
    expect(getErrorMessage(baseUrl)).toBe(messages.tooMuch);
    expect(getErrorMessage(new URL(baseUrl))).toBe(messages.tooMuch);
  });

  it.each([
    "http://kb.example.com",
    "http://kb.example.com:3000/api",
    "http://10.0.0.1",
    "http://0.0.0.0:3000",
    "http://[::2]:3000",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
  ])("is rejected at construction if plain http: leads to another machine: %j", (baseUrl) => {
    expect(getErrorMessage(baseUrl)).toBe(messages.insecure);
  });

  it("may be plain http: to another machine with allowInsecureHttp", async () => {
    const url = await urlFor("http://kb.example.com", { allowInsecureHttp: true });
    expect(url).toBe(`http://kb.example.com${path}`);
  });

  it.each(["", " ", "kb.example.com", "/api", "//kb.example.com", "https://", "https://kb example.com", "not a URL"])(
    "is rejected at construction if it is invalid: %j",
    (baseUrl) => {
      expect(getErrorMessage(baseUrl)).toBe(messages.notHttp);
    },
  );

  it.each([
    "localhost:3000",
    "kb.example.com:8443/api",
    "ftp://kb.example.com",
    "ws://kb.example.com",
    "file:///srv/kb",
    "data:,kb",
    "mailto:kb@example.com",
    "blob:https://kb.example.com/api",
    "xhttp://kb.example.com",
    "xhttps://kb.example.com",
    "httpx://kb.example.com",
    "httpss://kb.example.com",
    "http+unix://kb.example.com",
    "about:blank",
  ])("is rejected at construction if it is not an HTTP URL: %j", (baseUrl) => {
    expect(getErrorMessage(baseUrl)).toBe(messages.notHttp);
  });

  it.each([null, 5, {}, []])("is rejected at construction if it is %j", (baseUrl) => {
    expect(getErrorMessage(baseUrl)).toBe(messages.notHttp);
  });
});

describe("a base URL that is omitted", () => {
  it.each([{}, { baseUrl: undefined }])("is reported by the first call: %j", async (options) => {
    vi.stubEnv("KNOWLEDGE_BASE_URL", undefined);
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const kb = new KnowledgeBase({ apiKey: "key", fetch, ...options });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId }));
    expect(error.message).toBe(
      "Failed to get the prompt index: there is no base URL. Set baseUrl or KNOWLEDGE_BASE_URL.",
    );
    expect(error).toMatchObject({ code: "configuration", operation: "promptIndex.get", attempts: [] });
    expect(requests).toEqual([]);
  });

  it("is read from the environment at each call", async () => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    const kb = new KnowledgeBase({ apiKey: "key", fetch });
    vi.stubEnv("KNOWLEDGE_BASE_URL", "https://first.example.com/api/");
    await kb.promptIndex.get({ brainId });
    vi.stubEnv("KNOWLEDGE_BASE_URL", "https://second.example.com");
    await kb.promptIndex.get({ brainId });
    expect(requests.map(({ url }) => url)).toEqual([
      `https://first.example.com/api${path}`,
      `https://second.example.com${path}`,
    ]);
  });

  it.each([
    ["kb.example.com", "is not an HTTP URL."],
    ["http://kb.example.com", "is plain http:,"],
    ["https://kb.example.com?a=b", "must have only an origin and a path."],
  ])(
    "is rejected in the environment like in the options, by the name of the variable: %j",
    async (baseUrl, problem) => {
      vi.stubEnv("KNOWLEDGE_BASE_URL", baseUrl);
      const { requests, fetch } = recordRequests(async () => Response.json([]));
      const kb = new KnowledgeBase({ apiKey: "key", fetch });
      const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId }));
      expect(error.message).toContain(`Failed to get the prompt index: KNOWLEDGE_BASE_URL ${problem}`);
      expect(requests).toEqual([]);
    },
  );
});

describe.each(serverForms)("the base URL over %s", (_, open) => {
  it.each(["https://served.test", "https://served.test:8443", "https://served.test/api/knowledge"])(
    "%s leads to a server there, with and without a slash at its end",
    async (baseUrl) => {
      const { connect, kb } = open({ baseUrl });
      const entries = await kb.promptIndex.get({ brainId, limit: 1 });
      expect(entries.map(({ slug }) => slug)).toEqual(["electric-fleet-programme"]);
      expect(await connect({ baseUrl: `${baseUrl}/` }).promptIndex.get({ brainId, limit: 1 })).toEqual(entries);
    },
  );
});
