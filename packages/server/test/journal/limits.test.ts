import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { call, getIndex, paths } from "../faults/calls.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

async function sendMany(server: ReferenceServer, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) await call(server, `/${number}`);
}

const pathsOf = ({ journal }: Pick<ReferenceServer, "journal">) => journal.entries().map(({ path }) => path);

describe("the statistics of a journal", () => {
  it("count entries, bytes and dropped entries", async () => {
    const server = openServer({ maxJournalEntries: 3 });
    const empty = { entries: 0, bytes: 0, dropped: 0 };
    expect(server.journal.stats()).toEqual(empty);
    await getIndex(server);
    const { bytes } = server.journal.stats();
    expect(bytes).toBeGreaterThan(2 * paths.index.length);
    for (let count = 2; count <= 5; count += 1) await getIndex(server);
    const full = { entries: 3, bytes: 3 * bytes, dropped: 2 };
    expect(server.journal.stats()).toEqual(full);
    expect(server.organization("org_north").journal.stats()).toEqual(full);
    expect(server.organization("org_south").journal.stats()).toEqual(empty);
    server.journal.clear();
    expect(server.journal.stats()).toEqual(empty);
    expect(server.organization("org_north").journal.stats()).toEqual(full);
    server.reset();
    expect(server.organization("org_north").journal.stats()).toEqual(empty);
  });

  it("count two bytes for each character of a query, a header, and both bodies", async () => {
    const server = openServer();
    const sizeOf = async (methodAndPath: string, text: string) => {
      server.journal.clear();
      await send(server, methodAndPath, { text, contentType: "text/plain" });
      return server.journal.stats().bytes;
    };
    const before = await sizeOf(`PATCH ${paths.binding}`, "ab");
    expect((await sizeOf(`PATCH ${paths.binding}`, "abcde")) - before).toBe(6);
    expect((await sizeOf(`PATCH ${paths.binding}?x=1`, "ab")) - before).toBe(6);
  });
});

describe("a journal that is limited by count", () => {
  it("drops the oldest entries", async () => {
    const server = openServer({ maxJournalEntries: 2 });
    await sendMany(server, 5);
    expect(pathsOf(server)).toEqual(["/4", "/5"]);
    expect(pathsOf(server.organization("org_north"))).toEqual(["/4", "/5"]);
  });

  it("is always empty if it may keep none", async () => {
    const server = openServer({ maxJournalEntries: 0 });
    await sendMany(server, 2);
    expect(server.journal.entries()).toEqual([]);
    expect(server.journal.stats()).toEqual({ entries: 0, bytes: 0, dropped: 2 });
  });
});

describe("a journal that is limited by size", () => {
  const filler = { colour: "x".repeat(95_000) };

  it("drops the oldest entries", async () => {
    const server = openServer({ maxJournalBytes: 100_000 });
    for (let index = 0; index < 10; index += 1)
      await send(server, `PATCH ${paths.binding}?n=${index}`, { json: filler });
    const { entries, bytes, dropped } = server.journal.stats();
    expect(bytes).toBeLessThanOrEqual(100_000);
    expect(entries + dropped).toBe(10);
    expect(server.journal.entries().map(({ query }) => query)).toEqual(["n=8", "n=9"].slice(-entries));
    expect(entries).toBeGreaterThan(0);
  });

  it("does not keep an entry that is larger than all of it, but the older ones", async () => {
    const server = openServer({ maxJournalBytes: 10_000 });
    await sendMany(server, 2);
    await call(server, `/${"x".repeat(5_000)}`);
    expect(pathsOf(server)).toEqual(["/1", "/2"]);
    expect(server.journal.stats()).toMatchObject({ entries: 2, dropped: 1 });
  });

  it("counts headers, queries, messages and field names", async () => {
    const server = openServer({ maxJournalBytes: 100_000 });
    const large = "x".repeat(60_000);
    await getIndex(server, { headers: { "x-api-key": "key_north", "x-large": large } });
    await call(server, `${paths.index}?${large}=1`);
    await call(server, `/${large}`);
    await send(server, `PATCH ${paths.binding}`, { json: { [large]: 1 } });
    expect(server.journal.stats()).toEqual({ entries: 0, bytes: 0, dropped: 4 });
  });

  it("keeps 1,000 large requests within 64 MiB by default", async () => {
    const server = openServer();
    for (let index = 0; index < 1100; index += 1) await send(server, `PATCH ${paths.binding}`, { json: filler });
    const { entries, bytes, dropped } = server.journal.stats();
    expect({ entries, dropped }).toEqual({ entries: 1000, dropped: 100 });
    expect(bytes).toBeLessThan(64 * 1024 * 1024);
  });
});

describe("deliveries", () => {
  const brainId = "brain_tides";

  it("are limited by count", () => {
    const server = openServer({ maxDeliveries: 3 });
    const sent = [1, 2, 3].flatMap(() => server.control.brains.sendDailyBrief({ brainId }).delivered);
    expect(sent).toHaveLength(6);
    expect(server.deliveries.list()).toEqual(sent.slice(3));
    expect(server.deliveries.stats()).toEqual({ entries: 3, bytes: expect.any(Number) as number, dropped: 3 });
    server.deliveries.clear();
    expect(server.deliveries.stats()).toEqual({ entries: 0, bytes: 0, dropped: 0 });
  });

  it("are limited by size", () => {
    const server = openServer({ maxDeliveryBytes: 3000 });
    for (let count = 0; count < 10; count += 1) server.control.brains.sendDailyBrief({ brainId });
    const { entries, bytes, dropped } = server.organization("org_north").deliveries.stats();
    expect(bytes).toBeLessThanOrEqual(3000);
    expect(entries).toBe(server.deliveries.list().length);
    expect(entries).toBeGreaterThan(1);
    expect(entries + dropped).toBe(20);
  });
});

describe("createReferenceServer rejects", () => {
  it.each(["maxJournalEntries", "maxJournalBytes", "maxDeliveries", "maxDeliveryBytes"])("an invalid %s", (name) => {
    const largest = name.endsWith("Bytes") ? 1_073_741_824 : 1_000_000;
    const expected = `Failed to create a server: ${name} must be a whole number from 0 to ${largest}`;
    for (const value of [-1, 0.5, largest + 1, Number.NaN]) {
      expect(() => openServer({ [name]: value })).toThrow(new RangeError(`${expected} (got ${value}).`));
    }
    expect(() => openServer({ [name]: "5" })).toThrow(new TypeError(`${expected} (got "5").`));
    expect(openServer({ [name]: largest }).journal.entries()).toEqual([]);
  });
});
