import { defineOperation, InputError, KnowledgeBase, KnowledgeBaseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { expectRejection } from "./expect-rejection.ts";
import { recordRequests } from "./record-requests.ts";

const brainId = "brain_operations";
const cyclic: unknown[] = [];
cyclic.push(cyclic);

function open() {
  const { requests, fetch } = recordRequests(async () => Response.json([]));
  return { requests, kb: new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "key", fetch }) };
}

/** Creates a call that must be rejected before anything is sent, and returns the issues of its input. */
async function issuesOf(call: (kb: KnowledgeBase) => Promise<unknown>) {
  const { kb, requests } = open();
  const { issues } = await expectRejection(InputError, call(kb));
  expect(requests).toEqual([]);
  return issues;
}

describe("an input error", () => {
  it("has a message with the problem, and that nothing was sent", async () => {
    const { kb } = open();
    const error = await expectRejection(InputError, kb.promptIndex.get({ brainId, limit: 1.5 }));
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("InputError");
    expect(error.code).toBe("input");
    expect(error.message).toBe(
      "Failed to get the prompt index: limit must be a whole number, not 1.5. Nothing was sent.",
    );
    expect(error.operation).toBe("promptIndex.get");
    expect(error.url).toBeUndefined();
    expect(error.attempts).toEqual([]);
    expect(error.stopReason).toBeUndefined();
  });

  it("reports all problems together", async () => {
    const input = { bindingId: "..", notifyBriefs: "yes", notifyChanges: null, notify: true, colour: "blue" };
    expect(await issuesOf((kb) => kb.bindings.update(input as never))).toEqual([
      { path: ["brainId"], message: "is missing" },
      { path: ["bindingId"], message: "must not be a dot segment" },
      {
        path: ["notify"],
        message:
          "is not a known field; the fields are brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges",
      },
      {
        path: ["colour"],
        message:
          "is not a known field; the fields are brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges",
      },
      { path: ["notifyBriefs"], message: "must be a boolean, not a string" },
      { path: ["notifyChanges"], message: "must be a boolean, not null" },
    ]);
  });

  it("puts all problems into its message", async () => {
    const { kb } = open();
    const error = await expectRejection(InputError, kb.channels.list({ brainId: "", installationId: "" }));
    expect(error.message).toBe(
      "Failed to list channels: brainId must not be empty; installationId must not be empty. Nothing was sent.",
    );
  });

  it("rejects the promise instead of throwing", () => {
    const { kb } = open();
    const call = kb.promptIndex.get(null as never);
    expect(call).toBeInstanceOf(Promise);
    return expect(call).rejects.toBeInstanceOf(InputError);
  });
});

describe("an input that is not an object", () => {
  const inputs = {
    null: null,
    "left out": undefined,
    "an id": "brain_operations",
    "an empty string": "",
    "a number": 5,
    true: true,
    "a symbol": Symbol("input"),
    "a function": () => ({ brainId }),
    "an empty array": [],
    "an array of inputs": [{ brainId }],
    "an array with the fields of an input": Object.assign([], { brainId }),
  };

  it.each(Object.entries(inputs))("is rejected: %s", async (_, input) => {
    expect(await issuesOf((kb) => kb.oauth.start(input as never))).toEqual([
      { path: [], message: "must be an object" },
      { path: ["brainId"], message: "is missing" },
    ]);
  });

  it("is called the input in the message", async () => {
    const { kb } = open();
    const error = await expectRejection(InputError, kb.oauth.start("brain_operations" as never));
    expect(error.message).toBe("Failed to start OAuth: input must be an object; brainId is missing. Nothing was sent.");
  });
});

describe("a field that the operation does not know", () => {
  it.each([
    ["bindings.unbind", (kb: KnowledgeBase) => kb.bindings.unbind({ brainId, bindingId: "b", extra: 1 } as never)],
    ["pages.archive", (kb: KnowledgeBase) => kb.pages.archive({ brainId, slug: "s", extra: 1 } as never)],
    ["channels.list", (kb: KnowledgeBase) => kb.channels.list({ brainId, installationId: "i", extra: 1 } as never)],
    ["promptIndex.get", (kb: KnowledgeBase) => kb.promptIndex.get({ brainId, extra: 1 } as never)],
    ["oauth.start", (kb: KnowledgeBase) => kb.oauth.start({ brainId, extra: 1 } as never)],
  ])("is rejected by %s", async (_, call) => {
    expect(await issuesOf(call)).toEqual([
      { path: ["extra"], message: expect.stringMatching(/^is not a known field; the fields are brainId\b/) },
    ]);
  });

  it("is rejected even if it is undefined", async () => {
    expect(await issuesOf((kb) => kb.oauth.start({ brainId, brainID: undefined } as never))).toEqual([
      { path: ["brainID"], message: "is not a known field; did you mean brainId?" },
    ]);
  });

  it("is rejected even if every object inherits its name", async () => {
    const input = JSON.parse('{ "brainId": "b", "__proto__": 1, "constructor": 2 }') as never;
    expect((await issuesOf((kb) => kb.oauth.start(input))).map(({ path }) => path)).toEqual([
      ["__proto__"],
      ["constructor"],
    ]);
  });
});

