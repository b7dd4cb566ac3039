import { createReferenceServer } from "@knowledge-base/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { buildState } from "./build-state.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a server without a seed", () => {
  it("has one organization and one key", () => {
    const { apiKey, snapshot } = createReferenceServer();
    const { organizations, apiKeys, ...rest } = snapshot();
    expect(apiKey).toMatch(/^key_[0-9a-hjkmnp-tv-z]{16}$/);
    expect(organizations).toStrictEqual([
      { id: expect.stringMatching(/^organization_[0-9a-hjkmnp-tv-z]{16}$/), name: "Default organization" },
    ]);
    expect(apiKeys).toStrictEqual([{ key: apiKey, organizationId: organizations[0]?.id, role: "admin" }]);
    expect(rest).toStrictEqual({ version: 1, brains: [], pages: [], installations: [], channels: [], bindings: [] });
  });

  it("accepts its key, and finds no brain", async () => {
    const server = createReferenceServer({});
    expect(await send(server, "GET /v1/brains/brain_tides/index")).toMatchObject({
      status: 404,
      body: { message: "Brain not found" },
    });
  });

  it("accepts records for its organization", async () => {
    const server = createReferenceServer();
    const [{ id: organizationId } = { id: "" }] = server.snapshot().organizations;
    server.seed({ version: 1, brains: [{ id: "brain_tides", organizationId, name: "Tides" }] });
    expect(await send(server, "GET /v1/brains/brain_tides/index")).toStrictEqual({ status: 200, body: [] });
  });

  it("has the same key each time, and another one with another random seed", () => {
    const { apiKey } = createReferenceServer();
    expect(createReferenceServer().apiKey).toBe(apiKey);
    expect(createReferenceServer({ randomSeed: "knowledge-base" }).apiKey).toBe(apiKey);
    expect(createReferenceServer({ randomSeed: "another" }).apiKey).not.toBe(apiKey);
  });

  it("reads the time of the machine", async () => {
    vi.setSystemTime("2030-01-02T03:04:05.678Z");
    const server = createReferenceServer();
    expect((await send(server, "GET /")).body).toHaveProperty("timestamp", "2030-01-02T03:04:05.678Z");
    expect(server.clock.now()).toBe(Date.parse("2030-01-02T03:04:05.678Z"));
  });
});

describe("the key of a server", () => {
  it("is the one of the option, which is added to the first organization of the seed", async () => {
    const server = createReferenceServer({ seed: buildState(), apiKey: "my-key" });
    expect(server.apiKey).toBe("my-key");
    const added = { key: "my-key", organizationId: "org_north", role: "admin" };
    expect(server.organization("org_north").snapshot().apiKeys).toStrictEqual([buildState().apiKeys[0], added]);
    server.restore({ version: 1 });
    server.reset();
    expect((await send(server, "GET /v1/brains/brain_tides/index")).status).toBe(200);
  });

  it("may be any key of the seed", () => {
    const server = createReferenceServer({ seed: buildState(), apiKey: "key_south" });
    expect(server.apiKey).toBe("key_south");
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect(server.control.brains.create()).toMatchObject({ organizationId: "org_south" });
  });

  it("is the one of the option without a seed too", () => {
    const { apiKey, snapshot } = createReferenceServer({ apiKey: "my-key" });
    expect(apiKey).toBe("my-key");
    expect(snapshot()).toMatchObject({
      organizations: [{ name: "Default organization" }],
      apiKeys: [{ key: "my-key" }],
    });
  });

  it.each(["", "my key", "größe", 5, null])("cannot be %j, which is not shown", (apiKey) => {
    expect(() => createReferenceServer({ apiKey: apiKey as string })).toThrow(
      new TypeError("Failed to create a server: apiKey must be a string of visible ASCII characters."),
    );
  });

  it("is the first one of the seed", () => {
    const server = createReferenceServer({ seed: buildState() });
    expect(server.apiKey).toBe("key_north");
    expect(server.snapshot().apiKeys).toStrictEqual(buildState().apiKeys);
  });

  it("is created for the first organization if the seed has none", async () => {
    const server = createReferenceServer({ seed: buildState({ apiKeys: [] }) });
    expect(server.apiKey).toMatch(/^key_[0-9a-hjkmnp-tv-z]{16}$/);
    expect(recordsOf(server)).toStrictEqual(
      buildState({ apiKeys: [{ key: server.apiKey, organizationId: "org_north", role: "admin" }] }),
    );
    expect((await send(server, "GET /v1/brains/brain_tides/index")).status).toBe(200);
    expect((await send(server, "GET /v1/brains/brain_south/index")).status).toBe(404);
  });
});

describe("the clock of a server", () => {
  it("follows the given clock", () => {
    let time = 0;
    const { clock } = createReferenceServer({ clock: { now: () => time } });
    expect(clock.now()).toBe(0);
    time = 5;
    expect(clock.now()).toBe(5);
  });

  it("is read again for each request", async () => {
    let time = 0;
    const server = createReferenceServer({ clock: { now: () => time } });
    expect((await send(server, "GET /")).body).toHaveProperty("timestamp", "1970-01-01T00:00:00.000Z");
    time += 1;
    expect((await send(server, "GET /")).body).toHaveProperty("timestamp", "1970-01-01T00:00:00.001Z");
  });
});
