import type { ApiKey } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, openServer, recordsOf, send, someId } from "../helpers/open-server.ts";

const [north, south] = buildState().apiKeys as [ApiKey, ApiKey];
const apiKey = "key_north";

const statusFor = async (server: ReturnType<typeof openServer>, key: string) =>
  (await send(server, "GET /v1/brains/brain_tides/index", { key })).status;

it("apiKeys.create adds a key of an organization, which may be chosen", async () => {
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

it("apiKeys.update changes the role of a key, and nothing else", () => {
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
