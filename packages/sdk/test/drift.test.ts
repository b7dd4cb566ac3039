import { type DriftEvent, ResponseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { connect, createClient } from "./helpers/client.ts";
import { idle } from "./helpers/fake-timers.ts";
import { entry, getIndex } from "./helpers/operation-calls.ts";
import { expectRejection } from "./helpers/rejections.ts";

it("a long list of values that are not listed is accepted, but not if its last entry is invalid", async () => {
  const unlisted = Array.from({ length: 15_000 }, () => ({ ...entry, pageType: "novelty" }));
  expect(await getIndex(connect(unlisted).kb)).toHaveLength(15_000);
  const invalid = [...unlisted, { ...entry, slug: 5, title: undefined }];
  const error = await expectRejection(ResponseError, getIndex(connect(invalid).kb));
  expect(error.issues.map(({ path }) => path.map(String).join("."))).toEqual(["15000.slug", "15000.title"]);
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
    expect(new Set(drifts.map(({ kind, path, value }) => `${kind} ${path.map(String).join(".")} ${value}`))).toEqual(
      new Set(["unknown_value 0.pageType recipe", "unknown_value 2.pageType menu", "unknown_field 0.colour undefined"]),
    );
    expect(drifts).toHaveLength(3);
  });

  it("is another one for another operation, place, kind or client", async () => {
    const reported: unknown[] = [];
    const bodies = [{ slug: undefined }, { slug: 5 }, { title: 5 }, { pageType: "frozen" }, { status: "frozen" }];
    const left = [...bodies, ...bodies, ...bodies];
    const onDrift = ({ kind, path }: DriftEvent) => reported.push(`${String(path[1])}: ${kind}`);
    const fetch = async () => Response.json([{ ...entry, ...left.shift() }]);
    const [kb, other] = [1, 2].map(() => createClient(fetch, { validate: "report", onDrift }));
    for (const client of [kb, kb, other]) for (const _ of bodies) await getIndex(client ?? expect.unreachable());
    await idle();
    const kinds = ["slug: missing_field", "slug: wrong_type", "title: wrong_type"];
    const expected = [...kinds, "pageType: unknown_value", "status: unknown_value"];
    expect(reported).toEqual([...expected, ...expected]);
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
});
