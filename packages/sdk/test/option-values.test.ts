import { ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { baseUrl } from "./create-client.ts";
import { connect, expectProblem } from "./helpers/expect-problem.ts";
import { getIndex, getThrown } from "./helpers/operation-calls.ts";
import { expectHidden } from "./helpers/print-everything.ts";

const noop = () => {};

describe("the option headers", () => {
  const noSecret = "tok_51c09e7d";
  const connectionNames =
    "connection content-length expect keep-alive proxy-connection te trailer transfer-encoding upgrade";

  it.each([...connectionNames.split(" "), "Content-Length", "x-api-key", "X-API-Key"])(
    "must not have %s, even to remove it",
    async (name) => {
      for (const value of [noSecret, null]) {
        await expectProblem({ headers: { "x-one": "1", [name]: value } }, new RegExp(`\\b${name}\\b`, "i"), {
          client: true,
          call: true,
        });
      }
    },
  );

  it.each(["", "two words", "colon:", "ümlaut", "(bracket)", "x,y", "a\r\nb"])(
    "must not have the name %j",
    async (name) => {
      const places = { client: true, call: true };
      await expectProblem({ headers: { [name]: noSecret } }, /^headers has the invalid name "(?!.*tok_)/, places);
    },
  );

  it.each<[unknown, RegExp]>([
    ["b\nc", /^headers has an invalid value for "x-a"\.$/],
    ["b\r\nx-injected: 1", /^headers has an invalid value for "x-a"\.$/],
    ["b\0", /^headers has an invalid value for "x-a"\.$/],
    ["東", /^headers has an invalid value for "x-a"\.$/],
    [4711, /^headers\["x-a"\] must be a string .*\(got number\)\.$/],
    [["b"], /^headers\["x-a"\] must be a string .*\(got object\)\.$/],
  ])("must not have the value %j", async (value, problem) => {
    await expectProblem({ headers: { "X-A": value } }, problem, { client: true, call: true });
  });

  const values = { "x-odd": `a\tb !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`, "x-empty": "", cookie: "a", "x-te": "b" };
  const foreign = { get: noop, entries: () => Object.entries(values), [Symbol.iterator]: () => values };

  it.each([
    ["an object", values],
    ["a Headers", new Headers(values)],
    ["a Headers of another library", foreign],
  ])("may be %s, with any text that can be sent", async (_, headers) => {
    const { kb, requests } = connect({ headers: headers as Headers });
    await getIndex(kb);
    await getIndex(connect().kb.withOptions({ headers: headers as Headers }));
    expect(requests[0]?.headers).toMatchObject(values);
  });

  it("are sent without those that an object inherits", async () => {
    const { kb, requests } = connect({ headers: Object.create({ "x-inherited": "1" }) as Record<string, string> });
    await getIndex(kb);
    expect(requests[0]?.headers).not.toHaveProperty("x-inherited");
  });
});

describe("the option logger", () => {
  it.each([
    [{}, undefined, "warn"],
    [{ debug: noop, info: noop, error: noop }, "warn", "warn"],
    [{ warn: noop }, "warn", "error"],
    [{ warn: noop, error: noop }, "debug", "debug"],
    [{ info: "log", warn: noop, error: noop }, "info", "info"],
    [null, "error", "error"],
    ["console", "warn", "warn"],
  ] as const)("must have the methods of the levels that are logged: %#", async (logger, logLevel, method) => {
    const problem = `logger must have the method ${method}, because logLevel is ${logLevel ?? "warn"}.`;
    await expectProblem({ logger, logLevel }, problem, { client: true, call: false });
  });

  it.each([[{}, "off"] as const, [{ error: noop }, "error"] as const])(
    "needs no other methods: %#",
    (logger, logLevel) => {
      expect(new KnowledgeBase({ logger: logger as never, logLevel })).toBeInstanceOf(KnowledgeBase);
    },
  );
});

describe("the option baseUrl", () => {
  const elsewhere =
    "http://kb.example.com HTTP://EXAMPLE.COM http://192.0.2.1 http://10.0.0.1 http://0.0.0.0 http://128.0.0.1 " +
    "http://localhost.example.com http://127.0.0.1.example.com http://notlocalhost http://ⓛocalhost.com";
  it.each([
    ["is not an HTTP URL. Use one such as https://kb.example.com.", ["", " ", "kb.example.com", "/api", "https://"]],
    [
      "is not an HTTP URL. Use one such as https://kb.example.com.",
      ["localhost:3000", "ftp://kb", "data:,kb", "ws://x"],
    ],
    [
      "is not an HTTP URL. Use one such as https://kb.example.com.",
      [null, 5, {}, [], "xhttps://kb", "blob:https://kb"],
    ],
    [
      "must have only an origin and a path. Remove the rest.",
      [`${baseUrl}?a=1`, `${baseUrl}/#top`, "https://user:pass@kb.example.com", new URL("https://user@kb.example.com")],
    ],
    [
      "is plain http:, which sends the key unencrypted. Use https:, or set allowInsecureHttp.",
      [...elsewhere.split(" "), new URL("http://[::2]:3000")],
    ],
  ])("%s", async (problem, urls) => {
    for (const url of urls) await expectProblem({ baseUrl: url }, `baseUrl ${problem}`, { client: true, call: false });
  });

  it.each([
    ["https://kb.example.com///", "https://kb.example.com"],
    ["https://kb.example.com:443/api//", "https://kb.example.com/api"],
    ["HTTPS://KB.Example.COM:8443/Api", "https://kb.example.com:8443/Api"],
    [" https://bücher.example/a/../b%20c ", "https://xn--bcher-kva.example/b%20c"],
    [new URL("https://kb.example.com/api/"), "https://kb.example.com/api"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://a.localhost/x", "http://a.localhost/x"],
    ["http://127.1.2.3:3000/", "http://127.1.2.3:3000"],
    ["http://[0:0:0:0:0:0:0:1]", "http://[::1]"],
  ])("may be %s", async (url, start) => {
    const { kb, requests } = connect({ baseUrl: url });
    await getIndex(kb);
    expect(requests.map((request) => request.url)).toEqual([`${start}/v1/brains/b/index`]);
  });

  it("may be plain http: with allowInsecureHttp", async () => {
    const { kb } = connect({ baseUrl: "http://kb.example.com", allowInsecureHttp: true });
    expect(await getIndex(kb)).toEqual([]);
    expect(getThrown(() => kb.withOptions({ allowInsecureHttp: false }))).toBeInstanceOf(ConfigurationError);
  });
});

describe("a value that may be a secret", () => {
  it("is not in the error", () => {
    for (const options of [
      { headers: { "x-a": "tok_51c09e7d\n" } },
      { apiKey: "tok_51c09e7d\n" },
      { baseUrl: "tok_51c09e7d" },
    ]) {
      expectHidden(
        getThrown(() => new KnowledgeBase(options)),
        "tok_51c09e7d",
      );
    }
  });
});
