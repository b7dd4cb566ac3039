import type { DriftEvent, KnowledgeBase, Logger } from "@knowledge-base/sdk";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { createClient, createClientWithJson, createClientWithResponse } from "./create-client.ts";

const channel = { id: "C1", name: "bridge", isPrivate: false, isMember: true };
const entry = {
  slug: "a",
  title: "A",
  summary: "",
  pageType: "topic",
  pinned: false,
  status: "active",
};

function seededPage(): Record<string, unknown> {
  const { statusBeforeArchive: _, ...page } = demoSeed().pages?.[0] ?? {};
  return page;
}

/** Creates a client that always receives the same JSON, with the drifts that it reports. */
function watchedClient(status: number, value: unknown) {
  const drifts: DriftEvent[] = [];
  const lines: unknown[][] = [];
  const write = (level: keyof Logger) => (message: string, details: object) =>
    void lines.push([level, message, details]);
  const logger: Logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  const kb = createClientWithJson(status, value, { logger, onDrift: (drift) => drifts.push(drift) });
  return { kb, drifts, lines };
}

const unbind = (kb: KnowledgeBase) => kb.bindings.unbind({ brainId: "b", bindingId: "c" });
const listChannels = (kb: KnowledgeBase) => kb.channels.list({ brainId: "b", installationId: "i" });
const getIndex = (kb: KnowledgeBase) => kb.promptIndex.get({ brainId: "b" });
const archive = (kb: KnowledgeBase) => kb.pages.archive({ brainId: "b", slug: "s" });

describe("unknown fields", () => {
  const unknownField = (operation: string, path: readonly PropertyKey[]): DriftEvent => ({
    operation,
    callId: expect.stringMatching(/^call_\d+$/),
    kind: "unknown_field",
    path,
    message: "is not a known field",
  });

  it("are kept in an object and reported", async () => {
    const body = { disconnected: true, at: "2026-06-03T12:00:00.000Z", by: { user: "u" } };
    const { kb, drifts } = watchedClient(200, body);
    expect(await unbind(kb)).toStrictEqual(body);
    expect(drifts).toEqual([unknownField("bindings.unbind", ["at"]), unknownField("bindings.unbind", ["by"])]);
  });

  it("are kept in a list and reported", async () => {
    const body = [channel, { ...channel, topic: "Tides" }];
    const { kb, drifts } = watchedClient(200, body);
    expect(await listChannels(kb)).toStrictEqual(body);
    expect(drifts).toEqual([unknownField("channels.list", [1, "topic"])]);
  });

  it("are kept inside the source and the sources of a page and reported", async () => {
    const body = {
      ...seededPage(),
      source: { channel: "agent", trust: 0.5 },
      sources: [{ ingestSourceId: "i", chunkUuids: [], attachedAt: "2026-06-03T12:00:00Z", weight: 2 }],
      language: "en",
    };
    const { kb, drifts } = watchedClient(201, body);
    expect(await archive(kb)).toStrictEqual(body);
    expect(drifts).toEqual(
      expect.arrayContaining([
        unknownField("pages.archive", ["source", "trust"]),
        unknownField("pages.archive", ["sources", 0, "weight"]),
        unknownField("pages.archive", ["language"]),
      ]),
    );
    expect(drifts).toHaveLength(3);
  });

  it("are reported once, whatever element of a list has them and however often they come", async () => {
    const { kb, drifts, lines } = watchedClient(200, [
      { ...channel, topic: "Tides" },
      { ...channel, topic: "Ice" },
    ]);
    await listChannels(kb);
    await listChannels(kb);
    const drift = unknownField("channels.list", [0, "topic"]);
    expect(drifts).toEqual([drift]);
    expect(lines).toEqual([["warn", "channels.list: the response differs from the contract", drift]]);
  });
});

