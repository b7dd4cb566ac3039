import { describe, expect, it } from "vitest";
import { buildState } from "./helpers/build-state.ts";
import { errorResponse } from "./helpers/error-response.ts";
import { openServer } from "./helpers/open-server.ts";
import { requests } from "./helpers/requests.ts";
import { send } from "./helpers/send.ts";

const path = "/v1/brains/brain_tides/index";
const missing = "Missing x-api-key header";
const invalid = "Invalid x-api-key";

// Keys in headers, and the message of the response to those that are not accepted.
// biome-ignore format: a table
const headers: readonly [name: string, key: string, message?: string][] = [
  ["x-api-key", "key_north"], ["X-API-KEY", " \tkey_north "], ["x-api-key", "", invalid], ["x-api-key", "KEY_NORTH", invalid], ["x-api-key", "key_nort", invalid],
  ["x-api-key", "key_north2", invalid], ["x-api-key", "key_north,key_north", invalid], ["x-api-key", "Bearer key_north", invalid], ["x-api-key", "__proto__", invalid],
  ["x-api-key", "constructor", invalid], ["x-api-key", "undefined", invalid], ["authorization", "key_north", missing], ["api-key", "key_north", missing],
];

describe("an API key", () => {
  it.each(requests())("of any role opens $id", async (request) => {
    const { method, path, query, sending, success } = request;
    for (const role of ["admin", "viewer", ""]) {
      const apiKeys = [{ key: "!~any", organizationId: "org_north", role }];
      const server = openServer({ seed: buildState({ apiKeys }) });
      expect(await send(server, `${method} ${path}${query}`, sending)).toHaveProperty("status", success);
    }
  });

  it.each(headers)("in the header %s: '%s'", async (name, key, message) => {
    const server = openServer();
    const response = await server.fetch(server.baseUrl + path, { headers: { [name]: key } });
    const received = { status: response.status, body: await response.json() };
    if (message === undefined) expect(received.status).toBe(200);
    else expect(received).toStrictEqual(errorResponse(401, path, message));
  });

  it("does not come in the query", async () => {
    const received = await send(openServer(), `GET ${path}?x-api-key=key_north`, { key: null });
    expect(received).toStrictEqual(errorResponse(401, path, missing));
  });
});
