import { expect, it } from "vitest";
import { buildState, openServer, paths, recordsOf, send, someId } from "../helpers/open-server.ts";

const { organizations: known, apiKeys } = buildState();
const [north, south] = known;
const address = { organizationId: "org_north" };

it("server.control.organizations.create adds an organization with a first key, and both may be chosen", () => {
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

it("server.control.organizations.list returns the organizations in the order in which they were added, also from one of them on", () => {
  const { organizations } = openServer().control;
  expect(organizations.list()).toStrictEqual([north, south]);
  expect(organizations.list({ after: "org_north" })).toStrictEqual([south]);
});

it("server.control.organizations.get returns an organization", () =>
  expect(openServer().control.organizations.get(address)).toStrictEqual(north));

it("server.control.organizations.update changes the name or the redirect URL, which null removes, and nothing else", () => {
  const server = openServer();
  const { organizations } = server.control;
  const redirectUrl = "https://north.example/done";
  expect(organizations.update({ ...address, name: "" })).toStrictEqual({ ...north, name: "" });
  expect(organizations.update({ ...address, redirectUrl })).toStrictEqual({ ...north, name: "", redirectUrl });
  expect(organizations.update({ ...address, name: "North", redirectUrl: null })).toStrictEqual(north);
  expect(recordsOf(server)).toStrictEqual(buildState());
});

it("server.control.organizations.delete removes an organization with all of its records, and its keys are invalid from then on", async () => {
  const server = openServer();
  server.control.organizations.delete(address);
  expect(recordsOf(server)).toStrictEqual(recordsOf(openServer().organization("org_south")));
  expect((await send(server, `GET ${paths.index}`, { key: "key_north" })).status).toBe(401);
});
