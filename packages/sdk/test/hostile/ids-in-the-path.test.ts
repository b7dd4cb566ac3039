import { type ClientOptions, InputError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClientAt } from "./create-client.ts";
import { startHttp } from "./hostile-server.ts";

/** Starts a server that records the target of each request as it was sent. */
async function startRecorder(options: ClientOptions = {}) {
  const targets: (string | undefined)[] = [];
  const url = await startHttp((request, response) => {
    targets.push(request.url);
    response.end('{"disconnected":true}');
  });
  return { targets, url, kb: createClientAt(url, options) };
}

const dots = [".", "..", "%2e", "%2E", "%2e%2e", "%2E%2E", "%2e%2E", "%2E%2e", ".%2e", ".%2E", "%2e.", "%2E."];

const others = [
  "a",
  "...",
  "....",
  "..a",
  "a..",
  ".a",
  "a.",
  ". .",
  ".. ",
  " ..",
  " ",
  "  a  ",
  "\t",
  "\n",
  "\r\n",
  "\0",
  "\u007f",
  "%",
  "%%",
  "%2",
  "%zz",
  "%25",
  "%2F",
  "%2f..%2f",
  "%252e",
  "%252e%252e",
  "%2e%2e%2e",
  "%2e%2e/",
  "%00",
  "%u002e",
  "/",
  "//",
  "/..",
  "../",
  "../..",
  "./",
  "a/../b",
  "a/./b",
  "/etc/passwd",
  "\\",
  "..\\",
  "..\\..",
  "a\\b",
  "?",
  "?x=1",
  "a?b#c",
  "#",
  "#a",
  "&",
  "a=b&c=d",
  "+",
  "a+b c",
  ";",
  "a;b,c",
  ":",
  "::",
  "http://other.example.com",
  "//other.example.com",
  "@other.example.com",
  "user:pass@host",
  "*",
  "$&",
  "$1",
  "$$",
  "$`",
  "{brainId}",
  "{bindingId}",
  "{}",
  "[]",
  "[1-3]",
  "<script>",
  '"quoted"',
  "'quoted'",
  "`ticks`",
  "|",
  "^",
  "~",
  "(group)",
  "!",
  "ä",
  "e\u0301",
  "\u00e9",
  "ſ",
  "東京",
  "العربية",
  "🎉",
  "👩‍👩‍👧‍👦",
  "\u200b",
  "\u202e",
  "\ufeff",
  "\u2024\u2024",
  "\uff0e\uff0e",
  "\u2215",
  "\uffff",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "0",
  "-1",
  "x".repeat(4000),
];

const problem = "must not be a dot segment";

/** Ids that the client rejects, with its messages. */
const rejectedIds: readonly (readonly [id: unknown, message: string])[] = [
  ["", "must not be empty"],
  ...dots.map((id) => [id, problem] as const),
  ["\ud800", "must be well-formed Unicode"],
  ["a\udc00", "must be well-formed Unicode"],
  [undefined, "is missing"],
  [null, "must be a string"],
  [5, "must be a string"],
  [["a"], "must be a string"],
  [{ toString: () => "a" }, "must be a string"],
  [new String("a"), "must be a string"],
];

describe("an id in the path", () => {
  it.each(rejectedIds)("is rejected before anything is sent if it is %o", async (given, message) => {
    const asked: string[] = [];
    const apiKey = () => {
      asked.push("key");
      return "key";
    };
    const { kb, targets } = await startRecorder({ apiKey });
    const id = given as never;
    const issuesOf = async (call: Promise<unknown>) => (await expectRejection(InputError, call)).issues;
    expect(await issuesOf(kb.bindings.unbind({ brainId: id, bindingId: "c" }))).toEqual([
      { path: ["brainId"], message },
    ]);
    expect(await issuesOf(kb.bindings.unbind({ brainId: "b", bindingId: id }))).toEqual([
      { path: ["bindingId"], message },
    ]);
    expect(await issuesOf(kb.pages.archive({ brainId: id, slug: id }))).toEqual([
      { path: ["brainId"], message },
      { path: ["slug"], message },
    ]);
    expect(await issuesOf(kb.promptIndex.get({ brainId: id }))).toEqual([{ path: ["brainId"], message }]);
    expect(await issuesOf(kb.channels.list({ brainId: id, installationId: "i" }))).toHaveLength(1);
    expect(await issuesOf(kb.oauth.start({ brainId: id }))).toHaveLength(1);
    expect(await issuesOf(kb.bindings.update({ brainId: "b", bindingId: id }))).toHaveLength(1);
    expect(() => kb.describe("pages.archive", { brainId: "b", slug: id })).toThrow(InputError);
    expect([targets, asked]).toEqual([[], []]);
  });

  it("has an error with the path and the problem", async () => {
    const { kb } = await startRecorder();
    const error = await expectRejection(InputError, kb.pages.archive({ brainId: "..", slug: "" }));
    expect(error).toMatchObject({ code: "input", operation: "pages.archive", attempts: [], stopReason: undefined });
    expect(error.message).toContain(`Failed to archive a page: brainId ${problem}; slug must not be empty.`);
  });

  it("arrives decoded exactly as given", async () => {
    const { kb, targets } = await startRecorder();
    for (const id of others) {
      await kb.bindings.unbind({ brainId: id, bindingId: "last" });
      await kb.bindings.unbind({ brainId: "first", bindingId: id });
    }
    const arrived = targets.map((target) => target?.split("/").map((segment) => decodeURIComponent(segment)));
    expect(arrived).toEqual(
      others.flatMap((id) => [
        ["", "v1", "brains", id, "messaging", "bindings", "last"],
        ["", "v1", "brains", "first", "messaging", "bindings", id],
      ]),
    );
  });

  it("arrives below a base URL with a path", async () => {
    const { url, targets } = await startRecorder();
    for (const base of ["/api", "/api/", "/a%2Fb//", "/%7Bx%7D"]) {
      await createClientAt(url + base).bindings.unbind({ brainId: "a/../b", bindingId: "..." });
    }
    const rest = "v1/brains/a%2F..%2Fb/messaging/bindings/...";
    expect(targets).toEqual([`/api/${rest}`, `/api/${rest}`, `/a%2Fb/${rest}`, `/%7Bx%7D/${rest}`]);
  });

  it("in the query arrives decoded exactly as given", async () => {
    const seen: (string | null)[] = [];
    const url = await startHttp((request, response) => {
      seen.push(new URL(`http://x${request.url}`).searchParams.get("installationId"));
      response.end("[]");
    });
    const ids = [...others, ...dots];
    for (const id of ids) await createClientAt(url).channels.list({ brainId: "b", installationId: id });
    expect(seen).toEqual(ids);
  });
});
