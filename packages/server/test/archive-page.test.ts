import { pageStatuses } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { frozenTime, openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/pages/spring-tide/archive";
const archive = `POST ${path}`;

/** A server whose brain of tides has one page. */
function openWith(page: Parameters<typeof buildPage>[0], time = { now: () => Date.parse(frozenTime) }) {
  return openServer({ seed: buildState({ pages: [buildPage(page)] }), clock: time });
}

describe("archiving a page", () => {
  it("responds with 201 and the page, archived at this moment and otherwise unchanged", async () => {
    expect(await send(openServer(), archive)).toStrictEqual({
      status: 201,
      body: { ...buildPage(), archived: true, status: "archived", updatedAt: frozenTime },
    });
  });

  it.each(pageStatuses.filter((status) => status !== "archived"))(
    "archives a page that is %s and stores that internally",
    async (status) => {
      const server = openWith({ status });
      const archived = { ...buildPage(), archived: true, status: "archived", updatedAt: frozenTime };
      expect(await send(server, archive)).toStrictEqual({ status: 201, body: archived });
      expect(server.snapshot().pages).toStrictEqual([{ ...archived, statusBeforeArchive: status }]);
    },
  );

  it("archives a pinned page and keeps its pin", async () => {
    const server = openWith({ pinned: true, source: null, lastReferencedAt: null });
    expect(await send(server, archive)).toStrictEqual({
      status: 201,
      body: {
        ...buildPage({ pinned: true, source: null, lastReferencedAt: null }),
        archived: true,
        status: "archived",
        updatedAt: frozenTime,
      },
    });
  });

  it("changes nothing in the rest of the state", async () => {
    const server = openServer();
    const { pages: _, ...before } = server.snapshot();
    await send(server, archive);
    const { pages, ...after } = server.snapshot();
    expect(after).toStrictEqual(before);
    expect(pages.slice(1)).toStrictEqual(buildState().pages.slice(1));
  });

  it("does not change a page with the same slug in another brain", async () => {
    const twin = buildPage({ id: "page_twin", brainId: "brain_ropes" });
    const server = openServer({ seed: buildState({ pages: [buildPage(), twin] }) });
    await send(server, archive);
    expect(server.snapshot().pages[1]).toStrictEqual(twin);
  });

  it("responds with 201 again for an archived page and changes nothing, not even its time", async () => {
    let time = Date.parse(frozenTime);
    const server = openWith({ status: "stale" }, { now: () => time });
    const first = await send(server, archive);
    const state = recordsOf(server);
    time += 60_000;
    expect(await send(server, archive)).toStrictEqual(first);
    expect(recordsOf(server)).toStrictEqual(state);
  });

  it("does not change a page that was archived in the seed", async () => {
    const page = buildPage({ archived: true, status: "archived" });
    const server = openWith(page);
    expect(await send(server, archive)).toStrictEqual({ status: 201, body: page });
    expect(server.snapshot().pages).toStrictEqual([page]);
  });

  it("omits the former status of a seeded archived page from the response", async () => {
    const page = buildPage({ archived: true, status: "archived" });
    const server = openWith({ ...page, statusBeforeArchive: "contested" });
    expect(await send(server, archive)).toStrictEqual({ status: 201, body: page });
    expect(server.snapshot().pages).toStrictEqual([{ ...page, statusBeforeArchive: "contested" }]);
  });

  it("removes the page from the prompt index", async () => {
    const pages = [buildPage(), buildPage({ slug: "neap-tide" })];
    const server = openServer({ seed: buildState({ pages }) });
    await send(server, archive);
    expect((await send(server, "GET /v1/brains/brain_tides/index")).body).toMatchObject([{ slug: "neap-tide" }]);
  });

  it("returns the 1,536 numbers of an embedding unchanged, for each page its own", async () => {
    const long = Array.from({ length: 1536 }, (_, index) => Math.sin(index) / 3);
    const short = [1.5e-300, -7, 0.1, Number.MAX_SAFE_INTEGER];
    const pages = [buildPage({ embedding: long }), buildPage({ slug: "neap-tide", embedding: short })];
    const server = openServer({ seed: buildState({ pages }) });
    const first = await send(server, archive);
    const second = await send(server, "POST /v1/brains/brain_tides/pages/neap-tide/archive");
    expect(first.body).toHaveProperty("embedding", long);
    expect(second.body).toHaveProperty("embedding", short);
  });

  it.each(["{}", "{", '{"archived":false}', "anything"])("ignores a body (%s)", async (text) => {
    const response = await send(openServer(), archive, { text, contentType: "text/plain" });
    expect(response).toStrictEqual({
      status: 201,
      body: { ...buildPage(), archived: true, status: "archived", updatedAt: frozenTime },
    });
  });

  it("rejects a page that the brain does not have", async () => {
    const server = openServer();
    const missing = "/v1/brains/brain_tides/pages/knots/archive";
    expect(await send(server, `POST ${missing}`)).toStrictEqual(errorResponse(404, missing, "Page not found"));
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("rejects a brain that does not exist", async () => {
    const missing = "/v1/brains/brain_moon/pages/spring-tide/archive";
    expect(await send(openServer(), `POST ${missing}`)).toStrictEqual(errorResponse(404, missing, "Brain not found"));
  });

  it("rejects a slug that is not percent-encoded UTF-8", async () => {
    const broken = "/v1/brains/brain_tides/pages/%ff/archive";
    expect(await send(openServer(), `POST ${broken}`)).toStrictEqual(
      errorResponse(400, broken, ["slug must be percent-encoded UTF-8"]),
    );
  });
});
