import { choices } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { call } from "../faults/calls.ts";
import { openServer } from "../open-server.ts";

const names = (entries: readonly { readonly path: string }[]) => entries.map(({ path }) => Number(path.slice(1)));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const capacity = 1000;

describe("the capacity of a journal", () => {
  it("is 1,000 entries", () => {
    expect(choices.journalCapacity).toBe(capacity);
  });

  it.each([
    { sent: 999, first: 1 },
    { sent: 1000, first: 1 },
    { sent: 1001, first: 2 },
    { sent: 1003, first: 4 },
    { sent: 2000, first: 1001 },
    { sent: 2500, first: 1501 },
  ])("drops the oldest entries: $sent requests", async ({ sent, first }) => {
    const server = openServer();
    for (let number = 1; number <= sent; number += 1) await call(server, `/${number}`);
    expect(names(server.journal.entries())).toEqual(numbers(first, sent));
    expect(names(server.organization("org_north").journal.entries())).toEqual(numbers(first, sent));
  });

  it("is that of each organization and of the server", async () => {
    const server = openServer();
    const south = { headers: { "x-api-key": "key_south" } };
    await call(server, "/1", south);
    for (let number = 2; number <= 1101; number += 1) await call(server, `/${number}`);
    expect(names(server.organization("org_south").journal.entries())).toEqual([1]);
    expect(names(server.organization("org_north").journal.entries())).toEqual(numbers(102, 1101));
    expect(names(server.journal.entries())).toEqual(numbers(102, 1101));
  });

  it("is available again after the journal was cleared", async () => {
    const server = openServer();
    for (let number = 1; number <= 1500; number += 1) await call(server, `/${number}`);
    server.journal.clear();
    expect(server.journal.entries()).toEqual([]);
    for (let number = 1; number <= 1001; number += 1) await call(server, `/${number}`);
    expect(names(server.journal.entries())).toEqual(numbers(2, 1001));
  });
});
