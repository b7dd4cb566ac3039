import { createReferenceServer } from "@knowledge-base/server";
import { binding } from "@knowledge-base/server/factories";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "../build-state.ts";
import { errorResponse } from "../error-response.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";
import { indexSlugs } from "./index-slugs.ts";

const path = "/v1/brains/brain_tides/index";
const pier = { brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" };
const strangeIds = ["__proto__", "constructor", "undefined", "🧠", "a/b", "brain tides"];

describe("an API key", () => {
  it("is valid for the brains of its organization, from its creation until it is revoked", async () => {
    const server = openServer();
    const { apiKeys } = server.control;
    const { key } = apiKeys.create({ organizationId: "org_south" });
    expect((await send(server, `GET ${path}`, { key })).status).toBe(404);
    expect((await send(server, "GET /v1/brains/brain_south/index", { key })).status).toBe(200);
    apiKeys.revoke({ apiKey: key });
    expect(await send(server, `GET ${path}`, { key })).toStrictEqual(errorResponse(401, path, "Invalid x-api-key"));
    expect((await send(server, `GET ${path}`)).status).toBe(200);
    apiKeys.create({ apiKey: key });
    expect((await send(server, `GET ${path}`, { key })).status).toBe(200);
  });

  it.each(strangeIds.slice(0, 3))("may be '%s'", async (key) => {
    const server = openServer();
    const { apiKeys } = server.control;
    expect(captureRejection(server, () => apiKeys.revoke({ apiKey: key })).code).toBe("not_found");
    apiKeys.create({ apiKey: key });
    expect((await send(server, `GET ${path}`, { key })).status).toBe(200);
    apiKeys.revoke({ apiKey: key });
    expect((await send(server, `GET ${path}`, { key })).status).toBe(401);
  });

  it("that was revoked still tells the default organization, and is in no journal", async () => {
    const server = openServer();
    server.control.apiKeys.revoke({ apiKey: server.apiKey });
    expect(server.control.brains.create().organizationId).toBe("org_north");
    await send(server, `GET ${path}`);
    expect(server.journal.entries()).toMatchObject([
      { at: frozenTime, status: 401, reason: "auth", organizationId: null },
    ]);
    expect(JSON.stringify(server.journal.entries()).includes("key_north")).toBe(false);
  });
});

describe("a brain", () => {
  it("is empty at first, also on a server without a seed", async () => {
    const server = createReferenceServer();
    const { id } = server.control.brains.create();
    expect(await send(server, `GET /v1/brains/${id}/index`)).toEqual({ status: 200, body: [] });
  });

  it.each(strangeIds)("may have the id '%s'", async (id) => {
    const server = openServer();
    const index = `/v1/brains/${encodeURIComponent(id)}/index`;
    expect((await send(server, `GET ${index}`)).status).toBe(404);
    server.control.brains.create({ id });
    server.control.pages.create({ brainId: id, slug: id, title: id, body: `[[${id}]]` });
    expect(await send(server, `GET ${index}`)).toMatchObject({ status: 200, body: [{ slug: id, title: id }] });
  });

  it("that was deleted cannot be authorized any more", async () => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    server.control.brains.delete({ brainId: "brain_tides" });
    server.control.brains.create({ id: "brain_tides" });
    await expect(
      server.control.oauth.approve({ authorizationUrl: (body as OAuthStart).authorizationUrl }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a page that was deleted", () => {
  it("leaves the index, and its id and slug are free", async () => {
    const server = openServer();
    const { pages } = server.control;
    pages.delete({ brainId: "brain_tides", slug: "spring-tide" });
    expect(await indexSlugs(server, "brain_tides")).toEqual([]);
    pages.create({ brainId: "brain_tides", title: "Spring tide", id: "page_spring-tide", status: "archived" });
    pages.delete({ brainId: "brain_tides", slug: "spring-tide" });
    pages.create({ brainId: "brain_tides", title: "Spring tide", id: "page_spring-tide" });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["spring-tide"]);
  });
});

describe("a channel", () => {
  it("is listed as it was created and changed", async () => {
    const server = openServer();
    const { channels } = server.control;
    const installationId = "installation_north";
    const given = { id: "C_BOW", name: "", isPrivate: true, isMember: true };
    channels.create({ installationId, ...given });
    channels.update({ installationId, channelId: "C_DECK", isMember: false });
    const { body } = await send(
      server,
      `GET /v1/brains/brain_tides/messaging/channels?installationId=${installationId}`,
    );
    expect(body).toStrictEqual([
      { id: "C_DECK", name: "deck", isPrivate: false, isMember: false },
      { id: "C_HOLD", name: "hold", isPrivate: true, isMember: false },
      given,
    ]);
  });
});

describe("a binding", () => {
  it("can be changed and removed by operations, and bound again", async () => {
    const server = openServer();
    const { bindings } = server.control;
    const created = bindings.create(pier);
    const changed = { ...created, status: "disabled", channelName: null } as const;
    bindings.update({ brainId: pier.brainId, bindingId: created.id, status: "disabled", channelName: null });
    const address = `/v1/brains/brain_tides/messaging/bindings/${created.id}`;
    expect(await send(server, `PATCH ${address}`, { json: { notifyBriefs: false } })).toStrictEqual({
      status: 200,
      body: { ...changed, notifyBriefs: false },
    });
    expect(await send(server, `DELETE ${address}`)).toEqual({ status: 200, body: { disconnected: true } });
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect(bindings.create({ ...pier, id: created.id }).id).toBe(created.id);
  });

  it("may be a record of the factory", () => {
    const record = binding({ ...pier, teamId: "T_PIER", channelName: "pier" });
    expect(openServer().control.bindings.create(record)).toStrictEqual(record);
  });

  it("follows the clock of the organization, and keeps the name that the channel had", () => {
    const server = openServer();
    const { channels, bindings } = server.control;
    server.organization("org_north").clock.freeze("2030-01-01T00:00:00Z");
    const { installationId, channelId } = pier;
    channels.update({ installationId, channelId, name: "long pier" });
    const created = bindings.create(pier);
    expect(created).toMatchObject({ channelName: "long pier", createdAt: "2030-01-01T00:00:00.000Z" });
    channels.update({ installationId, channelId, name: "short pier" });
    expect(bindings.get({ brainId: pier.brainId, bindingId: created.id })).toStrictEqual(created);
  });

  it("binds a channel to each brain once, and channels with the same id of several installations", () => {
    const { channels, bindings } = openServer().control;
    channels.create({ installationId: pier.installationId, id: "C_DECK", name: "deck of the pier" });
    expect(bindings.create({ ...pier, channelId: "C_DECK" })).toMatchObject({ channelName: "deck of the pier" });
    const { id: _, ...ropes } = bindings.create({ ...pier, channelId: "C_DECK", brainId: "brain_ropes" });
    expect(ropes).toMatchObject({ brainId: "brain_ropes", teamId: "T_PIER" });
    expect(bindings.list({ brainId: "brain_ropes" })[0]).toStrictEqual(
      buildBinding({ id: "binding_ropes", brainId: "brain_ropes" }),
    );
  });
});
