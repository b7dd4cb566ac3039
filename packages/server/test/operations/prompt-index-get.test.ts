import type { StoredPage } from "@knowledge-base/server";
import type { IndexEntry } from "@knowledge-base/types";
import { expect, it } from "vitest";
import { buildPage, buildState, recordsOf } from "../helpers/build-state.ts";
import { commonRejections, expectRejected } from "../helpers/expect-rejected.ts";
import { openServer, send } from "../helpers/open-server.ts";

const request = "GET /v1/brains/brain_tides/index";
const early = "2026-03-01T00:00:00.000Z";
const late = "2026-04-01T00:00:00.000Z";

type Pages = readonly Partial<StoredPage>[];

const openWith = (pages: Pages) => openServer({ seed: buildState({ pages: pages.map((page) => buildPage(page)) }) });

async function entriesOf(server: ReturnType<typeof openServer>, query = ""): Promise<readonly IndexEntry[]> {
  const { status, body } = await send(server, request + query);
  expect(status).toBe(200);
  return body as readonly IndexEntry[];
}

const slugsOf = async (pages: Pages) => (await entriesOf(openWith(pages))).map(({ slug }) => slug);

it("promptIndex.get responds with 200 and the entries of the brain's pages, and changes nothing", async () => {
  const server = openServer();
  const { slug, title, summary, pageType, pinned, status } = buildPage();
  const entry = { slug, title, summary, pageType, pinned, status };
  expect(await send(server, request)).toStrictEqual({ status: 200, body: [entry] });
  expect(recordsOf(server)).toStrictEqual(buildState());
});

const summary = (length: number) => "s".repeat(length);
it.each([
  { name: "a summary that fits", given: summary(160), shown: summary(160) },
  { name: "the beginning of a long one", given: `${summary(159)}t${"u".repeat(4840)}`, shown: `${summary(159)}t` },
  { name: "a character of two units that fits", given: `${summary(158)}🌊t`, shown: `${summary(158)}🌊` },
  { name: "no character of two units that doesn't fit", given: `${summary(159)}🌊`, shown: summary(159) },
  { name: "half a character at its end", given: `${summary(159)}\ud83c`, shown: `${summary(159)}\ud83c` },
])("promptIndex.get shows $name, with 160 characters at most", async ({ given, shown }) => {
  const server = openWith([{ summary: given }]);
  expect((await entriesOf(server))[0]?.summary).toBe(shown);
  expect(server.snapshot().pages[0]?.summary).toBe(given);
});

it.each(commonRejections(request))("promptIndex.get fails with $status for $what, and changes nothing", expectRejected);

const [beforeNoon, afterNoon] = ["2026-06-01T12:00:00.123Z", "2026-06-01T09:00:00.5-03:00"];
const unread = { lastReferencedAt: null };
const readEarly = { lastReferencedAt: early, updatedAt: late };
const readLate = { lastReferencedAt: late, updatedAt: early };
const readBefore1970 = { lastReferencedAt: "1969-01-01T00:00:00Z", updatedAt: early };
const pinned = { pinned: true };
const [stale, contested] = [{ status: "stale" } as const, { status: "contested" } as const];

it.each<{ rule: string; first: Partial<StoredPage>; second: Partial<StoredPage> }>([
  { rule: "pinned pages", first: { ...pinned, ...stale, ...readEarly }, second: readLate },
  { rule: "active pages before stale ones", first: unread, second: { ...stale, ...readLate } },
  { rule: "active pages before contested ones", first: unread, second: { ...contested, ...readLate } },
  { rule: "active pages, also among pinned ones", first: { ...pinned, ...unread }, second: { ...pinned, ...stale } },
  { rule: "the newest reading", first: readLate, second: readEarly },
  { rule: "pages that were read", first: readBefore1970, second: { ...unread, updatedAt: late } },
  { rule: "the newest update if no reading is newer", first: { updatedAt: late }, second: { updatedAt: early } },
  { rule: "the newest update of unread pages", first: { ...unread, updatedAt: late }, second: unread },
  { rule: "the later instant of two zones", first: { updatedAt: afterNoon }, second: { updatedAt: beforeNoon } },
  { rule: "the slug of stale and contested", first: { slug: "a", ...stale }, second: { slug: "z", ...contested } },
  { rule: "the slug of contested and stale", first: { slug: "a", ...contested }, second: { slug: "z", ...stale } },
  { rule: "the slug, not its age", first: { slug: "a", createdAt: early }, second: { slug: "z", createdAt: late } },
  { rule: "the slug and not the id", first: { slug: "a", id: "page_2" }, second: { slug: "z", id: "page_1" } },
  { rule: "the slug by code units", first: { slug: "B" }, second: { slug: "a" } },
])("the prompt index puts first $rule", async ({ first, second }) => {
  const one = { slug: "z", ...first };
  const two = { slug: "a", ...second };
  expect(await slugsOf([one, two])).toEqual([one.slug, two.slug]);
  expect(await slugsOf([two, one])).toEqual([one.slug, two.slug]);
});

