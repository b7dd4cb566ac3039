import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const someKey = expect.stringMatching(/^key_[0-9a-z]{16}$/);

describe("creating an organization", () => {
  it("returns a key for its own brains and no others", async () => {
    const server = openServer();
    const { id, apiKey } = server.control.organizations.create();
    const brain = server.control.brains.create({ organizationId: id });
    expect(await send(server, `GET /v1/brains/${brain.id}/index`, { key: apiKey })).toEqual({ status: 200, body: [] });
    expect((await send(server, "GET /v1/brains/brain_tides/index", { key: apiKey })).status).toBe(404);
    expect((await send(server, `GET /v1/brains/${brain.id}/index`)).status).toBe(404);
  });

  it("repeats no ids of the snapshot that is its seed", () => {
    const first = createReferenceServer();
    const before = first.control.organizations.create();
    const second = createReferenceServer({ seed: first.snapshot() });
    const after = second.control.organizations.create();
    expect(after.id).not.toBe(before.id);
    expect(second.snapshot().organizations).toHaveLength(3);
  });

  it("generates a key that is not taken, even if another organization has the next one", () => {
    const { id, apiKey } = openServer().control.organizations.create();
    const server = openServer();
    server.control.apiKeys.create({ apiKey: apiKey });
    const created = server.control.organizations.create();
    expect(created.id).toBe(id);
    expect(created.apiKey).toStrictEqual(someKey);
    expect(created.apiKey).not.toBe(apiKey);
  });

  it.each(["__proto__", "constructor", "toString", "org/../org", "🜁", " "])("treats '%s' as any other id", (id) => {
    const server = openServer();
    expect(() => server.organization(id).snapshot()).toThrow(`there is no organization ${id}`);
    const { apiKey } = server.control.organizations.create({ id });
    const { brains, apiKeys } = server.organization(id).control;
    expect(brains.create({ id: `${id}1` }).organizationId).toBe(id);
    apiKeys.revoke({ apiKey: apiKey });
    expect(server.organization(id).snapshot()).toMatchObject({ organizations: [{ id }], apiKeys: [] });
  });
});

describe("changing an organization", () => {
  const organizationId = "org_north";

  it("removes the redirect URL by null", () => {
    const server = openServer();
    server.control.organizations.update({ organizationId, redirectUrl: "https://north.example" });
    expect(server.control.organizations.update({ organizationId, redirectUrl: null })).toStrictEqual({
      id: organizationId,
      name: "North",
    });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each([{}, { name: undefined, redirectUrl: undefined }, { redirectUrl: null }])(
    "does not change with %j",
    (changes) => {
      const server = openServer();
      server.control.organizations.update({ organizationId, ...changes });
      expect(recordsOf(server)).toStrictEqual(buildState());
    },
  );
});

describe("deleting an organization", () => {
  it("invalidates all its keys at once", async () => {
    const server = openServer();
    const second = server.control.apiKeys.create().key;
    server.control.organizations.delete({ organizationId: "org_north" });
    for (const key of [server.apiKey, second]) {
      expect((await send(server, "GET /v1/brains/brain_tides/index", { key })).status).toBe(401);
    }
    expect((await send(server, "GET /v1/brains/brain_south/index", { key: "key_south" })).status).toBe(200);
  });

  it("keeps nothing for an organization of the same id", async () => {
    const server = openServer();
    const south = server.organization("org_south");
    south.control.brains.sendDailyBrief({ brainId: "brain_south" });
    await send(server, "GET /v1/brains/brain_south/index", { key: "key_south" });
    south.faults.add({ kind: "hang" });
    south.clock.freeze("2020-01-01T00:00:00Z");
    server.control.organizations.delete({ organizationId: "org_south" });
    server.control.organizations.create({ id: "org_south" });
    expect(south.deliveries.list()).toEqual([]);
    expect(south.faults.list()).toEqual([]);
    expect(south.journal.entries()).toEqual([]);
    expect(south.clock.now()).toBe(server.clock.now());
  });

  it("invalidates its controls", () => {
    const server = openServer();
    const south = server.organization("org_south");
    server.control.organizations.delete({ organizationId: "org_south" });
    for (const act of [() => south.snapshot(), () => south.clock.now(), () => south.control.brains.create()]) {
      expect(captureRejection(server, act)).toMatchObject({ code: "not_found", problems: [] });
    }
  });

  it("contains no reference to a missing organization", () => {
    const server = openServer();
    server.control.organizations.delete({ organizationId: "org_north" });
    const { brains, apiKeys, installations } = server.control;
    for (const act of [() => brains.create(), () => apiKeys.create(), () => installations.create()]) {
      expect(captureRejection(server, act)).toMatchObject({
        code: "not_found",
        message: expect.stringContaining("there is no organization org_north."),
      });
    }
  });

  it("is undone by a reset", () => {
    const server = openServer();
    server.control.organizations.delete({ organizationId: "org_north" });
    server.reset();
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect(server.control.pages.get({ brainId: "brain_tides", slug: "spring-tide" })).toStrictEqual(buildPage());
  });
});
