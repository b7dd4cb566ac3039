import {
  ApiError,
  type ClientOptions,
  type DriftEvent,
  type KnowledgeBase,
  NotFoundError,
  ResponseError,
  StatusError,
  type ValidationMode,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, errorBody, indexEntry } from "./create-client.ts";
import { startHttp } from "./hostile-server.ts";
import { idle } from "./manual-clock.ts";

const page = {
  id: "p",
  tenantId: "t",
  subjectId: "s",
  brainId: "b",
  source: { channel: "agent" },
  pageType: "topic",
  bucket: "notes",
  bucketSource: "auto",
  slug: "s",
  title: "T",
  summary: "",
  body: "",
  entities: ["e"],
  sources: [{ ingestSourceId: "i", chunkUuids: ["u"], attachedAt: "2026-03-02T08:15:00.000Z" }],
  backlinks: [],
  embedding: [0.5],
  version: 1,
  pinned: false,
  archived: true,
  status: "archived",
  lastCompiledAt: "2026-03-02T08:15:00.000Z",
  lastReferencedAt: null,
  createdAt: "2026-03-02T08:15:00.000Z",
  updatedAt: "2026-03-02T08:15:00.000Z",
};

type Kind = DriftEvent["kind"];

/** Responses with one difference from the contract: the response, the kind, the path and the unknown value. */
const departures: Readonly<Record<string, readonly [body: unknown, kind: Kind, path: PropertyKey[], value?: string]>> =
  {
    "an unknown field at the top": [{ ...page, colour: "red" }, "unknown_field", ["colour"]],
    "an unknown field that is null": [{ ...page, colour: null }, "unknown_field", ["colour"]],
    "an unknown field with a strange name": [{ ...page, "": 1 }, "unknown_field", [""]],
    "an unknown field that every object seems to have": [{ ...page, toString: 1 }, "unknown_field", ["toString"]],
    "an unknown field below another": [
      { ...page, source: { channel: "a", extra: 1 } },
      "unknown_field",
      ["source", "extra"],
    ],
    "an unknown field in a list": [
      { ...page, sources: [...page.sources, { ...page.sources[0], extra: 1 }] },
      "unknown_field",
      ["sources", 1, "extra"],
    ],
    "an unknown value of an enum": [{ ...page, status: "frozen" }, "unknown_value", ["status"], "frozen"],
    "an empty value of an enum": [{ ...page, bucket: "" }, "unknown_value", ["bucket"], ""],
    "a missing field": [{ ...page, title: undefined }, "missing_field", ["title"]],
    "a missing field below another": [{ ...page, source: {} }, "missing_field", ["source", "channel"]],
    "a missing enum": [{ ...page, status: undefined }, "missing_field", ["status"]],
    "a field of another type": [{ ...page, version: "1" }, "wrong_type", ["version"]],
    "a number that is not whole": [{ ...page, version: 1.5 }, "wrong_type", ["version"]],
    "a null": [{ ...page, title: null }, "wrong_type", ["title"]],
    "an enum that is null": [{ ...page, status: null }, "wrong_type", ["status"]],
    "an enum that is a number": [{ ...page, status: 7 }, "wrong_type", ["status"]],
    "an object for a list": [{ ...page, entities: {} }, "wrong_type", ["entities"]],
    "a list item of another type": [{ ...page, entities: ["e", 7] }, "wrong_type", ["entities", 1]],
    "a vector with text in it": [{ ...page, embedding: [0.5, "x"] }, "wrong_type", ["embedding"]],
    "a timestamp that is none": [{ ...page, createdAt: "yesterday" }, "wrong_type", ["createdAt"]],
    "a list for an object": [[], "wrong_type", []],
    "null for an object": [null, "wrong_type", []],
    "text for an object": ["page", "wrong_type", []],
  };

