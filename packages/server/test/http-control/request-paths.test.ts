import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { invalidRequestResponse } from "./invalid-request-response.ts";
import { type ParsedResponse, read } from "./post.ts";
import { transports } from "./transports.ts";

function rejected(status: number, code: string, cause: string): ParsedResponse {
  return { status, body: { error: { code, message: `Failed to call a control: ${cause}.`, problems: [] } } };
}

const list = "GET /_control/openapi.json lists them all";

describe.each(transports)("a request that is sent $way", ({ reach }) => {
  it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])("calls no control with %s", async (method) => {
    const server = openServer();
    await using reached = await reach(server);
    for (const path of ["brains/create", "server/reset", "clock/now"]) {
      const response = await reached.fetch(`${reached.url}/_control/${path}`, { method });
      expect(response.headers.get("allow")).toBe("POST");
      if (method === "HEAD") expect(response.status).toBe(405);
      else {
        const cause = `controls are called with POST, not ${method}. ${list}`;
        expect(await read(response)).toStrictEqual(rejected(405, "wrong_method", cause));
      }
    }
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("reads no document with %s", async (method) => {
    await using reached = await reach(openServer());
    const response = await reached.fetch(`${reached.url}/_control/openapi.json`, { method });
    expect(response.headers.get("allow")).toBe("GET");
    const cause = `openapi.json is read with GET, not ${method}`;
    expect(await read(response)).toStrictEqual(rejected(405, "wrong_method", cause));
  });

  it("reads the headers of the document with HEAD", async () => {
    await using reached = await reach(openServer());
    const response = await reached.fetch(`${reached.url}/_control/openapi.json`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe("");
  });

  it.each(["", "/"])("names no control with /_control%s", async (path) => {
    await using reached = await reach(openServer());
    const received = await read(await reached.fetch(`${reached.url}/_control${path}`, { method: "POST" }));
    expect(received).toStrictEqual(rejected(404, "no_such_control", `the path does not name a control. ${list}`));
  });

  it.each([
    ["/moon", "moon"],
    ["/pages", "pages"],
    ["/pages/", "pages/"],
    ["/pages/fly", "pages/fly"],
    ["/pages/edit/", "pages/edit/"],
    ["//pages/edit", "/pages/edit"],
    ["/pages//edit", "pages//edit"],
    ["/Pages/edit", "Pages/edit"],
    ["/pages%2Fedit", "pages%2Fedit"],
    ["/pages/e%64it", "pages/e%64it"],
    ["/control/pages/edit", "control/pages/edit"],
    ["/__proto__/toString", "__proto__/toString"],
    ["/__proto__", "__proto__"],
    ["/constructor/name", "constructor/name"],
    ["/pages/constructor", "pages/constructor"],
    ["/pages/__proto__", "pages/__proto__"],
    ["/server/constructor", "server/constructor"],
    ["/server/toString", "server/toString"],
    ["/toString", "toString"],
    ["/oauth/review", "oauth/review"],
    ["/openapi.json/", "openapi.json/"],
    ["/v1/../moon/./x", "moon/x"],
  ])("finds no control at /_control%s", async (path, shown) => {
    const server = openServer();
    await using reached = await reach(server);
    for (const method of ["POST", "GET"]) {
      const received = await read(await reached.fetch(`${reached.url}/_control${path}`, { method }));
      const message = expect.stringMatching(/^Failed to call a control: there is no control [^ ]+(\.|; did you mean) /);
      expect(received).toMatchObject({ status: 404, body: { error: { code: "no_such_control", message } } });
      expect(JSON.stringify(received.body)).toContain(`there is no control ${shown}`);
    }
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it.each([
    ["/page/create", "pages/create"],
    ["/pages.create", "pages/create"],
    ["/pages/harvest", undefined],
    ["/pages/edit/", "pages/edit"],
    ["//pages/edit", "pages/edit"],
    ["/Pages/Edit", "pages/edit"],
    ["/organisations/create", "organizations/create"],
    ["/server/rest", "server/reset"],
    ["/__proto__/toString", undefined],
  ])("suggests the closest control to /_control%s", async (path, closest) => {
    await using reached = await reach(openServer());
    const { body } = await read(await reached.fetch(`${reached.url}/_control${path}`, { method: "POST" }));
    const { message } = (body as { readonly error: { readonly message: string } }).error;
    if (closest === undefined) expect(message).toContain(`${path.slice(1)}. ${list}`);
    else
      expect(message).toBe(`Failed to call a control: there is no control ${path.slice(1)}; did you mean ${closest}?`);
  });

  it("does not repeat a long path", async () => {
    await using reached = await reach(openServer());
    const { body } = await read(await reached.fetch(`${reached.url}/_control/${"x".repeat(5000)}`, { method: "POST" }));
    expect(body).toMatchObject({ error: { message: expect.stringContaining("with a path of 5000 characters.") } });
  });

  it.each(["/_controls/server/reset", "/_CONTROL/server/reset", "/v1/_control/server/reset", "/_control.json"])(
    "is handled by the service if it is for no control: %s",
    async (path) => {
      await using reached = await reach(openServer());
      const response = await reached.fetch(reached.url + path, { method: "POST" });
      expect(response.headers.has("x-knowledge-base-control")).toBe(false);
      expect(await read(response)).toMatchObject({ status: 404, body: { message: `Cannot POST ${path}` } });
    },
  );

  it.each(["/v1/../_control/server/reset", "/v1/%2e%2E/_control/./server/reset", "/_control/x/../server/reset"])(
    "is for the control of its normalized path: %s",
    async (path) => {
      const server = openServer();
      server.control.brains.update({ brainId: "brain_tides", name: "Fjord" });
      await using reached = await reach(server);
      expect(await reached.fetch(reached.url + path, { method: "POST" })).toHaveProperty("status", 204);
      expect(server.snapshot()).toStrictEqual(buildState());
    },
  );

  it.each([
    ["?organisation=org_south", "organisation", "is not known; the only parameter is organization"],
    ["?organization=org_south&x", "x", "is not known; the only parameter is organization"],
    ["?organization[]=org_south", "organization[]", "is not known; the only parameter is organization"],
    ["?organization=org_south&organization=org_north", "organization", "must be given once"],
    ["?organization", "organization", "must not be empty"],
    ["?organization=", "organization", "must not be empty"],
  ])("has no query but the organization: %s", async (query, name, message) => {
    const server = openServer();
    await using reached = await reach(server);
    const response = await reached.fetch(`${reached.url}/_control/brains/create${query}`, { method: "POST" });
    expect(await read(response)).toStrictEqual(invalidRequestResponse("query", name, message));
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it.each(["?organization=%20", "?organization=__proto__"])(
    "is confined to the given organization, and has no effect if it does not exist: %s",
    async (query) => {
      const server = openServer();
      await using reached = await reach(server);
      const response = await reached.fetch(`${reached.url}/_control/brains/create${query}`, { method: "POST" });
      expect(await read(response)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
      expect(server.snapshot()).toStrictEqual(buildState());
    },
  );

  it("finds control and health only below the path of the base URL", async () => {
    const server = openServer({ baseUrl: "https://knowledge-base.test/deep/down/" });
    await using reached = await reach(server);
    expect(reached.url).toMatch(/\/deep\/down$/);
    const call = (url: string, method: string) => reached.fetch(url, { method });
    expect(await call(`${reached.url}/_control/server/reset`, "POST")).toHaveProperty("status", 204);
    expect(await call(`${reached.url}/_health`, "GET")).toHaveProperty("status", 200);
    const root = new URL(reached.url).origin;
    expect(await call(`${root}/_control/server/reset`, "POST")).toHaveProperty("status", 404);
    expect(await call(`${root}/_health`, "GET")).toHaveProperty("status", 404);
  });

  it("is handled by the service if it is addressed to it", async () => {
    await using reached = await reach(openServer());
    const response = await reached.fetch(`${reached.url}/v1/brains/brain_tides/index`, {
      headers: { "x-api-key": "key_north" },
    });
    expect(await read(response)).toMatchObject({ status: 200, body: [{ slug: "spring-tide" }] });
  });
});
