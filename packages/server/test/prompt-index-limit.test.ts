import type { ReferenceServer } from "@knowledge-base/server";
import type { IndexEntry } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/index";
const slugs = Array.from({ length: 501 }, (_, index) => `page-${String(index).padStart(3, "0")}`);

/** A server whose brain of tides has 501 pages, in the order of their slugs. */
function openFull(): ReferenceServer {
  return openServer({
    seed: buildState({ pages: slugs.toReversed().map((slug) => buildPage({ slug, embedding: [] })) }),
  });
}

async function listed(query: string): Promise<{ status: number; slugs: string[] }> {
  const { status, body } = await send(openFull(), `GET ${path}${query}`);
  return { status, slugs: (body as IndexEntry[]).map(({ slug }) => slug) };
}

describe("the limit of the prompt index", () => {
  it.each([
    { query: "", count: 50 },
    { query: "?limit=1", count: 1 },
    { query: "?limit=49", count: 49 },
    { query: "?limit=499", count: 499 },
    { query: "?limit=500", count: 500 },
    { query: "?limit=007", count: 7 },
    { query: "?limit=%32", count: 2 },
    { query: "?Limit=3", count: 50 },
    { query: "?other=x&limit=3&brainId=brain_ropes", count: 3 },
  ])("returns the first $count pages for '$query'", async ({ query, count }) => {
    expect(await listed(query)).toEqual({ status: 200, slugs: slugs.slice(0, count) });
  });

  it("returns fewer if the brain has fewer", async () => {
    const { body } = await send(openServer(), `GET ${path}?limit=500`);
    expect(body).toHaveLength(1);
  });

  it.each(["0", "501", "-1", "-0", "5000000000", "-500"])("rejects %s as out of range", async (limit) => {
    expect(await send(openServer(), `GET ${path}?limit=${limit}`)).toStrictEqual(
      errorResponse(400, path, ["limit must be from 1 to 500"]),
    );
  });

  it.each([
    { name: "the first number that is not exact", limit: "9007199254740992" },
    { name: "a number of twenty digits", limit: "9".repeat(20) },
    { name: "a number of four hundred digits", limit: "9".repeat(400) },
    { name: "a negative number of four hundred digits", limit: `-${"9".repeat(400)}` },
  ])("rejects $name as out of the range of a limit", async ({ limit }) => {
    expect(await send(openServer(), `GET ${path}?limit=${limit}`)).toStrictEqual(
      errorResponse(400, path, ["limit must be from 1 to 500"]),
    );
  });

  it.each(["1.5", "0.5", "-2.25"])("rejects %s, which is not a whole number", async (limit) => {
    expect(await send(openServer(), `GET ${path}?limit=${limit}`)).toStrictEqual(
      errorResponse(400, path, [`limit must be a whole number, not ${limit}`]),
    );
  });

  it.each([
    "",
    "abc",
    "1e2",
    "0x10",
    "%2B5",
    "+5",
    "%205",
    "5%20",
    "5px",
    "1,5",
    "1.",
    ".5",
    "NaN",
    "Infinity",
    "null",
    "５",
  ])("rejects '%s', which is not a number", async (limit) => {
    expect(await send(openServer(), `GET ${path}?limit=${limit}`)).toStrictEqual(
      errorResponse(400, path, [`limit must be a number, not "${new URLSearchParams(`limit=${limit}`).get("limit")}"`]),
    );
  });

  it("shows only the length of a long text that is not a number", async () => {
    const shown = "limit must be a number, not a text of 5000 characters";
    expect(await send(openServer(), `GET ${path}?limit=${"x".repeat(5000)}`)).toStrictEqual(
      errorResponse(400, path, [shown]),
    );
  });

  it.each(["limit=1&limit=2", "limit=1&limit=1", "limit=1&x=&limit=abc"])(
    "rejects a repeated limit (%s)",
    async (query) => {
      expect(await send(openServer(), `GET ${path}?${query}`)).toStrictEqual(
        errorResponse(400, path, ["limit must be a number, not an array"]),
      );
    },
  );
});
