import { ConfigurationError, type HeaderOverrides, KnowledgeBase, ServerError } from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { expectRejection, getRejection } from "../expect-rejection.ts";
import { baseUrl, createClient, createClientAt, getIndex, secretKey } from "./create-client.ts";
import { expectNoSecret } from "./expect-no-secret.ts";
import { readBody, startHttp } from "./hostile-server.ts";
import { ManualClock } from "./manual-clock.ts";

/** Replaces the global `fetch` until the test ends. */
function setGlobalFetch(fetch: typeof globalThis.fetch): void {
  vi.stubGlobal("fetch", fetch);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

/** Starts a server that responds with the headers of each request, without those that the platform's fetch added. */
async function startHeaders(): Promise<string> {
  const added = [
    "host",
    "connection",
    "accept-language",
    "sec-fetch-mode",
    "user-agent",
    "accept-encoding",
    "content-length",
  ];
  return startHttp((request, response) => {
    const own = Object.entries(request.headers).filter(([name]) => !added.includes(name));
    response.end(JSON.stringify(Object.fromEntries(own)));
  });
}

const off = { validate: "off" } as const;
const headersOf = (kb: KnowledgeBase, headers?: HeaderOverrides) =>
  kb.promptIndex.get({ brainId: "b" }, { ...off, headers });

describe("the global fetch", () => {
  it("is looked up at each attempt", async () => {
    const clock = new ManualClock();
    const kb = new KnowledgeBase({ baseUrl, apiKey: secretKey, clock, random: () => 0 });
    const called: string[] = [];
    setGlobalFetch(async () => {
      called.push("first");
      setGlobalFetch(async () => {
        called.push("second");
        return Response.json([]);
      });
      return new Response(null, { status: 503 });
    });
    expect(await clock.drive(getIndex(kb))).toEqual([]);
    expect(called).toEqual(["first", "second"]);
  });

  it("is not used if the options have another", async () => {
    setGlobalFetch(() => Promise.reject(new Error("the global one")));
    expect(await getIndex(createClient(async () => Response.json([])))).toEqual([]);
  });
});

describe("a fetch of the options", () => {
  it("is called as a function, once for each attempt", async () => {
    const calls: unknown[][] = [];
    const fetch = function (this: unknown, ...args: unknown[]) {
      calls.push([this, args.length > 0]);
      return Promise.resolve(new Response(null, { status: 500 }));
    };
    await expectRejection(ServerError, getIndex(createClient(fetch, { random: () => 0 })));
    expect(calls).toEqual([
      [undefined, true],
      [undefined, true],
      [undefined, true],
    ]);
  });
});

describe("a request", () => {
  it("has the method, the path, the headers and the body of its operation, and nothing else", async () => {
    const seen: unknown[] = [];
    const url = await startHttp(async (request, response) => {
      const { accept, "content-type": type, "x-api-key": key } = request.headers;
      seen.push([request.method, request.url, accept, type, key, await readBody(request)]);
      response.writeHead(404).end();
    });
    const kb = createClientAt(url);
    await getRejection(kb.promptIndex.get({ brainId: "b", limit: 5 }));
    await getRejection(kb.promptIndex.get({ brainId: "b", limit: undefined }));
    await getRejection(kb.channels.list({ brainId: "b", installationId: "i&j=k l+m" }));
    await getRejection(kb.pages.archive({ brainId: "b", slug: "s" }));
    await getRejection(
      kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: false, notifyChanges: undefined }),
    );
    await getRejection(kb.bindings.update({ brainId: "b", bindingId: "c" }));
    await getRejection(kb.bindings.unbind({ brainId: "b", bindingId: "c" }));
    await getRejection(kb.oauth.start({ brainId: "b" }));
    const json = "application/json";
    expect(seen).toEqual([
      ["GET", "/v1/brains/b/index?limit=5", json, undefined, secretKey, ""],
      ["GET", "/v1/brains/b/index", json, undefined, secretKey, ""],
      ["GET", "/v1/brains/b/messaging/channels?installationId=i%26j%3Dk%20l%2Bm", json, undefined, secretKey, ""],
      ["POST", "/v1/brains/b/pages/s/archive", json, undefined, secretKey, ""],
      ["PATCH", "/v1/brains/b/messaging/bindings/c", json, json, secretKey, '{"notifyBriefs":false}'],
      ["PATCH", "/v1/brains/b/messaging/bindings/c", json, json, secretKey, "{}"],
      ["DELETE", "/v1/brains/b/messaging/bindings/c", json, undefined, secretKey, ""],
      ["POST", "/v1/brains/b/messaging/oauth/start", json, undefined, secretKey, ""],
    ]);
  });
});

