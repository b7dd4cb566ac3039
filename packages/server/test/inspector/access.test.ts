import { inspectorUrl, withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

function open(options: Parameters<typeof withControl>[1] = { inspector: true }) {
  const server = openServer();
  const fetch = withControl(server, options);
  const token = new URL(inspectorUrl(fetch, server.baseUrl)).hash.replace("#token=", "");
  const call = async (headers: Record<string, string>, url = server.baseUrl) => {
    const response = await fetch(`${url}/_control/clock/now`, { method: "POST", headers });
    return response.status;
  };
  return { server, fetch, token, call };
}

const sameOrigin = { "sec-fetch-site": "same-origin", origin: "https://knowledge-base.test" };

describe("a request of the inspector", () => {
  it("uses the controls with its token", async () => {
    const { token, call } = open();
    expect(await call({ ...sameOrigin, authorization: `Bearer ${token}` })).toBe(200);
    expect(await call({ "sec-fetch-site": "same-origin", authorization: `Bearer ${token}` })).toBe(200);
    expect(await call({ origin: sameOrigin.origin, authorization: `Bearer ${token}` })).toBe(200);
  });

  it.each([
    ["no token", {}],
    ["another token", { authorization: "Bearer 0123456789abcdef0123456789abcdef" }],
    ["an empty token", { authorization: "Bearer " }],
  ])("is rejected with %s", async (_, headers) => {
    expect(await open().call({ ...sameOrigin, ...headers })).toBe(401);
  });

  it("is rejected with a part of the token, or more than it", async () => {
    const { token, call } = open();
    for (const wrong of [token.slice(1), token.slice(0, -1), `${token}0`, token.toUpperCase().replace(/\d/g, "0")]) {
      expect(await call({ ...sameOrigin, authorization: `Bearer ${wrong}` })).toBe(401);
    }
  });

  it.each([
    { "sec-fetch-site": "cross-site", origin: "https://page.example" },
    { "sec-fetch-site": "same-site", origin: "https://knowledge-base.test" },
    { "sec-fetch-site": "cross-site" },
    { origin: "https://page.example" },
    { origin: "null" },
    { origin: "https://knowledge-base.test:444" },
  ])("is rejected from another origin, even with the token: %j", async (headers) => {
    const { token, call } = open();
    expect(await call({ ...headers, authorization: `Bearer ${token}` } as Record<string, string>)).toBe(403);
  });

  it.each<[host: string, allowedHosts: string[], status: number]>([
    ["localhost", [], 200],
    ["kb.localhost", [], 200],
    ["127.0.0.1", [], 200],
    ["[::1]", [], 200],
    ["192.168.1.7", [], 200],
    ["rebound.example", [], 403],
    ["127.0.0.1.example", [], 403],
    ["localhost.example", [], 403],
    ["dev.example", ["dev.example"], 200],
    ["dev.example", ["Dev.Example"], 200],
    ["a.dev.example", ["dev.example"], 403],
    ["a.dev.example", [".dev.example"], 200],
    ["any.example", ["*"], 200],
  ])("from the host %s, with %j allowed: %i", async (host, allowedHosts, status) => {
    const { token, call } = open({ inspector: { allowedHosts } });
    const headers = { ...sameOrigin, origin: `http://${host}:4000`, authorization: `Bearer ${token}` };
    expect(await call(headers, `http://${host}:4000`)).toBe(status);
  });

  it("needs no token of the controls", async () => {
    const { token, call } = open({ inspector: true, token: "control-token" });
    expect(await call({ ...sameOrigin, authorization: `Bearer ${token}` })).toBe(200);
    expect(await call({ ...sameOrigin, authorization: "Bearer control-token" })).toBe(401);
  });
});

describe("a program", () => {
  it("uses the controls as before", async () => {
    expect(await open().call({})).toBe(200);
    const { call } = open({ inspector: true, token: "control-token" });
    expect(await call({ authorization: "Bearer control-token" })).toBe(200);
    expect(await call({})).toBe(401);
  });
});

describe("the token of the inspector", () => {
  it("is another one for each server", () => {
    expect(open().token).toMatch(/^[0-9a-f]{32}$/);
    expect(open().token).not.toBe(open().token);
  });

  it("is not known without an inspector", () => {
    const server = openServer();
    expect(() => inspectorUrl(withControl(server), server.baseUrl)).toThrow(
      "Failed to return the URL of the inspector: the fetch does not serve it.",
    );
  });
});

it.each([1, "yes", { hosts: [] }, { allowedHosts: "a" }, { allowedHosts: [1] }])(
  "withControl rejects the option inspector: %j",
  (inspector) => {
    expect(() => withControl(openServer(), { inspector: inspector as never })).toThrow(TypeError);
  },
);

it("works on a socket", async () => {
  const server = openServer();
  const controlled = withControl(server, { inspector: true });
  await using listener = await listen({ ...server, fetch: controlled }, { port: 0 });
  const url = new URL(inspectorUrl(controlled, listener.url));
  expect(url.origin + url.pathname).toBe(`${listener.url}/_inspector/`);
  expect((await fetch(url)).status).toBe(200);
});
