import type { StoredPage } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const index = "GET /v1/brains/brain_tides/index";

async function summaryOf(summary: string): Promise<unknown> {
  const { body } = await send(openServer({ seed: buildState({ pages: [buildPage({ summary })] }) }), index);
  return (body as { summary: string }[])[0]?.summary;
}

describe("the entries of the prompt index", () => {
  it("have the documented fields and no others", async () => {
    const pages: StoredPage[] = [
      buildPage({ pinned: true, pageType: "decision", status: "contested" }),
      buildPage({ slug: "neap-tide", title: "Neap tide", summary: "Lowest.", pageType: "brief", status: "stale" }),
    ];
    expect(await send(openServer({ seed: buildState({ pages }) }), index)).toStrictEqual({
      status: 200,
      body: [
        {
          slug: "spring-tide",
          title: "Spring tide",
          summary: "When the water is highest.",
          pageType: "decision",
          pinned: true,
          status: "contested",
        },
        {
          slug: "neap-tide",
          title: "Neap tide",
          summary: "Lowest.",
          pageType: "brief",
          pinned: false,
          status: "stale",
        },
      ],
    });
  });

  it("are none in a brain without pages", async () => {
    expect(await send(openServer({ seed: buildState({ pages: [] }) }), index)).toStrictEqual({ status: 200, body: [] });
  });

  it("come from the requested brain", async () => {
    const { body } = await send(openServer(), "GET /v1/brains/brain_ropes/index");
    expect(body).toMatchObject([{ slug: "knots" }]);
  });

  it("leave the pages unread and unchanged", async () => {
    const server = openServer();
    await send(server, index);
    await send(server, index);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("reject a brain that does not exist", async () => {
    expect(await send(openServer(), "GET /v1/brains/brain_moon/index?limit=5")).toStrictEqual(
      errorResponse(404, "/v1/brains/brain_moon/index", "Brain not found"),
    );
  });
});

describe("the summary of an entry", () => {
  it.each([0, 1, 159, 160])("keeps %i code units", async (length) => {
    expect(await summaryOf("s".repeat(length))).toBe("s".repeat(length));
  });

  it.each([161, 162, 5000])("is cut to 160 of %i code units", async (length) => {
    expect(await summaryOf(`${"s".repeat(159)}tu${"v".repeat(length - 161)}`)).toBe(`${"s".repeat(159)}t`);
  });

  it("keeps a character of two code units that ends at the cut", async () => {
    expect(await summaryOf(`${"s".repeat(158)}🌊 and more`)).toBe(`${"s".repeat(158)}🌊`);
  });

  it("drops a character of two code units that the cut would split", async () => {
    expect(await summaryOf(`${"s".repeat(159)}🌊 and more`)).toBe("s".repeat(159));
  });

  it("keeps a character of two code units that ends a summary of 160", async () => {
    expect(await summaryOf(`${"s".repeat(158)}🌊`)).toBe(`${"s".repeat(158)}🌊`);
  });

  it("drops the last character of 161 code units if it has two", async () => {
    expect(await summaryOf(`${"s".repeat(159)}🌊`)).toBe("s".repeat(159));
  });

  it("is unchanged up to 160 code units, even with half a character at its end", async () => {
    expect(await summaryOf(`${"s".repeat(159)}\ud83c`)).toBe(`${"s".repeat(159)}\ud83c`);
  });

  it("is complete in the page itself", async () => {
    const summary = "s".repeat(300);
    const server = openServer({ seed: buildState({ pages: [buildPage({ summary })] }) });
    await send(server, index);
    expect(server.snapshot().pages[0]?.summary).toBe(summary);
  });
});
