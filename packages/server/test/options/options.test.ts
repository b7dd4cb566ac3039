import { createReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { expect, it, vi } from "vitest";
import { buildState, frozenTime, recordsOf } from "../helpers/build-state.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { paths, send } from "../helpers/open-server.ts";

const indexRequest = `GET ${paths.index}`;
const generated = expect.stringMatching(/^key_[0-9a-hjkmnp-tv-z]{16}$/);
const seed = buildState();
const { apiKeys } = seed;

it("a server without a seed has one organization and one key, and otherwise no records", async () => {
  const server = createReferenceServer({});
  const organizationId = expect.stringMatching(/^organization_[0-9a-hjkmnp-tv-z]{16}$/);
  const none = { brains: [], pages: [], installations: [], channels: [], bindings: [] };
  expect(server.snapshot()).toStrictEqual({
    version: 1,
    organizations: [{ id: organizationId, name: "Default organization" }],
    apiKeys: [{ key: generated, organizationId, role: "admin" }],
    ...none,
  });
  expect(server.apiKey).toBe(server.snapshot().apiKeys[0]?.key);
  expect(await send(server, indexRequest)).toMatchObject({ status: 404, body: { message: "Brain not found" } });
  server.control.brains.create({ id: "brain_tides" });
  expect(await send(server, indexRequest)).toStrictEqual({ status: 200, body: [] });
});

it("a server without a seed reads the time of the machine for each request", async () => {
  const server = createReferenceServer();
  for (const time of ["2030-01-02T03:04:05.678Z", "2030-01-02T03:04:05.679Z"]) {
    vi.setSystemTime(time);
    expect((await send(server, "GET /")).body).toHaveProperty("timestamp", time);
  }
});

// A run is the same in every release.
it("keys, ids and the secret of a server follow from its random seed, in every release", async () => {
  const server = createReferenceServer({ randomSeed: "seed ü 1", clock: { now: () => Date.parse(frozenTime) } });
  const [organizationId, brainId] = ["organization_gsq7rdjjmtqnp62a", "brain_tides"];
  expect(server.apiKey).toBe("key_paaashw02509p92j");
  expect(createReferenceServer().apiKey).toBe(createReferenceServer({ randomSeed: "knowledge-base" }).apiKey);
  expect(server.snapshot().organizations).toMatchObject([{ id: organizationId }]);
  server.control.brains.create({ id: brainId });
  const { state } = await startAuthorization(server);
  const [content = "", signature] = state.split(".");
  expect(signature).toBe("3uHiP6TpsnLirjaOW5JJcXV3BIfn12-mfIpnRQV5xB8");
  const expiresAt = "2026-07-01T12:10:00.000Z";
  const fields = { brainId, organizationId, nonce: "nonce_2wvhp5ydmwh0mjvh", expiresAt };
  expect(JSON.parse(Buffer.from(content, "base64url").toString("utf8"))).toStrictEqual(fields);
});

const added = { key: "my-key", organizationId: "org_north", role: "admin" };

const ofAny = [{ ...added, organizationId: expect.any(String) }];
// biome-ignore format: one row a line
it.each<{ what: string; options: ReferenceServerOptions; apiKey: unknown; keys: readonly unknown[] }>([
  { what: "the first one of the seed", options: { seed }, apiKey: "key_north", keys: apiKeys },
  { what: "any one of the seed", options: { seed, apiKey: "key_south" }, apiKey: "key_south", keys: apiKeys },
  { what: "added to the seed", options: { seed, apiKey: "my-key" }, apiKey: "my-key", keys: [apiKeys[0], added, apiKeys[1]] },
  { what: "created", options: { seed: { ...seed, apiKeys: [] } }, apiKey: generated, keys: [{ ...added, key: generated }] },
  { what: "the option, without a seed", options: { apiKey: "my-key" }, apiKey: "my-key", keys: ofAny },
])("the key of a server is $what, also after a reset", ({ options, apiKey, keys }) => {
  const server = createReferenceServer(options);
  for (let round = 0; round < 2; round += 1) {
    expect(server.apiKey).toEqual(apiKey);
    expect(recordsOf(server).apiKeys).toStrictEqual(keys);
    server.restore({ version: 1 });
    server.reset();
  }
});

it("the key of a server selects the organization of its calls and its controls", async () => {
  const server = createReferenceServer({ seed, apiKey: "key_south" });
  expect((await send(server, indexRequest)).status).toBe(404);
  expect(server.control.brains.create()).toMatchObject({ organizationId: "org_south" });
});
