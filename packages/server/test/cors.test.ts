import { createReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openServer } from "./open-server.ts";

const page = "http://localhost:5173";
const index = "/v1/brains/brain_tides/index";

const preflight = {
  origin: page,
  "access-control-request-method": "PATCH",
  "access-control-request-headers": "content-type,x-api-key,x-trace",
};

/** Returns the headers of a response that concern other origins. */
function grants({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    Array.from(headers).filter(([name]) => name.startsWith("access-control-") || name === "vary"),
  );
}

function send(cors: ReferenceServerOptions["cors"], path: string, init: RequestInit) {
  const server = openServer({ cors });
  return server.fetch(server.baseUrl + path, init);
}

describe("without the option", () => {
  it.each([undefined, false])("no response has CORS headers (%s)", async (cors) => {
    for (const init of [{ headers: { origin: page } }, { method: "OPTIONS", headers: preflight }]) {
      expect(grants(await send(cors, index, init))).toEqual({});
    }
  });
});

describe.each<{ cors: ReferenceServerOptions["cors"]; origin: string; vary: object }>([
  { cors: page, origin: page, vary: { vary: "Origin" } },
  { cors: ["https://app.example", page], origin: page, vary: { vary: "Origin" } },
  { cors: "*", origin: "*", vary: {} },
  { cors: [page, "*"], origin: "*", vary: {} },
  { cors: true, origin: "*", vary: {} },
])("with $cors", ({ cors, origin, vary }) => {
  const granted = { "access-control-allow-origin": origin, "access-control-expose-headers": "*", ...vary };

  it.each([
    ["a success", index, "key_north", 200],
    ["an error", index, "stranger", 401],
    ["an unknown path", "/nothing", "key_north", 404],
  ])("the page can read %s", async (_, path, key, status) => {
    const response = await send(cors, path, { headers: { origin: page, "x-api-key": key } });
    expect(response.status).toBe(status);
    expect(grants(response)).toEqual(granted);
  });

  it("the preflight request is accepted without a key, and not recorded", async () => {
    const server = openServer({ cors });
    const response = await server.fetch(server.baseUrl + index, { method: "OPTIONS", headers: preflight });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expect(grants(response)).toEqual({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "content-type,x-api-key,x-trace",
      "access-control-max-age": "600",
      ...vary,
    });
    expect(server.journal.entries()).toEqual([]);
  });

  it("the page can read a planned fault", async () => {
    const server = openServer({ cors });
    server.faults.add({ kind: "status", status: 429, retryAfter: 1 });
    const response = await server.fetch(server.baseUrl + index, { headers: { origin: page } });
    expect([response.status, response.headers.get("retry-after"), grants(response)]).toEqual([429, "1", granted]);
  });

  it("an OPTIONS request that is no preflight returns the methods", async () => {
    const response = await send(cors, index, { method: "OPTIONS", headers: { origin: page } });
    expect([response.status, await response.text(), grants(response)]).toEqual([200, "GET, HEAD", granted]);
  });

  it("the consent page has no CORS headers", async () => {
    const response = await send(cors, "/_platform/oauth/authorize?state=x", { headers: { origin: page } });
    expect(grants(response)).toEqual({});
  });

  it("the controls and the health have no CORS headers", async () => {
    const server = openServer({ cors });
    const fetch = withControl(server);
    for (const path of ["/_control/server/reset", "/_control/openapi.json"]) {
      const response = await fetch(server.baseUrl + path, { method: "OPTIONS", headers: preflight });
      expect([response.status, grants(response)]).toEqual([403, {}]);
    }
    expect(grants(await fetch(`${server.baseUrl}/_health`, { headers: { origin: page } }))).toEqual({});
  });
});

describe("a page of another origin", () => {
  it.each(["http://localhost:5174", "https://localhost:5173", "http://localhost", "null", "http://LOCALHOST:5173"])(
    "cannot read responses: %s",
    async (origin) => {
      const headers = { origin, "x-api-key": "key_north" };
      const response = await send(page, index, { headers });
      expect([response.status, grants(response)]).toEqual([200, { vary: "Origin" }]);
      const options = await send(page, index, { method: "OPTIONS", headers: { ...preflight, origin } });
      expect([options.status, grants(options)]).toEqual([200, { vary: "Origin" }]);
    },
  );
});

it.each([
  "http://localhost:5173/",
  "http://localhost:5173/app",
  "localhost:5173",
  "http://LOCALHOST",
  "",
  [""],
  1,
  [1],
  {},
])("rejects the option %j", (cors) => {
  expect(() => createReferenceServer({ cors: cors as string })).toThrow(
    'Failed to create a server: cors must be true, "*", or origins without a path, such as "http://localhost:5173" (got ',
  );
});

it.each(["null", "tauri://localhost", "chrome-extension://abcdef", "https://a.example:8443"])(
  "accepts the origin %s",
  async (origin) => {
    const response = await send([origin], index, { headers: { origin } });
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  },
);
