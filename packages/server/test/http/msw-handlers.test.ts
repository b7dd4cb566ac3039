import type { ReferenceServer, ReferenceServerOptions } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import { expect, it, vi } from "vitest";
import { buildBinding, buildPage, buildState, frozenTime } from "../helpers/build-state.ts";
import { intercept } from "../helpers/intercept.ts";
import { openServer, paths, type SendOptions, send } from "../helpers/open-server.ts";
import { requests } from "../helpers/requests.ts";

type HandlerOptions = Parameters<typeof createHandlers>[1];

const index = `GET ${paths.index}`;
const { binding } = paths;

function open(options: ReferenceServerOptions = {}, handlerOptions?: HandlerOptions): ReferenceServer {
  const server = openServer(options);
  intercept(server, handlerOptions);
  return server;
}

function sendGlobally({ baseUrl, apiKey }: ReferenceServer, methodAndPath: string, sending?: SendOptions) {
  return send({ baseUrl, apiKey, fetch }, methodAndPath, sending);
}

it("the msw handlers have paths that msw shows", () => {
  const handlers = createHandlers(openServer({ baseUrl: "https://kb.example:8443/api/" }));
  expect(handlers.map(({ info }) => info.header)).toEqual(
    expect.arrayContaining([
      "PATCH https://kb.example:8443/api/v1/brains/:brainId/messaging/bindings/:bindingId",
      "HEAD https://kb.example:8443/api/v1/brains/:brainId/index",
      "POST https://kb.example:8443/api/_platform/oauth/authorize",
    ]),
  );
});

it.each([
  ...requests().map(({ method, path, query }) => `${method} ${path}${query}`),
  "HEAD /v1/brains/brain_tides/index",
  "GET /_platform/oauth/authorize?state=unknown",
  "POST /_platform/oauth/authorize",
  "GET /_platform/oauth/done",
])("the msw handlers respond to %s of the global fetch as the server does", async (request) => {
  const [method = "", path = ""] = request.split(" ");
  const init = { method, headers: { "x-api-key": "key_north" } };
  const { baseUrl } = open();
  const other = openServer();
  const response = await fetch(baseUrl + path, init).then(read);
  expect(response).toEqual(await other.fetch(other.baseUrl + path, init).then(read));
});

it("the msw handlers answer the preflight requests of browsers if the server has the option cors", async () => {
  const cors = "http://localhost:5173";
  const headers = { origin: cors, "access-control-request-method": "PATCH", "access-control-request-headers": "x-a" };
  for (const options of [undefined, { catchAll: true }]) {
    const { baseUrl } = open({ cors }, options);
    const response = await fetch(baseUrl + binding, { method: "OPTIONS", headers });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-headers")).toBe("x-a");
  }
  expect(createHandlers(openServer()).filter(({ info }) => info.method === "OPTIONS")).toEqual([]);
});

it("the msw handlers forward the body and the query, and share one state with the server", async () => {
  const server = open({ seed: buildState({ pages: [buildPage({ slug: "a" }), buildPage({ slug: "b" })] }) });
  const changed = buildBinding({ notifyBriefs: false });
  const response = await sendGlobally(server, `PATCH ${binding}`, { json: { notifyBriefs: false } });
  expect(response).toStrictEqual({ status: 200, body: changed });
  expect(server.snapshot().bindings[0]).toStrictEqual(changed);
  expect((await sendGlobally(server, `${index}?limit=1`)).body).toMatchObject([{ slug: "a" }]);
});

it.each([
  { brainId: "a/b", slug: "größe-🌊" },
  { brainId: "größe 🌊", slug: "潮" },
  { brainId: "100%", slug: ":slug" },
  { brainId: "a?b#c", slug: "a*(b)+c" },
])("the msw handlers forward the brain $brainId and the slug $slug", async ({ brainId, slug }) => {
  const { brains } = buildState();
  const page = buildPage({ brainId, slug });
  const brain = { id: brainId, organizationId: "org_north", name: "Odd" };
  const server = open({ seed: buildState({ brains: [...brains, brain], pages: [page] }) });
  const path = `/v1/brains/${encodeURIComponent(brainId)}/pages/${encodeURIComponent(slug)}/archive`;
  expect(await sendGlobally(server, `POST ${path}`)).toStrictEqual({
    status: 201,
    body: { ...page, archived: true, status: "archived", updatedAt: frozenTime },
  });
});

const baseUrls = ["http://localhost:8080", "http://127.0.0.1/kb", "https://kb-1.example/ü b/v2.0_~@x"];
it.each(baseUrls)("the msw handlers match requests at the base URL %s", async (baseUrl) => {
  expect((await sendGlobally(open({ baseUrl }), index)).status).toBe(200);
});

it.each([
  { baseUrl: "http://[::1]:3000", character: "[" },
  { baseUrl: "https://kb.example/:version", character: ":" },
  { baseUrl: "https://kb.example/a*", character: "*" },
  { baseUrl: "https://kb.example/a(b)", character: "(" },
  { baseUrl: "https://kb.example/a+b", character: "+" },
  { baseUrl: "https://kb.example/a&b", character: "&" },
  { baseUrl: "https://kb.example/a|b", character: "|" },
])("the base URL $baseUrl can't have msw handlers, because of the character $character", ({ baseUrl, character }) => {
  expect(() => createHandlers(openServer({ baseUrl }))).toThrow(
    `/v1/brains/{brainId}/messaging/bindings/{bindingId}, because of the character ${character}. Use `,
  );
});

it.each([
  "GET https://kb.example/api/v1/nope",
  "PUT https://kb.example/api/v1/brains/brain_tides/index",
  "GET https://kb.example/v1/brains/brain_tides/index",
  "GET https://other.example/api/v1/brains/brain_tides/index",
])("%s, which no handler matches, is reported by msw in its strict mode, and fails", async (request) => {
  open({ baseUrl: "https://kb.example/api" });
  const printed: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => printed.push(line));
  const [method = "", url = ""] = request.split(" ");
  const { message, cause } = (await fetch(url, { method }).catch((error: Error) => error)) as Error;
  expect(cause instanceof Error ? cause.message : message).toContain("Cannot bypass a request");
  expect(printed).toEqual([expect.stringContaining(request)]);
});

it.each([
  "GET /",
  "GET /v1/nope",
  "PUT /v1/brains/brain_tides/index",
  "GET /v1/brains/brain_tides/index/",
  "DELETE /V1/brains/brain_tides/index?x=1",
])("the msw handler with catchAll responds to %s, an unknown route, as the server does", async (request) => {
  const response = await sendGlobally(open({}, { catchAll: true }), request);
  expect(response).toStrictEqual(await send(openServer(), request));
  expect(response.status).toBe(404);
});

it("the msw handler with catchAll responds to operations and OPTIONS", async () => {
  const server = open({}, { catchAll: true });
  const options = await fetch(`${server.baseUrl}/v1/brains/brain_tides/index`, { method: "OPTIONS" });
  expect(options.headers.get("allow")).toBe("GET, HEAD");
  expect(await sendGlobally(server, index)).toMatchObject({ status: 200, body: [{ slug: "spring-tide" }] });
});

async function read(response: Response) {
  return { status: response.status, headers: response.headers, text: await response.text() };
}