describe("the option headers", () => {
  const own = { accept: "application/json", "x-api-key": secretKey };

  it("adds to those of the client, the call's before the client's, whatever their case", async () => {
    const kb = createClientAt(await startHeaders(), { headers: { "X-One": "1", "x-two": "2", Accept: "text/json" } });
    expect(await headersOf(kb)).toEqual({ ...own, accept: "text/json", "x-one": "1", "x-two": "2" });
    expect(await headersOf(kb, { "x-ONE": "one", "X-Three": "3" })).toEqual({
      ...own,
      accept: "text/json",
      "x-one": "one",
      "x-two": "2",
      "x-three": "3",
    });
    expect(await headersOf(kb)).toEqual({ ...own, accept: "text/json", "x-one": "1", "x-two": "2" });
  });

  it("may be a Headers", async () => {
    const kb = createClientAt(await startHeaders());
    const headers = new Headers({ "X-One": "1" });
    expect(await headersOf(kb, headers)).toEqual({ ...own, "x-one": "1" });
    expect(await headersOf(kb.withOptions({ headers }), { accept: null })).toMatchObject({ "x-one": "1" });
    await expectRejection(ConfigurationError, headersOf(kb, new Headers({ "x-api-key": "other" })));
  });

  it.each([
    "authorization: Bearer tok_51c09e7d",
    ["authorization: Bearer tok_51c09e7d"],
    [["authorization", "Bearer", "tok_51c09e7d"]],
    new Map([["authorization", "Bearer tok_51c09e7d"]]),
    5,
    true,
  ])("is rejected without being shown if it is neither an object nor a Headers: %#", async (given) => {
    const headers = given as never;
    const message = "headers must be an object with names and values.";
    const error = await expectRejection(ConfigurationError, headersOf(createClient(fetch), headers));
    expect(error.message).toBe(`Failed to get the prompt index: ${message}`);
    expectNoSecret(error, "tok_51c09e7d");
    expect(() => createClient(fetch, { headers })).toThrow(`Failed to create a client: ${message}`);
  });

  it("removes a header with null, and restores it", async () => {
    const kb = createClientAt(await startHeaders(), { headers: { ACCEPT: null, "x-one": "1" } });
    expect(await headersOf(kb)).toEqual({ ...own, accept: "*/*", "x-one": "1" }); // The platform's fetch adds its own.
    expect(await headersOf(kb, { "X-One": null, accept: "text/json" })).toEqual({ ...own, accept: "text/json" });
  });

  it("removes a header before it is sent", async () => {
    const sent: (string | null)[] = [];
    const kb = createClient(async (input, init) => {
      sent.push(new Request(input, init).headers.get("accept"));
      return Response.json([]);
    });
    await headersOf(kb, { Accept: null });
    expect(sent).toEqual([null]);
  });

  it("sends every character that a header may have", async () => {
    const value = `a\tb !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;
    const kb = createClientAt(await startHeaders());
    expect(await headersOf(kb, { "x-odd": value, "x-empty": "" })).toEqual({ ...own, "x-odd": value, "x-empty": "" });
  });

  it.each([
    { "": "a" },
    { "a b": "a" },
    { "a:b": "a" },
    { "a\r\nb": "a" },
    { ä: "a" },
    { a: "b\nc" },
    { a: "b\r\nx-injected: 1" },
    { a: "b\0" },
    { a: "東" },
    { a: 5 as never },
    { a: undefined as never },
    { "x-api-key": null },
  ])("rejects %j and sends nothing", async (headers) => {
    let requests = 0;
    const fetch = async () => {
      requests += 1;
      return Response.json([]);
    };
    expect(() => createClient(fetch, { headers: headers as Record<string, string> })).toThrow(ConfigurationError);
    await expectRejection(ConfigurationError, headersOf(createClient(fetch), headers as Record<string, string>));
    expect(requests).toBe(0);
  });

  it("ignores inherited properties", async () => {
    const headers = Object.assign(Object.create({ "x-inherited": "1" }), { "x-own": "1", __proto__: null });
    const kb = createClientAt(await startHeaders(), { headers });
    expect(await headersOf(kb)).toEqual({ ...own, "x-own": "1" });
  });
});
