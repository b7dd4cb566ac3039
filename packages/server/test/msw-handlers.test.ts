import type { ReferenceServer, ReferenceServerOptions } from "@knowledge-base/server";
import { createHandlers, type HandlerOptions } from "@knowledge-base/server/msw";
import { contract } from "@knowledge-base/types";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildBinding, buildPage, buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { frozenTime, openServer } from "./open-server.ts";
import { requests } from "./requests.ts";
import { type SendOptions, send } from "./send.ts";

const platformPages = [
  "GET /_platform/oauth/authorize?state=unknown",
  "POST /_platform/oauth/authorize",
  "GET /_platform/oauth/done",
];

/** Intercepts the global fetch with a server. The response to requests that it does not match has status 418. */
function intercept(options: ReferenceServerOptions = {}, handlerOptions?: HandlerOptions): ReferenceServer {
  const server = openServer(options);
  const rest = http.all("*", () => HttpResponse.json("left to msw", { status: 418 }));
  const interception = setupServer(...createHandlers(server, handlerOptions), rest);
  interception.listen();
  onTestFinished(() => interception.close());
  return server;
}

/** Sends a request through the global fetch. */
function sendGlobally({ baseUrl, apiKey }: ReferenceServer, methodAndPath: string, sending?: SendOptions) {
  return send({ baseUrl, apiKey, fetch }, methodAndPath, sending);
}

