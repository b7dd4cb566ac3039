import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { errorResponse } from "./error-response.ts";
import { intercept } from "./intercept.ts";
import { openServer } from "./open-server.ts";
import { send } from "./send.ts";

describe("the base URL", () => {
  it("is one of a reserved domain if none is given", () => {
    expect(openServer().baseUrl).toBe("https://knowledge-base.test");
  });

  it.each([
    { given: "https://kb.example", baseUrl: "https://kb.example" },
    { given: "https://kb.example/", baseUrl: "https://kb.example" },
    { given: "https://KB.example:443/Api//", baseUrl: "https://kb.example/Api" },
    { given: "http://localhost:8080/a/b/", baseUrl: "http://localhost:8080/a/b" },
    { given: "http://[::1]:3000", baseUrl: "http://[::1]:3000" },
    { given: "https://kb.example/ü b", baseUrl: "https://kb.example/%C3%BC%20b" },
    { given: "https://kb.example/a(b)*:c+d.e", baseUrl: "https://kb.example/a(b)*:c+d.e" },
  ])("$given becomes $baseUrl, where the server responds", async ({ given, baseUrl }) => {
    const server = openServer({ baseUrl: given });
    expect(server.baseUrl).toBe(baseUrl);
    expect(await send(server, "GET /v1/brains/brain_tides/index")).toMatchObject({
      status: 200,
      body: [{ slug: "spring-tide" }],
    });
  });

  it.each([
    "https://kb.example/v1/brains/brain_tides/index",
    "https://kb.example/api",
    "https://kb.example/api/",
    "https://kb.example/apis/v1/brains/brain_tides/index",
    "https://kb.example/apiv1/brains/brain_tides/index",
    "https://kb.example/API/v1/brains/brain_tides/index",
    "https://kb.example/x/api/v1/brains/brain_tides/index",
    "https://kb.example/api//v1/brains/brain_tides/index",
    "https://kb.example/api/api/v1/brains/brain_tides/index",
  ])("does not exist outside of its path: %s", async (url) => {
    const server = openServer({ baseUrl: "https://kb.example/api" });
    const response = await server.fetch(url, { headers: { "x-api-key": server.apiKey } });
    const path = url.replace("https://kb.example", "");
    expect({ status: response.status, body: await response.json() }).toStrictEqual(
      errorResponse(404, path, `Cannot GET ${path}`),
    );
  });

  it("is a part of the path in an error response", async () => {
    const server = openServer({ baseUrl: "https://kb.example/api/kb" });
    const path = "/v1/brains/brain_moon/index";
    expect(await send(server, `GET ${path}?limit=1`)).toStrictEqual(
      errorResponse(404, `/api/kb${path}`, "Brain not found"),
    );
  });

  it.each(["https://other.example", "http://localhost:1", "http://127.0.0.1"])(
    "does not bind the server to a host: %s gets a response too",
    async (origin) => {
      const server = openServer();
      const pending = await send({ ...server, baseUrl: origin }, "GET /v1/brains/brain_tides/index");
      expect(pending.status).toBe(200);
    },
  );

  it.each(["", "/api", "kb.example", "localhost:3000", "mailto:kb@example.com", "file:///srv/kb", "https://"])(
    "cannot be '%s'",
    (baseUrl) => {
      expect(() => createReferenceServer({ baseUrl })).toThrow(TypeError);
    },
  );

  it.each(["localhost:3000", "kb.example", ""])("reports the problem of '%s'", (baseUrl) => {
    expect(() => createReferenceServer({ baseUrl })).toThrow(
      new TypeError(
        `Failed to create a server: baseUrl must be a URL that begins with https:// or http:// (got "${baseUrl}").`,
      ),
    );
  });

  it.each(["https://user@kb.test", "https://:secret@kb.test", "https://kb.test/?a=1", "https://kb.test/#a"])(
    "cannot contain '%s', which would be lost",
    (baseUrl) => {
      expect(() => createReferenceServer({ baseUrl })).toThrow("Use only an origin and a path.");
    },
  );
});

describe.each(["http://KB.example:80/api/", "http://kb.example/api//"])("a server passed with %s", (baseUrl) => {
  const server = { ...openServer({ baseUrl: "http://kb.example/api" }), baseUrl };
  const index = "GET /v1/brains/brain_tides/index";

  it("is intercepted at the URL at which it responds", async () => {
    intercept(server);
    expect(await send({ ...server, baseUrl: "http://kb.example/api", fetch }, index)).toMatchObject({ status: 200 });
  });

  it("has its controls below its path", async () => {
    const response = await withControl(server)("http://kb.example/api/_control/clock/now", { method: "POST" });
    expect(response.status).toBe(200);
  });

  it("passes its path on to a listener", async () => {
    await using listener = await listen(server);
    expect(new URL(listener.url).pathname).toBe("/api");
    expect(await send({ ...server, baseUrl: listener.url, fetch }, index)).toMatchObject({ status: 200 });
  });
});
