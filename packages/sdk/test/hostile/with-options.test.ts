import { ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { baseUrl, createClient, getIndex, secretKey, userAgent } from "./create-client.ts";
import { ManualClock } from "./manual-clock.ts";
import { setVariable } from "./set-variable.ts";

/** Time that the client waits for the body of an error. */
const errorBodyMs = 1000;

/** Creates a `fetch` that records the requests, with the headers that the client does not always send. */
function recording() {
  const sent: { url: string; key: string | null; headers: Record<string, string> }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { url, headers } = new Request(input, init);
    const { "x-api-key": key = null, accept, "user-agent": agent, ...rest } = Object.fromEntries(headers);
    expect({ accept, "user-agent": agent }).toEqual({ accept: "application/json", ...userAgent });
    sent.push({ url, key, headers: rest });
    return Response.json([]);
  };
  return { sent, fetch };
}

describe("withOptions", () => {
  it("creates another client of the same class, and does not change the first", async () => {
    const { sent, fetch } = recording();
    const kb = createClient(fetch, { headers: { "x-one": "1" } });
    const other = kb.withOptions({
      baseUrl: "https://other.example.com",
      apiKey: "other_key_1",
      headers: { "x-two": "2" },
    });
    expect(other).toBeInstanceOf(KnowledgeBase);
    expect(other).not.toBe(kb);
    await getIndex(other);
    await getIndex(kb);
    expect(sent).toEqual([
      {
        url: "https://other.example.com/v1/brains/b/index",
        key: "other_key_1",
        headers: { "x-one": "1", "x-two": "2" },
      },
      { url: `${baseUrl}/v1/brains/b/index`, key: secretKey, headers: { "x-one": "1" } },
    ]);
  });

  it("keeps every option that is not changed", async () => {
    const clock = new ManualClock();
    const events: string[] = [];
    const kb = createClient(async () => new Response(null, { status: 503 }), {
      clock,
      random: () => 0.5,
      timeout: 700,
      deadline: 5000,
      retries: 1,
      onRetry: () => events.push("retry"),
    });
    await clock.drive(getIndex(kb.withOptions({}).withOptions({ validate: "strict" })).safe());
    expect(clock.delays).toEqual([700, 250, 700, errorBodyMs]);
    expect(events).toEqual(["retry"]);
    await clock.drive(getIndex(kb.withOptions({ retries: 0, timeout: 50 })).safe());
    expect(clock.delays).toEqual([700, 250, 700, errorBodyMs, 50, errorBodyMs]);
  });

  it("never loses the key, whatever is undefined", async () => {
    const { sent, fetch } = recording();
    const nothing = {
      baseUrl: undefined,
      apiKey: undefined,
      headers: undefined,
      fetch: undefined,
      timeout: undefined,
      validate: undefined,
      logLevel: undefined,
    };
    for (const apiKey of [secretKey, () => secretKey, async () => secretKey]) {
      const kb = createClient(fetch, { apiKey, headers: { "x-one": "1" } });
      await getIndex(
        kb
          .withOptions(nothing)
          .withOptions({ ...nothing, timeout: 5 })
          .withOptions({}),
      );
    }
    expect(sent).toEqual(
      Array.from({ length: 3 }, () => ({
        url: `${baseUrl}/v1/brains/b/index`,
        key: secretKey,
        headers: { "x-one": "1" },
      })),
    );
  });

  it("removes a header with null, and restores it", async () => {
    const { sent, fetch } = recording();
    const kb = createClient(fetch, { headers: { "X-One": "1", "x-two": "2" } });
    const without = kb.withOptions({ headers: { "x-one": null } });
    await getIndex(without);
    await getIndex(without.withOptions({ headers: { "X-ONE": "one" } }));
    expect(sent.map(({ headers }) => headers)).toEqual([{ "x-two": "2" }, { "x-one": "one", "x-two": "2" }]);
  });

  it("uses the last change of a header, whatever its case", async () => {
    const { sent, fetch } = recording();
    const names = ["x-one", "X-One", "x-one", "X-ONE", "X-One", "x-one"];
    let kb = createClient(fetch);
    for (const [number, name] of names.entries()) {
      kb = kb.withOptions({ headers: { [name]: String(number) } });
      await getIndex(kb);
    }
    expect(sent.map(({ headers }) => headers)).toEqual(names.map((_, number) => ({ "x-one": String(number) })));
  });

  it("is not affected by later changes of the options object", async () => {
    const { sent, fetch } = recording();
    const options = { baseUrl, apiKey: secretKey, fetch, headers: { "x-one": "1" } as Record<string, string> };
    const kb = new KnowledgeBase(options);
    options.headers["x-one"] = "2";
    Object.assign(options, { apiKey: "changed_key", baseUrl: "https://other.example.com", headers: {} });
    await getIndex(kb);
    await getIndex(kb.withOptions({ timeout: 500 }));
    const expected = { url: `${baseUrl}/v1/brains/b/index`, key: secretKey, headers: { "x-one": "1" } };
    expect(sent).toEqual([expected, expected]);
  });

  it("calls the hooks that it was created with", async () => {
    const calls: string[] = [];
    const { fetch } = recording();
    const options = { baseUrl, apiKey: secretKey, fetch, onRequest: () => calls.push("first") };
    const kb = new KnowledgeBase(options);
    options.onRequest = () => calls.push("second");
    await getIndex(kb);
    expect(calls).toEqual(["first"]);
  });

  it.each([{ timeout: 0 }, { retries: -1 }, { baseUrl: "kb" }, { apiKey: "a b" }, { headers: { "x-api-key": "k" } }])(
    "rejects %j",
    (changes) => {
      expect(() => createClient(fetch).withOptions(changes)).toThrow(ConfigurationError);
    },
  );
});