const passing: Readonly<Record<ValidationMode, readonly Kind[]>> = {
  strict: [],
  tolerant: ["unknown_field", "unknown_value"],
  report: ["unknown_field", "unknown_value", "missing_field", "wrong_type"],
  off: ["unknown_field", "unknown_value", "missing_field", "wrong_type"],
};

const modes = Object.keys(passing) as ValidationMode[];

/** Creates a client that always receives the same response, with the drifts that it reports. */
async function connectToServer(body: unknown, options: ClientOptions = {}, status = 200) {
  const drifts: DriftEvent[] = [];
  const url = await startHttp((_, response) => response.writeHead(status).end(JSON.stringify(body)));
  return { drifts, url, kb: createClientAt(url, { onDrift: (drift) => drifts.push(drift), ...options }) };
}

const input = { brainId: "b", slug: "s" };
const callId: unknown = expect.stringMatching(/^call_\d+$/);

describe.each(modes)("the mode %s", (mode) => {
  /** The two ways to choose the mode. */
  const choices: readonly (readonly [string, ClientOptions, (kb: KnowledgeBase) => Promise<unknown>])[] = [
    ["the client", { validate: mode }, (kb) => kb.pages.archive(input)],
    ["the call", { validate: mode === "off" ? "strict" : "off" }, (kb) => kb.pages.archive(input, { validate: mode })],
  ];

  it.each(Object.entries(departures))("treats %s as documented, for client and call", async (_, departure) => {
    const [body, kind, path, value] = departure;
    const drift = { kind, path, message: expect.any(String), ...(value !== undefined && { value }) };
    for (const [, options, call] of choices) {
      const { kb, drifts } = await connectToServer(body, options, 201);
      if (passing[mode].includes(kind)) {
        expect(JSON.stringify(await call(kb))).toBe(JSON.stringify(body));
        await idle();
        expect(drifts).toEqual(mode === "off" ? [] : [{ operation: "pages.archive", callId, ...drift }]);
      } else {
        const error = await expectRejection(ResponseError, call(kb));
        expect(error).toMatchObject({ code: "response", status: 201, rawBody: undefined, stopReason: undefined });
        expect(error.issues).toEqual([drift]);
        expect(error.message).toMatch(
          /^Failed to archive a page: the response with status 201 differs from the contract: /,
        );
        expect(drifts).toEqual([]);
      }
    }
  });

  it("accepts a response that matches the contract", async () => {
    for (const [, options, call] of choices) {
      const { kb, drifts } = await connectToServer(page, options, 201);
      expect(await call(kb)).toEqual(page);
      expect(drifts).toEqual([]);
    }
  });

  it("never masks an HTTP status", async () => {
    for (const [, options, call] of choices) {
      for (const body of [page, { ...page, title: 5 }, errorBody(404, { extra: 1 }), "text"]) {
        const { kb, drifts } = await connectToServer(body, options, 404);
        const errorClass = typeof body === "object" && "statusCode" in body ? NotFoundError : ApiError;
        const error = await expectRejection(StatusError, call(kb));
        expect(error).toBeInstanceOf(errorClass);
        expect(error).toMatchObject({ status: 404 });
        expect(drifts).toEqual([]);
      }
    }
  });
});

describe("the mode tolerant", () => {
  it("is what a client does by default", async () => {
    const { kb, drifts } = await connectToServer({ ...page, colour: "red" });
    expect(await kb.pages.archive(input)).toHaveProperty("colour", "red");
    await idle();
    expect(drifts).toHaveLength(1);
    const { kb: other } = await connectToServer({ ...page, title: 5 });
    await expectRejection(ResponseError, other.pages.archive(input));
  });
});

describe("an unknown mode", () => {
  it.each(["loose", "", null as never, true as never])("is rejected: %j", async (validate) => {
    const { url, kb } = await connectToServer([]);
    expect(() => createClientAt(url, { validate: validate as never })).toThrow("validate must be one of");
    await expect(kb.promptIndex.get({ brainId: "b" }, { validate: validate as never })).rejects.toMatchObject({
      code: "configuration",
    });
  });
});

