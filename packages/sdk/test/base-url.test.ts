import { ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { recordRequests } from "./sent-requests.ts";
import { forms } from "./world.ts";

const brainId = "brain_operations";
const path = "/v1/brains/brain_operations/index";

async function urlFor(baseUrl: string): Promise<string | undefined> {
  const { requests, fetch } = recordRequests(async () => Response.json([]));
  await new KnowledgeBase({ baseUrl, apiKey: "key", fetch }).promptIndex.get({ brainId });
  return requests[0]?.url;
}

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

  it.each([
    ["https://kb.example.com?tenant=1", "https://kb.example.com"],
    ["https://kb.example.com/api?tenant=1", "https://kb.example.com/api"],
    ["https://kb.example.com/api/?tenant=1#top", "https://kb.example.com/api"],
    ["https://kb.example.com#top", "https://kb.example.com"],
  ])("counts without the query and the hash of %j", async (baseUrl, start) => {
    expect(await urlFor(baseUrl)).toBe(start + path);
  });

  it.each(["", " ", "kb.example.com", "/api", "//kb.example.com", "https://", "https://kb example.com", "not a URL"])(
    "is refused at construction where it is none: %j",
    (baseUrl) => {
      expect(() => new KnowledgeBase({ baseUrl, apiKey: "key" })).toThrow(ConfigurationError);
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
    "about:blank",
  ])("is refused at construction where no HTTP goes there: %j", (baseUrl) => {
    expect(() => new KnowledgeBase({ baseUrl, apiKey: "key" })).toThrow(ConfigurationError);
  });

  it.each([undefined, null, 5, {}, []])("is refused at construction where it is %j", (baseUrl) => {
    expect(() => new KnowledgeBase({ baseUrl: baseUrl as never, apiKey: "key" })).toThrow(ConfigurationError);
  });

  it("says what is wrong with it and what to give", () => {
    expect(() => new KnowledgeBase({ baseUrl: "kb.example.com", apiKey: "key" })).toThrow(
      expect.objectContaining({
        name: "ConfigurationError",
        code: "configuration",
        message: expect.stringMatching(/^Failed to create a client: baseUrl .*https:\/\/kb\.example\.com/),
      }),
    );
  });
});

describe.each(forms)("the base URL over %s", (_, open) => {
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
