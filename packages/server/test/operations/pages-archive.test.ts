import { expect, it } from "vitest";
import { buildPage, buildState, frozenTime, recordsOf } from "../helpers/build-state.ts";
import { commonRejections, expectRejected, type RejectedRequest } from "../helpers/expect-rejected.ts";
import { openServer, send } from "../helpers/open-server.ts";

const requestFor = (brainId: string, slug: string) => `POST /v1/brains/${brainId}/pages/${slug}/archive`;
const request = requestFor("brain_tides", "spring-tide");
const [, ...otherPages] = buildState().pages;
const archived = { archived: true, status: "archived", updatedAt: frozenTime } as const;
const statusBefore = { statusBeforeArchive: "active" } as const;

it("pages.archive responds with 201 and the archived page, and changes no other record", async () => {
  const page = buildPage({ embedding: [1.5e-300, -7, 0.1, Number.MAX_SAFE_INTEGER] });
  const server = openServer({ seed: buildState({ pages: [page, ...otherPages] }) });
  expect(await send(server, request)).toStrictEqual({ status: 201, body: { ...page, ...archived } });
  const pages = [{ ...page, ...archived, ...statusBefore }, ...otherPages];
  expect(recordsOf(server)).toStrictEqual(buildState({ pages }));
});

it("pages.archive changes nothing if the page is archived already", async () => {
  const seed = buildState({ pages: [buildPage({ ...archived, ...statusBefore })] });
  const server = openServer({ seed });
  expect(await send(server, request)).toStrictEqual({ status: 201, body: buildPage(archived) });
  expect(recordsOf(server)).toStrictEqual(seed);
});

it("pages.archive reads no body", async () => {
  expect((await send(openServer(), request, { text: "{", contentType: "text/plain" })).status).toBe(201);
});

const badIds = ["brainId must be percent-encoded UTF-8", "slug must be percent-encoded UTF-8"];
const unknown = { status: 404, message: "Page not found" } as const;

it.each<RejectedRequest>([
  { what: "ids that aren't UTF-8", request: requestFor("%ff", "%fe"), status: 400, message: badIds },
  ...commonRejections(request),
  { what: "a page that doesn't exist", request: requestFor("brain_tides", "moon"), ...unknown },
  { what: "a page of another brain", request: requestFor("brain_tides", "knots"), ...unknown },
  { what: "a page of another organization", request: requestFor("brain_tides", "menu"), ...unknown },
])("pages.archive fails with $status for $what, and changes nothing", expectRejected);
