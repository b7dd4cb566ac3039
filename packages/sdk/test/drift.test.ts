import { type DriftEvent, ResponseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { connect, createClient } from "./helpers/calls.ts";
import { idle } from "./helpers/manual-clock.ts";
import { entry, getIndex } from "./helpers/operation-calls.ts";

describe("a long list", () => {
  const unlisted = Array.from({ length: 15_000 }, () => ({ ...entry, pageType: "novelty" }));

  it("of values that are not listed is accepted, but not if its last entry is invalid", async () => {
    expect(await getIndex(connect(unlisted).kb)).toHaveLength(15_000);
    const error = await expectRejection(ResponseError, getIndex(connect([...unlisted, { ...entry, title: null }]).kb));
    expect(error.issues).toMatchObject([{ path: [15_000, "title"], kind: "wrong_type" }]);
  });

  it("has the issues of all its entries", async () => {
    const invalid = unlisted.map((entry, index) =>
      index % 5000 === 4999 ? { ...entry, slug: 5, title: undefined } : entry,
    );
    const error = await expectRejection(ResponseError, getIndex(connect(invalid).kb));
    expect(error.issues.map(({ path }) => path)).toEqual(
      [4999, 9999, 14_999].flatMap((index) => [
        [index, "slug"],
        [index, "title"],
      ]),
    );
  });
});

describe("drift", () => {
  const drifting = (count: number) => Array.from({ length: count }, (_, index) => ({ ...entry, [`f${index}`]: 1 }));

  it("is reported once for each difference, whatever the item, the call or the client of withOptions", async () => {
    const entries = ["recipe", "recipe", "menu"].map((pageType) => ({ ...entry, pageType, colour: 1 }));
    const { kb, drifts } = connect(entries);
    for (const client of [kb, kb, kb.withOptions({ timeout: 900 }), kb.withOptions({ validate: "report" })]) {
      await getIndex(client);
    }
    await idle();
    const found = drifts.map(({ kind, path, value }) => [kind, path, value]);
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        ["unknown_value", [0, "pageType"], "recipe"],
        ["unknown_value", [2, "pageType"], "menu"],
        ["unknown_field", [0, "colour"], undefined],
      ]),
    );
  });

  it("is another one for another operation, place, kind or client", async () => {
    const drifts: unknown[] = [];
    const bodies = [{ slug: undefined }, { slug: 5 }, { title: 5 }, { pageType: "frozen" }, { status: "frozen" }];
    const left = [...bodies, ...bodies, ...bodies];
    const options = {
      validate: "report",
      onDrift: ({ kind, path }: DriftEvent) => drifts.push([kind, path[1]]),
    } as const;
    const fetch = async () => Response.json([{ ...entry, ...left.shift() }]);
    const kb = createClient(fetch, options);
    for (const _ of [...bodies, ...bodies]) await getIndex(kb);
    const other = createClient(fetch, options);
    for (const _ of bodies) await getIndex(other);
    await idle();
    const expected = [
      ["missing_field", "slug"],
      ["wrong_type", "slug"],
      ["wrong_type", "title"],
      ["unknown_value", "pageType"],
      ["unknown_value", "status"],
    ];
    expect(drifts).toEqual([...expected, ...expected]);
  });

  it("is reported at most 10 times for a response, and 1,000 times for a client", async () => {
    const { kb, drifts } = connect(drifting(50));
    expect(await getIndex(kb)).toHaveLength(50);
    await idle();
    expect(drifts).toHaveLength(10);
    let requests = 0;
    const fetch = async () => {
      requests += 1;
      return Response.json([{ ...entry, [`field${requests}`]: 1 }]);
    };
    const reported: unknown[] = [];
    const other = createClient(fetch, { onDrift: (drift) => reported.push(drift) });
    for (let call = 0; call < 1100; call += 1) await getIndex(other);
    await idle();
    expect(reported).toHaveLength(1000);
  });

  it("is the same one if only the end of a long name differs", async () => {
    const { kb, drifts } = connect(["1", "2"].map((end) => ({ ...entry, [`${"x".repeat(1000)}${end}`]: 1 })));
    expect(await getIndex(kb)).toHaveLength(2);
    await idle();
    expect(drifts).toHaveLength(1);
  });

  it("shows at most 100 characters of a value, which is returned as it is", async () => {
    const { kb, drifts } = connect([{ ...entry, pageType: "xy".repeat(5000) }]);
    expect((await getIndex(kb))[0]?.pageType).toHaveLength(10_000);
    await idle();
    expect(drifts.map(({ value }) => value)).toEqual(["xy".repeat(50)]);
  });

  it("is a log line at the level warn", async () => {
    const lines: string[] = [];
    const warn = (message: string) => lines.push(message);
    const logger = { debug: warn, info: warn, warn, error: warn };
    await getIndex(connect(drifting(1), { logger, logLevel: "warn" }).kb);
    expect(lines).toEqual(["promptIndex.get: the response differs from the contract"]);
  });
});
