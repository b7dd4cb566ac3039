import type { StoredPage } from "@knowledge-base/server";
import type { IndexEntry } from "@knowledge-base/types";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";
import { send } from "./send.ts";

const early = "2026-03-01T00:00:00.000Z";
const late = "2026-04-01T00:00:00.000Z";

/** The slugs of the index of a brain with these pages. */
async function order(...pages: readonly Partial<StoredPage>[]): Promise<string[]> {
  const server = openServer({ seed: buildState({ pages: pages.map((page) => buildPage(page)) }) });
  const { body } = await send(server, "GET /v1/brains/brain_tides/index");
  return (body as IndexEntry[]).map(({ slug }) => slug);
}

/** Expects the first page before the second one, in both orders of creation. */
async function expectOrder(first: Partial<StoredPage>, second: Partial<StoredPage>): Promise<void> {
  expect(await order(first, second)).toEqual([first.slug, second.slug]);
  expect(await order(second, first)).toEqual([first.slug, second.slug]);
}

describe("the order of the prompt index", () => {
  it("puts pinned pages first in any case", async () => {
    await expectOrder(
      { slug: "z", pinned: true, status: "contested", lastReferencedAt: null, updatedAt: early },
      { slug: "a", pinned: false, status: "active", lastReferencedAt: late, updatedAt: late },
    );
  });

  it.each(["stale", "contested"] as const)("puts active pages before those that are %s", async (status) => {
    await expectOrder(
      { slug: "z", status: "active", lastReferencedAt: null, updatedAt: early },
      { slug: "a", status, lastReferencedAt: late, updatedAt: late },
    );
  });

  it("puts active pinned pages before other pinned pages", async () => {
    await expectOrder(
      { slug: "z", pinned: true, status: "active", lastReferencedAt: null, updatedAt: early },
      { slug: "a", pinned: true, status: "stale", lastReferencedAt: late, updatedAt: late },
    );
  });

  it("does not distinguish stale and contested pages", async () => {
    await expectOrder({ slug: "a", status: "stale" }, { slug: "z", status: "contested" });
    await expectOrder({ slug: "a", status: "contested" }, { slug: "z", status: "stale" });
  });

  it("ranks the last reading before the last update", async () => {
    await expectOrder(
      { slug: "z", lastReferencedAt: late, updatedAt: early },
      { slug: "a", lastReferencedAt: early, updatedAt: late },
    );
  });

  it("puts pages that were never read behind those that were", async () => {
    await expectOrder(
      { slug: "z", lastReferencedAt: "1969-01-01T00:00:00Z", updatedAt: early },
      { slug: "a", lastReferencedAt: null, updatedAt: late },
    );
  });

  it("orders pages that were never read by their update", async () => {
    await expectOrder(
      { slug: "z", lastReferencedAt: null, updatedAt: late },
      { slug: "a", lastReferencedAt: null, updatedAt: early },
    );
  });

  it("ranks the last update before the slug", async () => {
    await expectOrder({ slug: "z", updatedAt: late }, { slug: "a", updatedAt: early });
  });

  it("depends on neither creation nor compilation", async () => {
    await expectOrder(
      { slug: "a", createdAt: early, lastCompiledAt: early },
      { slug: "z", createdAt: late, lastCompiledAt: late },
    );
  });

  it("orders the rest by slug, and not by id", async () => {
    await expectOrder({ slug: "a", id: "page_2" }, { slug: "b", id: "page_1" });
  });

  it("orders the rest by slug, code unit by code unit", async () => {
    expect(await order({ slug: "ä" }, { slug: "b" }, { slug: "a-b" }, { slug: "B" }, { slug: "a" })).toEqual([
      "B",
      "a",
      "a-b",
      "b",
      "ä",
    ]);
  });

  it.each(["America/New_York", "Asia/Tokyo"])(
    "treats a timestamp without an offset as UTC in %s, too",
    async (zone) => {
      vi.stubEnv("TZ", zone);
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(new Date("2026-03-01T12:30:00Z").getTimezoneOffset()).not.toBe(0);
      await expectOrder(
        { slug: "z", updatedAt: "2026-03-01T12:30:00Z" },
        { slug: "a", updatedAt: "2026-03-01T12:00:00" },
      );
      await expectOrder(
        { slug: "z", updatedAt: "2026-03-01T12:30:00" },
        { slug: "a", updatedAt: "2026-03-01T12:00:00Z" },
      );
    },
  );

  it.each(["lastReferencedAt", "updatedAt"] as const)("compares %s by instant and not by text", async (field) => {
    await expectOrder(
      { slug: "z", [field]: "2026-06-01T09:00:00Z" },
      { slug: "a", [field]: "2026-06-01T10:00:00+02:00" },
    );
    await expectOrder(
      { slug: "z", [field]: "2026-05-31T23:00:00.5-03:00" },
      { slug: "a", [field]: "2026-06-01T02:00:00.123Z" },
    );
  });

  it.each(["lastReferencedAt", "updatedAt"] as const)(
    "treats the same %s with another offset as equal",
    async (field) => {
      await expectOrder(
        { slug: "a", [field]: "2026-06-01T08:00:00Z" },
        { slug: "z", [field]: "2026-06-01T10:00:00+02:00" },
      );
    },
  );

  it.each([
    "2026-06-01T10:00:00+0200",
    "2026-06-01T08:00Z",
    "2026-06-01T08:00:00.123456789Z",
    "2026-06-01T08:00-00:00",
  ])("parses the instant of %s, and finds the page again to remove it", async (updatedAt) => {
    const pages = [
      buildPage({ slug: "before", updatedAt: "2026-06-01T07:59:59Z" }),
      buildPage({ updatedAt, lastReferencedAt: updatedAt }),
      buildPage({ slug: "after", updatedAt: "2026-06-01T08:00:01Z", lastReferencedAt: "2026-06-01T08:00:01Z" }),
    ];
    const server = openServer({ seed: buildState({ pages }) });
    const before = await send(server, "GET /v1/brains/brain_tides/index");
    expect(before.body).toMatchObject([{ slug: "after" }, { slug: "spring-tide" }, { slug: "before" }]);
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    const after = await send(server, "GET /v1/brains/brain_tides/index");
    expect(after.body).toMatchObject([{ slug: "after" }, { slug: "before" }]);
  });

  it("hides deprecated and archived pages, pinned or not", async () => {
    expect(
      await order(
        { slug: "deprecated", status: "deprecated", lastReferencedAt: late },
        { slug: "archived", status: "archived", archived: true, lastReferencedAt: late },
        { slug: "pinned-and-archived", status: "archived", archived: true, pinned: true },
        { slug: "shown" },
      ),
    ).toEqual(["shown"]);
  });

  it("ranks pages that are added later", async () => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ slug: "a" }), buildPage({ slug: "c" })] }) });
    server.seed({ version: 1, pages: [buildPage({ slug: "b" }), buildPage({ slug: "z", pinned: true })] });
    const { body } = await send(server, "GET /v1/brains/brain_tides/index");
    expect((body as IndexEntry[]).map(({ slug }) => slug)).toEqual(["z", "a", "b", "c"]);
  });
});
