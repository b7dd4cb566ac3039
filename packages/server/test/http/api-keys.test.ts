import { expect, it } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { errorResponse } from "../helpers/expect-rejected.ts";
import { openServer, paths, read, send } from "../helpers/open-server.ts";
import { requests } from "../helpers/requests.ts";

const { index: path } = paths;
const missing = "Missing x-api-key header";

it.each(requests())("an API key of any role opens $id", async (request) => {
  const { method, path, query, sending, success } = request;
  for (const role of ["admin", "viewer", ""]) {
    const apiKeys = [{ key: "!~any", organizationId: "org_north", role }];
    const server = openServer({ seed: buildState({ apiKeys }) });
    expect(await send(server, `${method} ${path}${query}`, sending)).toHaveProperty("status", success);
  }
});

it("an API key opens the service from its creation until it is revoked", async () => {
  const server = openServer();
  const { apiKeys } = server.control;
  const statusFor = async (key: string) => (await send(server, `GET ${path}`, { key })).status;
  const { key } = apiKeys.create();
  expect(await statusFor(key)).toBe(200);
  for (const apiKey of [key, "key_north"]) {
    apiKeys.revoke({ apiKey });
    expect(await statusFor(apiKey)).toBe(401);
  }
});

function sendHeader(name: string, value: string) {
  const server = openServer();
  return read(server.fetch(server.baseUrl + path, { headers: { [name]: value } }));
}

const otherKeys = ["", "KEY_NORTH", "key_nort", "key_north2", "key_north,key_north", "Bearer key_north", "__proto__"];
it.each(otherKeys)("an API key is compared exactly, so that '%s' is invalid", async (key) => {
  expect(await sendHeader("x-api-key", key)).toStrictEqual(errorResponse(401, path, "Invalid x-api-key"));
});

it.each(["authorization", "api-key"])("an API key doesn't come in the header %s", async (name) => {
  expect(await sendHeader(name, "key_north")).toStrictEqual(errorResponse(401, path, missing));
});

it("an API key doesn't come in the query", async () => {
  const received = await send(openServer(), `GET ${path}?x-api-key=key_north`, { key: null });
  expect(received).toStrictEqual(errorResponse(401, path, missing));
});
