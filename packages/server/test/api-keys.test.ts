import { describe, expect, it } from "vitest";
import { buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { requests } from "./requests.ts";
import { send } from "./send.ts";

const path = "/v1/brains/brain_tides/index";

describe("an API key", () => {
  it.each(requests())("opens $id, which responds with $success", async ({ method, path, query, sending, success }) => {
    expect((await send(openServer(), `${method} ${path}${query}`, sending)).status).toBe(success);
  });

  it.each(requests())("may not be missing for $id", async ({ method, path, query, sending }) => {
    const server = openServer();
    expect(await send(server, `${method} ${path}${query}`, { ...sending, key: null })).toStrictEqual(
      errorResponse(401, path, "Missing x-api-key header"),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each(requests())("may not be wrong for $id", async ({ method, path, query, sending }) => {
    const server = openServer();
    expect(await send(server, `${method} ${path}${query}`, { ...sending, key: "wrong" })).toStrictEqual(
      errorResponse(401, path, "Invalid x-api-key"),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each([
    "",
    "KEY_NORTH",
    "Key_north",
    "key_nort",
    "key_north2",
    "key north",
    "key_north,key_north",
    "Bearer key_north",
  ])("is invalid as '%s'", async (key) => {
    expect(await send(openServer(), `GET ${path}`, { key })).toStrictEqual(
      errorResponse(401, path, "Invalid x-api-key"),
    );
  });

  it.each(["constructor", "__proto__", "undefined", "null"])("is not '%s'", async (key) => {
    expect(await send(openServer(), `GET ${path}`, { key })).toStrictEqual(
      errorResponse(401, path, "Invalid x-api-key"),
    );
  });

  it("may have spaces around it, which headers do not carry", async () => {
    expect((await send(openServer(), `GET ${path}`, { key: " \tkey_north " })).status).toBe(200);
  });

  it.each(["X-API-KEY", "X-Api-Key", "x-api-key"])("comes in the header %s", async (name) => {
    const server = openServer();
    const response = await server.fetch(server.baseUrl + path, { headers: { [name]: "key_north" } });
    expect(response.status).toBe(200);
  });

  it.each(["authorization", "api-key", "x-api-keys"])("does not come in the header %s", async (name) => {
    const server = openServer();
    const response = await server.fetch(server.baseUrl + path, { headers: { [name]: "key_north" } });
    expect({ status: response.status, body: await response.json() }).toStrictEqual(
      errorResponse(401, path, "Missing x-api-key header"),
    );
  });

  it("does not come in the query", async () => {
    expect(await send(openServer(), `GET ${path}?x-api-key=key_north`, { key: null })).toStrictEqual(
      errorResponse(401, path, "Missing x-api-key header"),
    );
  });

  it.each(["admin", "viewer", ""])("has full access with the role '%s'", async (role) => {
    const apiKeys = [{ key: "key_any", organizationId: "org_north", role }];
    for (const { method, path, query, sending, success } of requests()) {
      const server = openServer({ seed: buildState({ apiKeys }) });
      expect((await send(server, `${method} ${path}${query}`, sending)).status).toBe(success);
    }
  });

  it("may be one of several of an organization", async () => {
    const server = openServer();
    server.seed({ version: 1, apiKeys: [{ key: "!~second", organizationId: "org_north", role: "admin" }] });
    expect((await send(server, `GET ${path}`, { key: "!~second" })).status).toBe(200);
    expect((await send(server, `GET ${path}`, { key: "key_north" })).status).toBe(200);
  });
});