describe("a limit", () => {
  it.each([
    [1.5, "must be a whole number, not 1.5"],
    [Number.NaN, "must be a number, not NaN"],
    [Number.POSITIVE_INFINITY, "must be a number, not Infinity"],
    ["5", "must be a number, not a string"],
    ["", "must be a number, not a string"],
    [null, "must be a number, not null"],
    [true, "must be a number, not a boolean"],
    [[5], "must be a number, not an array"],
    [{}, "must be a number, not an object"],
    [5n, "must be a number, not a bigint"],
    [Symbol("limit"), "must be a number, not a symbol"],
    [Object.create(null), "must be a number, not an object"],
    ["\ud800", "must be a number, not a string"],
  ])("is rejected before anything is sent: %o", async (limit, message) => {
    expect(await issuesOf((kb) => kb.promptIndex.get({ brainId, limit: limit as never }))).toEqual([
      { path: ["limit"], message },
    ]);
  });

  it.each([0, -5, 100_000, Number.MAX_SAFE_INTEGER])("is sent whatever its range: %s", async (limit) => {
    const { kb, requests } = open();
    expect(await kb.promptIndex.get({ brainId, limit })).toEqual([]);
    expect(requests.map(({ url }) => url)).toEqual([
      `https://kb.example.com/v1/brains/brain_operations/index?limit=${limit}`,
    ]);
  });
});

describe("an installationId", () => {
  it.each([
    ["", "must not be empty"],
    [undefined, "is missing"],
    [null, "must be a string, not null"],
    [5, "must be a string, not 5"],
    [["i"], "must be a string, not an array"],
    [{}, "must be a string, not an object"],
    ["\ud800", "must be well-formed Unicode"],
    ["a\udc00b", "must be well-formed Unicode"],
  ])("is rejected before anything is sent: %o", async (installationId, message) => {
    const input = { brainId, installationId: installationId as never };
    expect(await issuesOf((kb) => kb.channels.list(input))).toEqual([{ path: ["installationId"], message }]);
  });

  it("is rejected if it is omitted", async () => {
    expect(await issuesOf((kb) => kb.channels.list({ brainId } as never))).toEqual([
      { path: ["installationId"], message: "is missing" },
    ]);
  });
});

describe("a notification flag", () => {
  it.each([
    ["true", "must be a boolean, not a string"],
    [0, "must be a boolean, not 0"],
    [1, "must be a boolean, not 1"],
    [null, "must be a boolean, not null"],
    [{}, "must be a boolean, not an object"],
    [[], "must be a boolean, not an array"],
    [1n, "must be a boolean, not a bigint"],
    [cyclic, "must be a boolean, not an array"],
  ])("is rejected before anything is sent: %o", async (flag, message) => {
    for (const name of ["notifyBriefs", "notifyConnections", "notifyChanges"]) {
      const input = { brainId, bindingId: "b", [name]: flag as never };
      expect(await issuesOf((kb) => kb.bindings.update(input))).toEqual([{ path: [name], message }]);
    }
  });
});

describe("a body that JSON cannot hold", () => {
  const note = defineOperation({
    id: "notes.add",
    summary: "Add a note",
    method: "POST",
    path: "/v1/notes",
    body: z.object({ note: z.unknown() }),
    success: { status: 201, schema: z.unknown() },
    errors: [],
    idempotency: "unsafe",
  });

  it.each([
    ["a bigint", 5n],
    ["a bigint further in", { notes: [{ note: 5n }] }],
    ["a cycle", cyclic],
  ])("is rejected before anything is sent: %s", async (_, value) => {
    const { kb, requests } = open();
    const error = await expectRejection(InputError, kb.call(note, { note: value }));
    expect(error.issues).toEqual([{ path: [], message: "has a value that JSON cannot represent" }]);
    expect(requests).toEqual([]);
  });
});