describe("onDrift", () => {
  const drifting = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      ...indexEntry,
      status: number % 2 ? "frozen" : "melting",
      colour: number,
    }));

  it("is called once for each distinct drift, in any items and calls", async () => {
    const { kb, drifts } = await connectToServer(drifting(20));
    for (let call = 0; call < 3; call += 1) await kb.promptIndex.get({ brainId: `b${call}` });
    await kb.promptIndex.get({ brainId: "b" }, { validate: "report" });
    await idle();
    const call = { operation: "promptIndex.get", callId };
    const unknownValue = { ...call, kind: "unknown_value", message: expect.any(String) };
    expect(drifts).toEqual([
      { ...unknownValue, path: [0, "status"], value: "melting" },
      { ...call, kind: "unknown_field", path: [0, "colour"], message: "is not a known field" },
      { ...unknownValue, path: [1, "status"], value: "frozen" },
    ]);
  });

  it("is called anew by another client, also by one with other options", async () => {
    const { url, kb, drifts } = await connectToServer(drifting(2));
    const other: DriftEvent[] = [];
    await kb.promptIndex.get({ brainId: "b" });
    await kb.withOptions({ timeout: 900 }).promptIndex.get({ brainId: "b" });
    await createClientAt(url, { onDrift: (drift) => other.push(drift) }).promptIndex.get({ brainId: "b" });
    await idle();
    expect([drifts.length, other.length]).toEqual([6, 3]);
  });

  it("is called for the same drift of another operation, place or kind", async () => {
    const responses = [
      [{ ...indexEntry, slug: undefined }],
      [{ ...indexEntry, slug: 5 }],
      [{ ...indexEntry, title: 5 }],
      [{ ...indexEntry, pageType: "frozen" }],
      [{ ...indexEntry, status: "frozen" }],
    ];
    const drifts: DriftEvent[] = [];
    const left = [...responses, ...responses];
    const url = await startHttp((_, response) => response.end(JSON.stringify(left.shift())));
    const kb = createClientAt(url, { validate: "report", onDrift: (drift) => drifts.push(drift) });
    while (left.length > 0) await kb.promptIndex.get({ brainId: "b" });
    await idle();
    expect(drifts.map(({ kind, path: [, field] }) => [kind, field])).toEqual([
      ["missing_field", "slug"],
      ["wrong_type", "slug"],
      ["wrong_type", "title"],
      ["unknown_value", "pageType"],
      ["unknown_value", "status"],
    ]);
  });

  it("distinguishes drifts whose names look like a path", async () => {
    const body = { ...page, "source.extra": 1, source: { channel: "a", extra: 1 } };
    const { kb, drifts } = await connectToServer(body);
    await kb.pages.archive(input);
    await idle();
    expect(drifts.map(({ path }) => path)).toEqual([["source", "extra"], ["source.extra"]]);
  });

  it("is called at most 1,000 times by a service that sends ever new fields", async () => {
    const body = {
      disconnected: true,
      ...Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`field${n}`, n])),
    };
    const { kb, drifts } = await connectToServer(body);
    const gone = await kb.bindings.unbind({ brainId: "b", bindingId: "c" });
    await idle();
    expect(Object.keys(gone)).toHaveLength(3001);
    expect(drifts).toHaveLength(1000);
  });
});

describe("another success status than that of the contract", () => {
  const body = async () => Response.json([indexEntry], { status: 203 });

  it("throws in the strict mode", async () => {
    const call = createClient(body).promptIndex.get({ brainId: "b" }, { validate: "strict" });
    expect((await expectRejection(ResponseError, call)).message).toBe(
      "Failed to get the prompt index: the response with status 203 must have the status 200.",
    );
  });

  it.each(["tolerant", "report", "off"] as const)("passes in the mode %s", async (validate) => {
    expect(await createClient(body).promptIndex.get({ brainId: "b" }, { validate })).toEqual([indexEntry]);
  });
});