const times = ["10:00:00+0200", "08:00Z", "08:00:00.123456789Z", "08:00-00:00"];
it.each(times)("the prompt index finds a page of %s again to remove it", async (time) => {
  const updatedAt = `2026-06-01T${time}`;
  const server = openWith([
    { slug: "before", updatedAt: "2026-06-01T07:59:59Z" },
    { slug: "after", lastReferencedAt: "2026-06-01T08:00:01Z" },
    { updatedAt, lastReferencedAt: updatedAt },
  ]);
  expect(await entriesOf(server)).toMatchObject([{ slug: "after" }, { slug: "spring-tide" }, { slug: "before" }]);
  await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
  expect(await entriesOf(server)).toMatchObject([{ slug: "after" }, { slug: "before" }]);
});

it("the prompt index hides deprecated and archived pages, and ranks pages that are added later", async () => {
  const archived = { status: "archived", archived: true, lastReferencedAt: late } as const;
  const server = openWith([
    { slug: "b", status: "deprecated" },
    { slug: "d", ...archived },
    { slug: "e", ...archived, pinned: true },
    { slug: "c" },
  ]);
  expect(await entriesOf(server)).toMatchObject([{ slug: "c" }]);
  server.seed({ version: 1, pages: [buildPage({ slug: "a" }), buildPage({ slug: "z", pinned: true })] });
  expect(await entriesOf(server)).toMatchObject([{ slug: "z" }, { slug: "a" }, { slug: "c" }]);
  expect(await send(server, "GET /v1/brains/brain_ropes/index")).toEqual({ status: 200, body: [] });
});

const slugs = Array.from({ length: 501 }, (_, index) => `page-${String(index).padStart(3, "0")}`);

it.each<{ query: string; count: number }>([
  { query: "", count: 50 },
  { query: "?limit=1", count: 1 },
  { query: "?limit=500", count: 500 },
  { query: "?limit=007", count: 7 },
  { query: "?limit=%32", count: 2 },
  { query: "?Limit=3", count: 50 },
  { query: "?other=x&limit=3", count: 3 },
])("the prompt index has $count pages for the query '$query'", async ({ query, count }) => {
  const entries = await entriesOf(openWith(slugs.toReversed().map((slug) => ({ slug, embedding: [] }))), query);
  expect(entries.map(({ slug }) => slug)).toEqual(slugs.slice(0, count));
});

const expectInvalid = (query: string, message: string) =>
  expectRejected({ request: `${request}?${query}`, status: 400, message: [message] });

const outOfRange = ["0", "501", "-1", "-0", "9007199254740993", "9".repeat(400)];
it.each(outOfRange)("the limit of the prompt index can't be %s, which is out of range", async (limit) => {
  await expectInvalid(`limit=${limit}`, "limit must be from 1 to 500");
});

it.each(["1.5", "-2.25"])("the limit of the prompt index can't be %s, which isn't whole", async (limit) => {
  await expectInvalid(`limit=${limit}`, `limit must be a whole number, not ${limit}`);
});

// biome-ignore format: some values a line
it.each([
  "", "abc", "1e2", "0x10", "+5", " 5", "5 ", "5px", "1,5", "1.", ".5", "1.0", "NaN", "Infinity", "null", "５", "٣",
])("the limit of the prompt index can't be '%s', which is no number", async (limit) => {
  await expectInvalid(`limit=${encodeURIComponent(limit)}`, `limit must be a number, not "${limit}"`);
});

it("the limit of the prompt index can't be a long text, of which the message has the beginning", async () => {
  await expectInvalid(`limit=${"x".repeat(5000)}`, `limit must be a number, not "${"x".repeat(58)}…`);
});

it.each(["limit=1&limit=2", "limit=1&limit=1"])("the prompt index has one limit, not %s", async (query) => {
  await expectInvalid(query, "limit must be a number, not an array");
});
