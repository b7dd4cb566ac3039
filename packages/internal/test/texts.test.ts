import {
  createMark,
  cutText,
  escapeXml,
  fieldsOf,
  isEqualInConstantTime,
  isObject,
  isVisibleAscii,
  messageOf,
  parseJson,
  pathParamNames,
  quoteForShell,
  readRetryAfter,
  requestControl,
  sleep,
  sliceText,
  writePath,
  writeQuery,
} from "@knowledge-base/internal";
import { describe, expect, it } from "vitest";

describe("texts", () => {
  it.each([
    ["tide", 4, "tide", "tide"],
    ["tides", 4, "tide", "tid…"],
    ["tid😀", 4, "tid", "tid…"],
    ["ti😀s", 4, "ti😀", "ti…"],
  ])("are cut between characters: %s to %d", (text, maxLength, sliced, cut) => {
    expect(sliceText(text, maxLength)).toBe(sliced);
    expect(cutText(text, maxLength)).toBe(cut);
  });

  it("are escaped for XML", () => {
    expect(escapeXml(`<a b="c">&'\t\0\ud800\u202e`)).toBe(
      "&lt;a b=&quot;c&quot;&gt;&amp;&apos;&#9;\ufffd\ufffd&#8238;",
    );
  });

  it.each([
    ["GET", "GET"],
    ["it's $HOME\n", `'it'\\''s $HOME\n'`],
    ["\u001b'\\", `$'\\u001b\\'\\\\'`],
  ])("are quoted for a shell: %j", (text, quoted) => {
    expect(quoteForShell(text)).toBe(quoted);
  });

  it("are the messages of errors, and of all else that is thrown", () => {
    expect([new Error("broken"), "broken", undefined].map(messageOf)).toEqual(["broken", "broken", "undefined"]);
  });

  it("are keys if they have only visible ASCII characters", () => {
    expect(isVisibleAscii("kb_1~!")).toBe(true);
    expect(["", "a b", "ü", 1, undefined].some(isVisibleAscii)).toBe(false);
  });

  it.each([
    ["secret", "secret", true],
    ["Secret", "secret", false],
    ["secretsecret", "secret", false],
    ["", "secret", false],
    ["secret", "", false],
    ["", "", true],
  ])("are compared: %j and %j", (text, secret, expected) => {
    expect(isEqualInConstantTime(text, secret)).toBe(expected);
  });
});

describe("values", () => {
  it("have fields, whatever they are", () => {
    expect(fieldsOf({ code: 1 })["code"]).toBe(1);
    expect([null, undefined, 5, "text", []].some((value) => "code" in fieldsOf(value))).toBe(false);
  });

  it("are objects, but no arrays", () => {
    expect([{}, [], null, () => {}].map(isObject)).toEqual([true, false, false, false]);
  });

  it("have marks of their own, which copies have not", () => {
    const mark = createMark<number>("internal/test");
    const marked = mark.set({}, 5);
    expect(mark.read(marked)).toBe(5);
    expect([{ ...marked }, Object.create(marked), null, 5].map(mark.read).filter(Boolean)).toEqual([]);
  });

  it("are parsed from JSON, or undefined", () => {
    expect(['{"a":1}', "null", "", "{"].map(parseJson)).toEqual([{ a: 1 }, null, undefined, undefined]);
  });
});

describe("requests", () => {
  it("have a path with parameters", () => {
    const path = "/v1/brains/{brainId}/pages/{slug}";
    expect(pathParamNames(path)).toEqual(["brainId", "slug"]);
    expect(writePath(path, (name) => `${name}/ü`)).toBe("/v1/brains/brainId%2F%C3%BC/pages/slug%2F%C3%BC");
  });

  it.each([
    ["repeat", { a: [1, "ü"], b: null, c: undefined, d: [], e: false }, "?a=1&a=%C3%BC&e=false"],
    ["comma", { a: [1, "x,y"], b: [], c: "&" }, "?a=1,x%2Cy&c=%26"],
    ["brackets", { a: [1, 2], b: 3 }, "?a%5B%5D=1&a%5B%5D=2&b=3"],
    [undefined, {}, ""],
  ] as const)("have a query with lists as %s", (queryArrays, query, written) => {
    expect(writeQuery(queryArrays ? { queryArrays } : {}, query)).toBe(written);
  });

  it("for the controls of a server have a token and a body, if there are any", async () => {
    const sent: unknown[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      sent.push([url, init]);
      return new Response();
    };
    await requestControl({ baseUrl: "http://x", fetch, token: "" }, "state", { organization: undefined }, {});
    await requestControl({ baseUrl: "http://x", fetch, token: "t" }, "state", { organization: "a" }, { body: "{}" });
    const headers = { "content-type": "application/json", authorization: "Bearer t" };
    expect(sent).toEqual([
      ["http://x/_control/state", { method: "POST", headers: {}, redirect: "manual" }],
      ["http://x/_control/state?organization=a", { method: "POST", headers, redirect: "manual", body: "{}" }],
    ]);
  });

  it.each([
    [{}, undefined],
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "2", "retry-after-ms": "1500" }, 1_500],
    [{ "retry-after": "Wed, 01 Jul 2026 12:00:05 GMT" }, 5_000],
    [{ "retry-after": "Wed, 01 Jul 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "Wednesday, 01-Jul-26 12:00:05 GMT" }, 5_000],
    [{ "retry-after": "Wed Jul  1 12:00:05 2026" }, 5_000],
    [{ "retry-after": "Wednesday" }, undefined],
    [{ "retry-after": "2026" }, 2_026_000],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "9".repeat(400) }, Number.MAX_SAFE_INTEGER],
    [{ "retry-after": "soon, 3, 5" }, 3_000],
    [{ "retry-after": "Wed, 01 Jul 2026 12:00:05 GMT, Wed, 01 Jul 2026 12:00:09 GMT" }, 5_000],
    [{ "retry-after": "2000000000" }, 2_000_000_000_000],
    [{ "ratelimit-reset": "7" }, 7_000],
    [{ "ratelimit-reset": "soon", "x-ratelimit-reset": String(Date.UTC(2026, 6, 1, 12) / 1_000 + 8) }, 8_000],
    [{ "x-ratelimit-reset": "1000000000" }, 0],
  ])("are retried after %j", (headers, expected) => {
    const date = "Wed, 01 Jul 2026 12:00:00 GMT";
    expect(readRetryAfter(429, new Headers({ date, ...headers }))).toBe(expected);
  });

  it("are retried when a rate limit ends only if they exceeded it, and by the clock of this machine without a date", () => {
    expect(readRetryAfter(503, new Headers({ "ratelimit-reset": "7" }))).toBeUndefined();
    const later = new Date(Date.now() + 60_000).toUTCString();
    expect(readRetryAfter(503, new Headers({ "retry-after": later }))).toBeGreaterThan(50_000);
  });
});

it("a wait ends at once without a time, or if a signal is aborted", async () => {
  const controller = new AbortController();
  const waits = [sleep(0), sleep(1e9, AbortSignal.abort()), sleep(1e9, controller.signal)];
  controller.abort();
  await expect(Promise.all(waits)).resolves.toHaveLength(3);
});
