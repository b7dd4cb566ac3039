import { createReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openServer, paths } from "../helpers/open-server.ts";

type Cors = ReferenceServerOptions["cors"];

const page = "http://localhost:5173";
const { index } = paths;
const key = { "x-api-key": "key_north" };
const fromPage = { origin: page };
const asked = { "access-control-request-method": "PATCH", "access-control-request-headers": "content-type,x-trace" };
const preflight = { ...fromPage, ...asked };

async function send(cors: Cors, path: string, init: RequestInit) {
  const server = openServer({ cors });
  const response = await server.fetch(server.baseUrl + path, init);
  return { server, status: response.status, grants: grantsOf(response), body: await response.text() };
}

// Returns the headers of a response that concern other origins.
function grantsOf({ headers }: Pick<Response, "headers">): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(headers).filter(([name]) => /^(access-control-.*|vary)$/.test(name)));
}

// With credentials, `*` is the name of a header.
const named = { origin: page, vary: { vary: "Origin" }, credentials: { "access-control-allow-credentials": "true" } };
const every = { origin: "*", vary: {}, credentials: {} };
describe.each<{ cors: Cors; origin: string; vary: object; credentials: object }>([
  { cors: page, ...named },
  { cors: ["https://app.example", page], ...named },
  { cors: "*", ...every },
  { cors: [page, "*"], ...every },
  { cors: true, ...every },
])("with the option $cors,", ({ cors, origin, vary, credentials }) => {
  const exposed = origin === "*" ? "*" : expect.stringContaining("x-request-id, ");
  const allowed = { "access-control-allow-origin": origin, ...credentials, ...vary };
  const granted = { "access-control-expose-headers": exposed, ...allowed };

  it.each<{ what: string; status: number; path?: string; method?: string; headers: Record<string, string> }>([
    { what: "a success", status: 200, headers: { ...fromPage, ...key } },
    { what: "a GET that resembles a preflight request", status: 200, headers: { ...preflight, ...key } },
    { what: "an error", status: 401, headers: fromPage },
    { what: "an unknown path", status: 404, path: "/nothing", headers: fromPage },
    { what: "the methods of a path", status: 200, method: "OPTIONS", headers: fromPage },
  ])("a page reads $what, and the journal has the headers that allow it", async ({ status, path = index, ...init }) => {
    const { server, ...response } = await send(cors, path, init);
    expect(response).toMatchObject({ status, grants: granted });
    const [entry] = server.journal.entries();
    expect(grantsOf({ headers: new Headers(entry?.responseHeaders ?? {}) })).toEqual(granted);
  });

  it("a page reads nothing of the consent page, or without an origin", async () => {
    expect((await send(cors, "/_platform/oauth/authorize?state=x", { headers: fromPage })).grants).toEqual({});
    expect((await send(cors, index, {})).grants).toEqual(vary);
  });

  it("a preflight request is accepted without a key, and not recorded", async () => {
    const { server, ...response } = await send(cors, index, { method: "OPTIONS", headers: preflight });
    const grants = {
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "content-type,x-trace",
      "access-control-max-age": "600",
      ...allowed,
    };
    expect(response).toEqual({ status: 204, body: "", grants });
    expect(server.journal.entries()).toEqual([]);
  });

  it("a page reads a planned fault, and nothing of the controls", async () => {
    const server = openServer({ cors });
    const fetch = withControl(server);
    server.faults.add({ kind: "status", status: 429, retryAfter: 1 });
    const response = await fetch(server.baseUrl + index, { headers: fromPage });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(grantsOf(response)).toEqual(granted);
    const control = await fetch(`${server.baseUrl}/_control/server/reset`, { method: "OPTIONS", headers: preflight });
    expect(control.status).toBe(403);
    expect(grantsOf(control)).toEqual({});
    expect(grantsOf(await fetch(`${server.baseUrl}/_health`, { headers: fromPage }))).toEqual({});
  });
});

it("a planned fault may grant something else", async () => {
  const server = openServer({ cors: page });
  const headers = { Vary: "accept", "Access-Control-Allow-Origin": "https://other.example" };
  server.faults.add({ kind: "response", status: 200, headers });
  const response = await server.fetch(server.baseUrl + index, { headers: fromPage });
  expect(response.headers.get("vary")).toBe("accept");
  expect(response.headers.get("access-control-allow-origin")).toBe("https://other.example");
});

it.each([false, undefined])("a page of another origin reads nothing by default or with %j", async (cors) => {
  for (const init of [{ headers: { ...fromPage, ...key } }, { method: "OPTIONS", headers: preflight }])
    expect((await send(cors, index, init)).grants).toEqual({});
});

const others = ["http://localhost:5174", "https://localhost:5173", "http://localhost", "null", "http://LOCALHOST:5173"];
it.each(others)("a page of another origin, such as %s, reads nothing", async (origin) => {
  for (const init of [{ headers: { origin, ...key } }, { method: "OPTIONS", headers: { ...preflight, origin } }]) {
    const { status, grants } = await send(page, index, init);
    expect({ status, grants }).toEqual({ status: 200, grants: { vary: "Origin" } });
  }
});

const invalid = [`${page}/`, `${page}/app`, "localhost:5173", "http://LOCALHOST", "", [""], 1, [1], {}];
it.each(invalid)("a server rejects the option cors with %j", (cors) => {
  const message = 'cors must be true, "*", or origins without a path, such as "http://localhost:5173" (got ';
  expect(() => createReferenceServer({ cors: cors as string })).toThrow(`Failed to create a server: ${message}`);
});

const valid = ["null", "tauri://localhost", "app://localhost:8080", "https://a.example:8443"];
it.each(valid)("the option cors accepts the origin %s", async (origin) => {
  const { grants } = await send([origin], index, { headers: { origin } });
  expect(grants["access-control-allow-origin"]).toBe(origin);
});
