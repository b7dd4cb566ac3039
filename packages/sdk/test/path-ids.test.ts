import { InputError, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { recordRequests } from "./record-requests.ts";
import { serverForms } from "./server-forms.ts";

const ids = [
  "a/b",
  "/",
  "//",
  "../escape",
  "a/../b",
  "a\\b",
  "a b",
  " ",
  "ä",
  "東京",
  "🎉",
  "e\u0301",
  "%",
  "100%",
  "%2F",
  "%252e",
  "%2e%2e%2e",
  "a?b=c",
  "?",
  "a#b",
  "#",
  "a+b",
  "a:b",
  ":brainId",
  "{bindingId}",
  "a..b",
  "...",
  ".a",
  "..a",
  "a.",
  "*",
  "(group)",
  "$&",
  "$1",
  "a&b=c;d,e",
  "@me",
  "a\tb\nc\rd",
  "\u0000",
  "\u202e",
  "__proto__",
  "constructor",
  "undefined",
  "x".repeat(4000),
];

/** Ids that the client rejects, with its messages. */
const rejectedIds = [
  ["", "must not be empty"],
  [".", "must not be a dot segment"],
  ["..", "must not be a dot segment"],
  ["%2e", "must not be a dot segment"],
  ["%2E", "must not be a dot segment"],
  ["%2E%2e", "must not be a dot segment"],
  [".%2e", "must not be a dot segment"],
  ["%2E.", "must not be a dot segment"],
  ["\ud800", "must be well-formed Unicode"],
  ["a\udc00b", "must be well-formed Unicode"],
  ["\ude00\ud83d", "must be well-formed Unicode"],
  [5, "must be a string"],
  [Number.NaN, "must be a string"],
  [true, "must be a string"],
  [1n, "must be a string"],
  [Symbol("id"), "must be a string"],
  [null, "must be a string"],
  [undefined, "is missing"],
  [{}, "must be a string"],
  [["brain_operations"], "must be a string"],
  [new String("brain_operations"), "must be a string"],
] as const;

function openRecorder() {
  const { requests, fetch } = recordRequests(async () => Response.json({ disconnected: true }));
  return { requests, kb: new KnowledgeBase({ baseUrl: "https://kb.example.com/api", apiKey: "key", fetch }) };
}

describe.each(serverForms)("an id in the path over %s", (_, open) => {
  it.each(ids)("arrives exactly as given: %j", async (id) => {
    const { kb, server } = open();
    server.seed({
      version: 1,
      brains: [{ id, organizationId: "org_harbour_line", name: "Found" }],
      bindings: [
        {
          id,
          brainId: id,
          installationId: "installation_harbour_line",
          teamId: "T0HARBOUR",
          channelId: "C04WEATHER",
          channelName: null,
          status: "active",
          notifyBriefs: true,
          notifyConnections: true,
          notifyChanges: true,
          createdAt: "2026-03-02T09:30:00.000Z",
        },
      ],
    });
    const binding = await kb.bindings.update({ brainId: id, bindingId: id });
    expect([binding.brainId, binding.id]).toEqual([id, id]);
  });
});

describe("an id in the path", () => {
  it.each(ids)("is one segment of the path that decodes to itself: %j", async (id) => {
    const { kb, requests } = openRecorder();
    await kb.bindings.unbind({ brainId: id, bindingId: "last" });
    const { pathname, search, hash } = new URL(requests[0]?.url ?? "");
    const [root, api, v1, brains, brainId, ...rest] = pathname.split("/");
    expect([root, api, v1, brains]).toEqual(["", "api", "v1", "brains"]);
    expect(decodeURIComponent(brainId ?? "")).toBe(id);
    expect([rest, search, hash]).toEqual([["messaging", "bindings", "last"], "", ""]);
  });

  it.each(rejectedIds)("is rejected before anything is sent: %o", async (id, message) => {
    const { kb, requests } = openRecorder();
    const first = await expectRejection(InputError, kb.bindings.unbind({ brainId: id as never, bindingId: "last" }));
    expect(first.issues).toEqual([{ path: ["brainId"], message }]);
    const last = await expectRejection(InputError, kb.bindings.unbind({ brainId: "first", bindingId: id as never }));
    expect(last.issues).toEqual([{ path: ["bindingId"], message }]);
    expect(requests).toEqual([]);
  });

  it.each([
    ["bindings.update", "bindingId", (kb: KnowledgeBase) => kb.bindings.update({ brainId: "b", bindingId: ".." })],
    ["pages.archive", "slug", (kb: KnowledgeBase) => kb.pages.archive({ brainId: "b", slug: ".." })],
    ["channels.list", "brainId", (kb: KnowledgeBase) => kb.channels.list({ brainId: "..", installationId: "i" })],
    ["promptIndex.get", "brainId", (kb: KnowledgeBase) => kb.promptIndex.get({ brainId: ".." })],
    ["oauth.start", "brainId", (kb: KnowledgeBase) => kb.oauth.start({ brainId: ".." })],
  ])("is rejected by %s as well", async (_, name, call) => {
    const { kb, requests } = openRecorder();
    const { issues } = await expectRejection(InputError, call(kb));
    expect(issues).toEqual([{ path: [name], message: "must not be a dot segment" }]);
    expect(requests).toEqual([]);
  });
});
