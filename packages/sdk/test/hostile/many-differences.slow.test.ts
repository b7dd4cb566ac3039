import { ResponseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, getIndex, indexEntry } from "./create-client.ts";
import { expectBoundedMessage } from "./expect-bounded-message.ts";

const repeat = (text: string, count: number) => Array.from({ length: count }, () => text).join();

/** Bodies of a few megabytes whose differences would take more memory than a process has. */
const bodies: Readonly<Record<string, () => string>> = {
  "empty objects": () => `[${repeat("{}", 3_000_000)}]`,
  numbers: () => `[${repeat("0", 5_000_000)}]`,
};

describe.each(Object.entries(bodies))("a list of millions of %s", (_, createBody) => {
  it("is a ResponseError with its first issues", async () => {
    const kb = createClient(async () => new Response(createBody()));
    const error = await expectRejection(ResponseError, getIndex(kb));
    expectBoundedMessage(error);
    expect(error.status).toBe(200);
    expect(error.issues).toHaveLength(100);
    expect(error.issues[0]?.path[0]).toBe(0);
  });
});

describe("a list inside of a page", () => {
  it.each(["entities", "backlinks", "sources"])("of millions of numbers is a ResponseError: %s", async (name) => {
    const kb = createClient(async () => new Response(`{"${name}":[${repeat("0", 5_000_000)}]}`, { status: 201 }));
    const error = await expectRejection(ResponseError, kb.pages.archive({ brainId: "b", slug: "s" }));
    expectBoundedMessage(error);
    expect(error.issues.map(({ path }) => path)).toContainEqual([name, 0]);
  });
});

describe("a long list of entries", () => {
  const unlisted = Array.from({ length: 15_000 }, () => ({ ...indexEntry, pageType: "novelty" }));

  it("may have any number of values that are not listed", async () => {
    expect(await getIndex(createClient(async () => Response.json(unlisted)))).toHaveLength(15_000);
  });

  it("is a ResponseError if its last entry is invalid", async () => {
    const kb = createClient(async () => Response.json([...unlisted, { ...indexEntry, title: null }]));
    const error = await expectRejection(ResponseError, getIndex(kb));
    expect(error.issues).toMatchObject([{ path: [15_000, "title"], kind: "wrong_type" }]);
  });

  it("has the same issues as a short one", async () => {
    const invalid = unlisted
      .slice(0, 5000)
      .map((entry, index) => (index % 1000 === 999 ? { ...entry, slug: 5, title: undefined } : entry));
    const error = await expectRejection(ResponseError, getIndex(createClient(async () => Response.json(invalid))));
    expect(error.issues.map(({ path, kind }) => [...path, kind])).toEqual(
      [999, 1999, 2999, 3999, 4999].flatMap((index) => [
        [index, "slug", "wrong_type"],
        [index, "title", "missing_field"],
      ]),
    );
  });
});