describe("the environment", () => {
  it("has the base URL and the key, read at each call", async () => {
    const { sent, fetch } = recording();
    const kb = new KnowledgeBase({ fetch });
    setVariable("KNOWLEDGE_BASE_URL", "https://first.example.com/api/");
    setVariable("KNOWLEDGE_BASE_API_KEY", "first_key");
    await getIndex(kb);
    setVariable("KNOWLEDGE_BASE_URL", "https://second.example.com");
    setVariable("KNOWLEDGE_BASE_API_KEY", "second_key");
    await getIndex(kb.withOptions({ timeout: 900 }));
    expect(sent).toEqual([
      { url: "https://first.example.com/api/v1/brains/b/index", key: "first_key", headers: {} },
      { url: "https://second.example.com/v1/brains/b/index", key: "second_key", headers: {} },
    ]);
  });

  it("has lower priority than the options", async () => {
    const { sent, fetch } = recording();
    setVariable("KNOWLEDGE_BASE_URL", "https://environment.example.com");
    setVariable("KNOWLEDGE_BASE_API_KEY", "environment_key");
    await getIndex(createClient(fetch));
    expect(sent).toMatchObject([{ url: `${baseUrl}/v1/brains/b/index`, key: secretKey }]);
  });

  it.each([undefined, ""])(
    "that has %j for them makes the first call fail, with an error that names the options to set",
    async (value) => {
      setVariable("KNOWLEDGE_BASE_URL", value);
      setVariable("KNOWLEDGE_BASE_API_KEY", value);
      const { sent, fetch } = recording();
      const noUrl = await expectRejection(
        ConfigurationError,
        getIndex(new KnowledgeBase({ apiKey: secretKey, fetch })),
      );
      expect(noUrl.message).toContain("KNOWLEDGE_BASE_URL");
      expect(noUrl).toMatchObject({ code: "configuration", operation: "promptIndex.get" });
      const noKey = await expectRejection(ConfigurationError, getIndex(new KnowledgeBase({ baseUrl, fetch })));
      expect(noKey.message).toContain("KNOWLEDGE_BASE_API_KEY");
      expect(noKey).toMatchObject({ code: "configuration", operation: "promptIndex.get", attempts: [] });
      expect(sent).toEqual([]);
    },
  );

  it("with an invalid base URL makes a call fail without showing it", async () => {
    setVariable("KNOWLEDGE_BASE_URL", `not a URL ${secretKey}`);
    const kb = new KnowledgeBase({ apiKey: secretKey });
    const error = await expectRejection(ConfigurationError, getIndex(kb));
    expect(error.message).not.toContain(secretKey);
  });
});
