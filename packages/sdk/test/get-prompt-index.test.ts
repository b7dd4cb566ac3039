import { BadRequestError, type IndexEntry } from "@knowledge-base/sdk";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { serverForms } from "./server-forms.ts";

const brainId = "brain_operations";

const pinned: IndexEntry[] = [
  {
    slug: "electric-fleet-programme",
    title: "Electric fleet programme",
    summary:
      "The move from diesel to electric, in one page: where each boat and berth stands, what it saves, and what must " +
      "be decided before 30 September. Start here if you ",
    pageType: "project",
    pinned: true,
    status: "active",
  },
  {
    slug: "weather-limits",
    title: "Weather limits: wind, fog, ice",
    summary:
      "When we sail, slow down or stop. Fog stop is 200 metres since 16 March, gust stop is 17 m/s; the duty skipper " +
      "may always be stricter, never looser.",
    pageType: "topic",
    pinned: true,
    status: "active",
  },
  {
    slug: "charging-arm-procedure",
    title: "Charging arm: procedure at the berth",
    summary:
      "How to connect, charge and leave at Mill Quay berth A in a 9 minute turn, when to stop, and whom to call. " +
      "Binding for every crew on an electric boat; read it be",
    pageType: "topic",
    pinned: true,
    status: "active",
  },
];

describe.each(serverForms)("promptIndex.get over %s", (_, open) => {
  it("returns as many entries as the limit, pinned ones first", async () => {
    const { kb } = open();
    expect(await kb.promptIndex.get({ brainId, limit: 3 })).toEqual(pinned);
    expect(await kb.promptIndex.get({ brainId, limit: 1 })).toEqual(pinned.slice(0, 1));
  });

  it("returns every visible page of a small brain without a limit", async () => {
    const { kb } = open();
    const visible = demoSeed().pages?.filter(
      (page) => page.brainId === brainId && page.status !== "archived" && page.status !== "deprecated",
    );
    const entries = await kb.promptIndex.get({ brainId });
    expect(entries.slice(0, 3)).toEqual(pinned);
    expect(new Set(entries.map(({ slug }) => slug))).toEqual(new Set(visible?.map(({ slug }) => slug)));
  });

  it("returns an empty list for a brain without pages", async () => {
    const { kb, server } = open();
    server.seed({ version: 1, brains: [{ id: "empty", organizationId: "org_harbour_line", name: "Empty" }] });
    expect(await kb.promptIndex.get({ brainId: "empty" })).toEqual([]);
  });

  it("sends the limit in the query", async () => {
    const { kb, requests, server } = open();
    await kb.promptIndex.get({ brainId, limit: 20 });
    expect(requests).toEqual([
      {
        method: "GET",
        url: `${server.baseUrl}/v1/brains/brain_operations/index?limit=20`,
        headers: { accept: "application/json", "x-api-key": "kb_demo_harbour_line" },
        body: null,
      },
    ]);
  });

  it("sends no query without a limit", async () => {
    const { kb, requests, server } = open();
    await kb.promptIndex.get({ brainId });
    await kb.promptIndex.get({ brainId, limit: undefined });
    const url = `${server.baseUrl}/v1/brains/brain_operations/index`;
    expect(requests.map((request) => request.url)).toEqual([url, url]);
  });

  it.each([0, -1, 501, 100_000])("sends the limit %s and leaves its range to the service", async (limit) => {
    const { kb, requests } = open();
    const error = await expectRejection(BadRequestError, kb.promptIndex.get({ brainId, limit }));
    expect(error.body?.body?.message).toEqual(["limit must be from 1 to 500"]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([`?limit=${limit}`]);
  });
});
