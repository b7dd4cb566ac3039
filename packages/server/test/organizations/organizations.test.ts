import { expect, it } from "vitest";
import { buildState, recordsOf, someId } from "../helpers/build-state.ts";
import { openServer, paths, send } from "../helpers/open-server.ts";

const { organizations: known, apiKeys } = buildState();
const address = { organizationId: "org_north" };

it("organizations.create adds an organization with a first key, and both may be chosen", () => {
  const server = openServer();
  const { organizations } = server.control;
  const defaults = { id: someId("organization"), name: "Organization", apiKey: someId("key") };
  expect(organizations.create()).toStrictEqual(defaults);
  server.reset();
  const west = { id: "org_west", name: "", redirectUrl: "https://west.example" };
  const apiKey = "key_west";
  expect(organizations.create({ ...west, apiKey, role: "viewer" })).toStrictEqual({ ...west, apiKey });
  const key = { key: apiKey, organizationId: "org_west", role: "viewer" };
  const expected = buildState({ organizations: [...known, west], apiKeys: [...apiKeys, key] });
  expect(recordsOf(server)).toStrictEqual(expected);
});

it("organizations.update removes a redirect URL for null", () => {
  const { organizations } = openServer().control;
  organizations.update({ ...address, redirectUrl: "https://north.example/done" });
  expect(organizations.update({ ...address, redirectUrl: null })).toStrictEqual(known[0]);
});

it("organizations.delete removes an organization with all of its records and keys", async () => {
  const server = openServer();
  server.control.organizations.delete(address);
  expect(recordsOf(server)).toStrictEqual(recordsOf(openServer().organization("org_south")));
  expect((await send(server, `GET ${paths.index}`, { key: "key_north" })).status).toBe(401);
});