describe("the msw handlers", () => {
  it("match each operation of the contract and each page of the platform once", async () => {
    const server = openServer({ baseUrl: "https://kb.example:8443/api/" });
    const handlers = createHandlers(server);
    const routes = requests().map(({ method, path, query }) => `${method} ${path}${query}`);
    const heads = [...routes, ...platformPages]
      .filter((route) => route.startsWith("GET "))
      .map((route) => route.replace("GET", "HEAD"));
    for (const route of [...routes, ...platformPages, ...heads]) {
      const [method = "", path = ""] = route.split(" ");
      const request = new Request(server.baseUrl + path, { method });
      const matches = await Promise.all(handlers.map((handler) => handler.test({ request })));
      expect(matches.filter(Boolean), route).toHaveLength(1);
    }
    expect(handlers).toHaveLength(Object.keys(contract).length + platformPages.length + heads.length);
  });

  it.each(requests())("respond to the global fetch as the server does: $id", async (request) => {
    const { method, path, query, sending, success } = request;
    const response = await sendGlobally(intercept(), `${method} ${path}${query}`, sending);
    expect(response).toStrictEqual(await send(openServer(), `${method} ${path}${query}`, sending));
    expect(response.status).toBe(success);
  });

  it("respond to HEAD without a body", async () => {
    const server = intercept();
    const headers = { "x-api-key": server.apiKey };
    const response = await fetch(`${server.baseUrl}/v1/brains/brain_tides/index`, { method: "HEAD", headers });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("forward the body", async () => {
    const server = intercept();
    const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
    expect(await sendGlobally(server, `PATCH ${path}`, { json: { notifyBriefs: false } })).toStrictEqual({
      status: 200,
      body: buildBinding({ notifyBriefs: false }),
    });
    expect(server.snapshot().bindings[0]).toStrictEqual(buildBinding({ notifyBriefs: false }));
  });

  it("forward the query", async () => {
    const pages = [buildPage({ slug: "a" }), buildPage({ slug: "b" })];
    const server = intercept({ seed: buildState({ pages }) });
    const index = "GET /v1/brains/brain_tides/index";
    expect((await sendGlobally(server, `${index}?limit=1`)).body).toMatchObject([{ slug: "a" }]);
    expect(await sendGlobally(server, `${index}?limit=0`)).toStrictEqual(
      errorResponse(400, "/v1/brains/brain_tides/index", ["limit must be from 1 to 500"]),
    );
  });

  it.each(["a/b", "größe 🌊", "100%", "a?b#c", ":slug", "a*(b)+c"])("forward the slug %s", async (slug) => {
    const server = intercept({ seed: buildState({ pages: [buildPage({ slug })] }) });
    const path = `/v1/brains/brain_tides/pages/${encodeURIComponent(slug)}/archive`;
    expect(await sendGlobally(server, `POST ${path}`)).toStrictEqual({
      status: 201,
      body: { ...buildPage({ slug }), archived: true, status: "archived", updatedAt: frozenTime },
    });
  });

  it("respond to invalid requests with the documented body", async () => {
    const server = intercept();
    const path = "/v1/brains/brain_moon/index";
    expect(await sendGlobally(server, `GET ${path}`)).toStrictEqual(errorResponse(404, path, "Brain not found"));
    expect(await sendGlobally(server, `GET ${path}`, { key: null })).toStrictEqual(
      errorResponse(401, path, "Missing x-api-key header"),
    );
    const broken = "/v1/brains/%ff/index";
    expect(await sendGlobally(server, `GET ${broken}`)).toStrictEqual(
      errorResponse(400, broken, ["brainId must be percent-encoded UTF-8"]),
    );
  });

  it.each([
    "GET /",
    "GET /v1/nope",
    "PUT /v1/brains/brain_tides/index",
    "GET /v1/brains//index",
    "GET /v1/brains/brain_tides/index/",
    "GET /v1/brains/brain_tides/more/index",
    "GET /V1/brains/brain_tides/index",
    "GET /v1/brains/brain_tides/index-of-another-kind",
    "GET /mirror/https://knowledge-base.test/v1/brains/brain_tides/index",
  ])("leave unknown routes of the host to msw: %s", async (request) => {
    expect(await sendGlobally(intercept(), request)).toEqual({ status: 418, body: "left to msw" });
  });

  it.each(platformPages)("forward requests for the platform's pages to the server: %s", async (methodAndPath) => {
    const [method = "", path = ""] = methodAndPath.split(" ");
    const server = intercept();
    const [response, expected] = await Promise.all(
      [fetch, server.fetch].map(async (send) => {
        const response = await send(server.baseUrl + path, { method });
        return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
      }),
    );
    expect(response).toEqual(expected);
    expect(response?.status).not.toBe(418);
  });

  it("leave other hosts, ports and protocols to msw", async () => {
    const { apiKey } = intercept({ baseUrl: "http://kb.example:8080" });
    for (const baseUrl of ["http://other.example:8080", "http://kb.example", "https://kb.example:8080"]) {
      const response = await send({ baseUrl, apiKey, fetch }, "GET /v1/brains/brain_tides/index");
      expect(response).toEqual({ status: 418, body: "left to msw" });
    }
  });

  it.each([
    "http://localhost:8080",
    "http://[::1]:3000/kb",
    "https://kb.example/a(b)*:c+d.e",
    "https://kb.example/ü b",
  ])("match requests at the base URL %s", async (baseUrl) => {
    const server = intercept({ baseUrl });
    const { status, body } = await sendGlobally(server, "GET /v1/brains/brain_tides/index");
    expect({ status, body }).toMatchObject({ status: 200, body: [{ slug: "spring-tide" }] });
    const missing = "/v1/brains/brain_moon/index";
    const { pathname } = new URL(server.baseUrl + missing);
    expect(await sendGlobally(server, `GET ${missing}`)).toStrictEqual(errorResponse(404, pathname, "Brain not found"));
  });

  it("leave requests outside the path of the base URL to msw", async () => {
    const { apiKey } = intercept({ baseUrl: "https://kb.example/api" });
    const response = await send({ baseUrl: "https://kb.example", apiKey, fetch }, "GET /v1/brains/brain_tides/index");
    expect(response.status).toBe(418);
  });

  it("share one state with the server", async () => {
    const server = intercept();
    const path = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
    await sendGlobally(server, `DELETE ${path}`);
    expect(await send(server, `DELETE ${path}`)).toStrictEqual(errorResponse(404, path, "Binding not found"));
    server.reset();
    expect((await sendGlobally(server, `DELETE ${path}`)).status).toBe(200);
  });

  it("can be used repeatedly", async () => {
    const server = intercept();
    for (let count = 0; count < 3; count += 1) {
      expect((await sendGlobally(server, "GET /v1/brains/brain_tides/index")).status).toBe(200);
    }
  });
});

describe("the msw handlers with catchAll", () => {
  const unknown = [
    "GET /",
    "GET /v1/nope",
    "PUT /v1/brains/brain_tides/index",
    "GET /v1/brains/brain_tides/index/",
    "DELETE /V1/brains/brain_tides/index?x=1",
  ];

  it.each(unknown)("respond to an unknown route as the server does: %s", async (request) => {
    const path = request.replace(/^\S+ /, "").replace(/\?.*/, "");
    const message = `Cannot ${request.replace(/\?.*/, "")}`;
    expect(await sendGlobally(intercept({}, { catchAll: true }), request)).toStrictEqual(
      errorResponse(404, path, message),
    );
  });

  it.each(requests())("respond to the operations: $id", async ({ method, path, query, sending }) => {
    const server = intercept({}, { catchAll: true });
    const expected = await send(openServer(), `${method} ${path}${query}`, sending);
    expect(await sendGlobally(server, `${method} ${path}${query}`, sending)).toStrictEqual(expected);
  });

  it("respond to HEAD and OPTIONS", async () => {
    const server = intercept({}, { catchAll: true });
    const url = `${server.baseUrl}/v1/brains/brain_tides/index`;
    const headers = { "x-api-key": server.apiKey };
    const head = await fetch(url, { method: "HEAD", headers });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const options = await fetch(url, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([200, "GET, HEAD"]);
  });

  it.each([
    "https://kb.example/other/v1/x",
    "https://kb.example/apis/v1/x",
    "https://kb.example.test/api/v1/x",
    "http://kb.example/api/v1/x",
  ])("leave requests outside the base URL to msw: %s", async (url) => {
    intercept({ baseUrl: "https://kb.example/api" }, { catchAll: true });
    expect((await fetch(url)).status).toBe(418);
  });

  it("handle the base URL itself", async () => {
    intercept({ baseUrl: "https://kb.example/api" }, { catchAll: true });
    expect((await fetch("https://kb.example/api")).status).toBe(404);
  });

  it.each([{ catchal: true }, { catchAll: "yes" }, { http: {} }, null])("reject the options %j", (options) => {
    expect(() => createHandlers(openServer(), options as HandlerOptions)).toThrow(/^Failed to create handlers: /);
  });
});
