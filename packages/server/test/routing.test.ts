import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { frozenTime, openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { requests } from "./requests.ts";
import { send } from "./send.ts";

describe("an unknown route", () => {
  it.each([
    "GET /",
    "GET /v1",
    "GET /v1/",
    "GET /v1/brains",
    "GET /v1/brains/brain_tides",
    "GET /v1/brains/brain_tides/index/",
    "GET /v1/brains/brain_tides/index/more",
    "GET //v1/brains/brain_tides/index",
    "GET /v1//brains/brain_tides/index",
    "GET /v1/brains//index",
    "GET /v1/brains/brain_tides//index",
    "GET /v1/brains/brain_tides/pages/index",
    "GET /v2/brains/brain_tides/index",
    "GET /V1/brains/brain_tides/index",
    "GET /v1/Brains/brain_tides/index",
    "GET /v1/brains/brain_tides/INDEX",
    "GET /v1/br%61ins/brain_tides/index",
    "GET /brains/brain_tides/index",
    "GET /v1/brains/brain_tides%2Findex",
    "POST /v1/brains/brain_tides/pages//archive",
    "POST /v1/brains/brain_tides/pages/spring-tide/archive/",
    "DELETE /v1/brains/brain_tides/messaging/bindings",
    "DELETE /v1/brains/brain_tides/messaging/bindings/",
    "DELETE /v1/brains//messaging/bindings/binding_deck",
    "POST /v1/brains/brain_tides/messaging/oauth",
    "POST /v1/brains/brain_tides/messaging/oauth/Start",
    "PUT /_platform/oauth/authorize",
    "GET /_platform/oauth",
  ])("gets a 404 response: %s", async (request) => {
    const server = openServer();
    const path = request.replace(/^\S+ /, "");
    expect(await send(server, request)).toStrictEqual(errorResponse(404, path, `Cannot ${request}`));
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each(
    requests().flatMap(({ path, method }) =>
      ["GET", "POST", "PUT", "PATCH", "DELETE"]
        .filter(
          (other) => other !== method && !requests().some((known) => known.path === path && known.method === other),
        )
        .map((other) => ({ other, path })),
    ),
  )("is a known path with another method: $other $path", async ({ other, path }) => {
    expect(await send(openServer(), `${other} ${path}`)).toStrictEqual(
      errorResponse(404, path, `Cannot ${other} ${path}`),
    );
  });

  it("does not contain the query", async () => {
    expect(await send(openServer(), "GET /v1/nope?limit=1&x=/y?z")).toStrictEqual(
      errorResponse(404, "/v1/nope", "Cannot GET /v1/nope"),
    );
  });

  it("may be long", async () => {
    const path = `/v1/brains${"/x".repeat(20_000)}`;
    expect(await send(openServer(), `GET ${path}`)).toStrictEqual(errorResponse(404, path, `Cannot GET ${path}`));
  });
});

describe("the path of an error response", () => {
  it.each(requests({ brainId: "brain_moon" }))("has no query for $id", async ({ method, path, sending }) => {
    const query = "?limit=5&installationId=installation_north&path=/x";
    expect(await send(openServer(), `${method} ${path}${query}`, sending)).toStrictEqual(
      errorResponse(404, path, "Brain not found"),
    );
  });

  it("is percent-encoded as it was sent", async () => {
    const path = "/v1/brains/%7bmoon%7D%20%C3%BC/index";
    expect(await send(openServer(), `GET ${path}`)).toStrictEqual(errorResponse(404, path, "Brain not found"));
  });

  it("may be long", async () => {
    const path = `/v1/brains/${"x".repeat(100_000)}/index`;
    expect(await send(openServer(), `GET ${path}`)).toStrictEqual(errorResponse(404, path, "Brain not found"));
  });
});

describe("an id in a path", () => {
  const ids = [
    "a/b",
    "/",
    "größe-✓-🌊",
    "100%",
    "%2F",
    "a b+c",
    "?limit=0#x",
    "{brainId}",
    "index",
    "messaging",
    "__proto__",
    "a;b=c,d:e@f&g",
    "\u0000",
  ];

  it.each(ids)("is decoded once: brain %j", async (id) => {
    const brains = [...buildState().brains, { id, organizationId: "org_north", name: "Odd" }];
    const pages = [buildPage({ brainId: id }), buildPage({ id: "page_other" })];
    const server = openServer({ seed: buildState({ brains, pages }) });
    expect(await send(server, `GET /v1/brains/${encodeURIComponent(id)}/index?limit=1`)).toMatchObject({
      status: 200,
      body: [{ slug: "spring-tide" }],
    });
  });

  it.each(ids)("is decoded once: slug %j", async (slug) => {
    const server = openServer({ seed: buildState({ pages: [buildPage(), buildPage({ slug })] }) });
    const path = `/v1/brains/brain_tides/pages/${encodeURIComponent(slug)}/archive`;
    expect(await send(server, `POST ${path}`)).toStrictEqual({
      status: 201,
      body: { ...buildPage({ slug }), archived: true, status: "archived", updatedAt: frozenTime },
    });
  });

  it.each(ids)("is decoded once: binding %j", async (id) => {
    const binding = buildBinding({ id });
    const server = openServer({ seed: buildState({ bindings: [binding] }) });
    const path = `/v1/brains/brain_tides/messaging/bindings/${encodeURIComponent(id)}`;
    expect(await send(server, `PATCH ${path}`, { json: {} })).toStrictEqual({ status: 200, body: binding });
    expect(await send(server, `DELETE ${path}`)).toStrictEqual({ status: 200, body: { disconnected: true } });
  });

  it.each(["%", "%zz", "%ff", "%E0%A4%A", "%C0%AF", "a%2"])("is rejected if it is %s", async (id) => {
    const path = `/v1/brains/${id}/index`;
    expect(await send(openServer(), `GET ${path}`)).toStrictEqual(
      errorResponse(400, path, ["brainId must be percent-encoded UTF-8"]),
    );
  });
});
