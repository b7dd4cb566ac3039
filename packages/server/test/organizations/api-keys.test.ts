import type { ApiKey } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, openServer, recordsOf, send, someId } from "../helpers/open-server.ts";

const [north, south] = buildState().apiKeys as [ApiKey, ApiKey];
const apiKey = "key_north";

const statusFor = async (server: ReturnType<typeof openServer>, key: string) =>
  (await send(server, "GET /v1/brains/brain_tides/index", { key })).status;

it("server.control.apiKeys.create adds a key with which an organization can send requests, and the key may be chosen", async () => {
  const server = openServer();
  const { apiKeys } = server.control;
  const created = apiKeys.create();
  expect(created).toStrictEqual({ key: someId("key"), organizationId: "org_north", role: "admin" });
  expect(await statusFor(server, created.key)).toBe(200);
  const given = { organizationId: "org_south", role: "" };
  const chosen = apiKeys.create({ apiKey: "!,~", ...given });
  expect(chosen).toStrictEqual({ key: "!,~", ...given });
  expect(recordsOf(server)).toStrictEqual(buildState({ apiKeys: [north, created, south, chosen] }));
});

it("server.control.apiKeys.list returns the keys of an organization in the order in which they were added, also from one of them on", () => {
  const { apiKeys } = openServer().control;
  const added = apiKeys.create();
  expect(apiKeys.list({ organizationId: "org_north" })).toStrictEqual([north, added]);
  expect(apiKeys.list({ organizationId: "org_north", after: apiKey })).toStrictEqual([added]);
});

it("server.control.apiKeys.get returns a key with its organization and its role", () =>
  expect(openServer().control.apiKeys.get({ apiKey })).toStrictEqual(north));

it("server.control.apiKeys.update changes the role of a key, and nothing else", () => {
  const server = openServer();
  const updated = { ...north, role: "viewer" };
  expect(server.control.apiKeys.update({ apiKey, role: "viewer" })).toStrictEqual(updated);
  expect(recordsOf(server)).toStrictEqual(buildState({ apiKeys: [updated, south] }));
});

it.each(["revoke", "delete"] as const)("apiKeys.%s removes a key, which is invalid from then on", async (name) => {
  const server = openServer();
  server.control.apiKeys[name]({ apiKey });
  expect(recordsOf(server)).toStrictEqual(buildState({ apiKeys: [south] }));
  expect(await statusFor(server, apiKey)).toBe(401);
});
