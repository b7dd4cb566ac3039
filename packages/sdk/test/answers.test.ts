import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { clientAnswered, clientAnsweredJson, clientOf } from "./client-of.ts";

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

describe("fields that the specification does not know", () => {
  it("are kept in an object", async () => {
    const answer = { disconnected: true, at: "2026-06-03T12:00:00.000Z", by: { user: "u" } };
    expect(await clientAnsweredJson(200, answer).bindings.unbind({ brainId: "b", bindingId: "c" })).toStrictEqual(
      answer,
    );
  });

  it("are kept in a list", async () => {
    const answer = [{ ...channel, topic: "Tides" }, channel];
    expect(await clientAnsweredJson(200, answer).channels.list({ brainId: "b", installationId: "i" })).toStrictEqual(
      answer,
    );
  });

  it("are kept inside the source and the sources of a page", async () => {
    const answer = {
      ...seededPage(),
      source: { channel: "agent", trust: 0.5 },
      sources: [{ ingestSourceId: "i", chunkUuids: [], attachedAt: "2026-06-03T12:00:00Z", weight: 2 }],
      language: "en",
    };
    expect(await clientAnsweredJson(201, answer).pages.archive({ brainId: "b", slug: "s" })).toStrictEqual(answer);
  });
});

describe("an answer with another status of success than the documented one", () => {
  it.each([200, 201, 202, 203, 206, 207, 226, 299])("is accepted with a valid body: %s", async (status) => {
    expect(await clientAnsweredJson(status, [entry]).promptIndex.get({ brainId: "b" })).toStrictEqual([entry]);
    const page = seededPage();
    expect(await clientAnsweredJson(status, page).pages.archive({ brainId: "b", slug: "s" })).toStrictEqual(page);
  });
});

describe("an answer", () => {
  it.each(["application/json", "application/json; charset=utf-8", "text/plain", "text/html"])(
    "is read whatever its content type: %s",
    async (type) => {
      const kb = clientAnswered(200, JSON.stringify([channel]), { "content-type": type });
      expect(await kb.channels.list({ brainId: "b", installationId: "i" })).toStrictEqual([channel]);
    },
  );

  it("is read as UTF-8, in chunks that split characters", async () => {
    const title = "Fähre 🎉 東京";
    const bytes = new TextEncoder().encode(JSON.stringify([{ ...entry, title }]));
    const kb = clientOf(async () => {
      const chunked = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
      return new Response(chunked);
    });
    expect(await kb.promptIndex.get({ brainId: "b" })).toStrictEqual([{ ...entry, title }]);
  });

  it("may leave out optional fields and have null where the specification allows it", async () => {
    const answer = { ...seededPage(), source: { channel: "agent", ref: null }, lastReferencedAt: null };
    expect(await clientAnsweredJson(201, answer).pages.archive({ brainId: "b", slug: "s" })).toStrictEqual(answer);
  });

  it("belongs to its own call when several run at once", async () => {
    const kb = clientOf(async (input) => {
      const slug = new URL(new Request(input).url).searchParams.get("limit") ?? "";
      return Response.json([{ ...entry, slug }]);
    });
    const limits = Array.from({ length: 50 }, (_, index) => index);
    const answers = await Promise.all(limits.map((limit) => kb.promptIndex.get({ brainId: "b", limit })));
    expect(answers.map(([first]) => first?.slug)).toEqual(limits.map(String));
  });
});