describe("an unknown value of an enum", () => {
  it("is returned and reported", async () => {
    const body = [entry, { ...entry, pageType: "recipe", status: "frozen" }];
    const { kb, drifts, lines } = watchedClient(200, body);
    expect(await getIndex(kb)).toStrictEqual(body);
    expect(drifts).toEqual([
      {
        operation: "promptIndex.get",
        callId: expect.stringMatching(/^call_\d+$/),
        kind: "unknown_value",
        path: [1, "pageType"],
        message: "must be one of source, topic, entity, project, decision, brief",
        value: "recipe",
      },
      {
        operation: "promptIndex.get",
        callId: expect.stringMatching(/^call_\d+$/),
        kind: "unknown_value",
        path: [1, "status"],
        message: "must be one of active, deprecated, stale, contested, archived",
        value: "frozen",
      },
    ]);
    expect(lines).toEqual(
      drifts.map((drift) => ["warn", "promptIndex.get: the response differs from the contract", drift]),
    );
  });

  it("is reported once for each distinct value", async () => {
    const entries = ["recipe", "recipe", "menu"].map((pageType) => ({ ...entry, pageType }));
    const { kb, drifts } = watchedClient(200, entries);
    await getIndex(kb);
    await getIndex(kb);
    expect(drifts.map(({ value }) => value)).toEqual(["recipe", "menu"]);
  });
});

describe("a long unknown value of an enum", () => {
  it.each([
    ["x".repeat(100), "x".repeat(100)],
    [`${"x".repeat(100)}y`, "x".repeat(100)],
    ["xy".repeat(5000), "xy".repeat(50)],
  ])("is returned uncut and reported up to its hundredth character: %#", async (pageType, reported) => {
    const { kb, drifts } = watchedClient(200, [{ ...entry, pageType }]);
    expect(await getIndex(kb)).toStrictEqual([{ ...entry, pageType }]);
    expect(drifts.map(({ value }) => value)).toEqual([reported]);
  });
});

describe("a response as in the specification", () => {
  it("is not reported", async () => {
    const { kb, drifts, lines } = watchedClient(201, seededPage());
    await archive(kb);
    expect([drifts, lines]).toEqual([[], []]);
  });
});

describe("a response with an undocumented success status", () => {
  it.each([200, 201, 202, 203, 206, 207, 226, 299])("is accepted with a valid body: %s", async (status) => {
    expect(await getIndex(createClientWithJson(status, [entry]))).toStrictEqual([entry]);
    const page = seededPage();
    expect(await archive(createClientWithJson(status, page))).toStrictEqual(page);
  });
});

describe("a response", () => {
  it.each(["application/json", "application/json; charset=utf-8", "text/plain", "text/html"])(
    "is read whatever its content type: %s",
    async (type) => {
      const kb = createClientWithResponse(200, JSON.stringify([channel]), { "content-type": type });
      expect(await listChannels(kb)).toStrictEqual([channel]);
    },
  );

  it("is read as UTF-8, in chunks that split characters", async () => {
    const title = "Fähre 🎉 東京";
    const bytes = new TextEncoder().encode(JSON.stringify([{ ...entry, title }]));
    const kb = createClient(async () => {
      const chunked = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
      return new Response(chunked);
    });
    expect(await getIndex(kb)).toStrictEqual([{ ...entry, title }]);
  });

  it("may omit optional fields and have null if the specification allows it", async () => {
    const body = { ...seededPage(), source: { channel: "agent", ref: null }, lastReferencedAt: null };
    expect(await archive(createClientWithJson(201, body))).toStrictEqual(body);
  });

  it("belongs to its own call when several run at once", async () => {
    const kb = createClient(async (input) => {
      const slug = new URL(new Request(input).url).searchParams.get("limit") ?? "";
      return Response.json([{ ...entry, slug }]);
    });
    const limits = Array.from({ length: 50 }, (_, index) => index);
    const responses = await Promise.all(limits.map((limit) => kb.promptIndex.get({ brainId: "b", limit })));
    expect(responses.map(([first]) => first?.slug)).toEqual(limits.map(String));
  });
});
