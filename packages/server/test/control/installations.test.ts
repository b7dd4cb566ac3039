import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "../build-state.ts";
import { errorResponse } from "../error-response.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

const channelsOf = "GET /v1/brains/brain_tides/messaging/channels?installationId=";

describe("the status of the installations", () => {
  it("lists the installations and the bindings of a brain", () => {
    const { installations, bindings } = buildState();
    const control = openServer().control.installations;
    expect(control.status({ brainId: "brain_tides" })).toStrictEqual({
      installed: true,
      installations: installations.slice(0, 2),
      bindings: [buildBinding(), bindings[1]],
    });
    expect(control.status({ brainId: "brain_south" })).toStrictEqual({
      installed: true,
      installations: installations.slice(2),
      bindings: bindings.slice(3),
    });
  });

  it("is empty if there are no records", () => {
    const { control } = openServer({ seed: buildState({ installations: [], channels: [], bindings: [] }) });
    const nothing = { installed: false, installations: [], bindings: [] };
    expect(control.installations.status({ brainId: "brain_tides" })).toStrictEqual(nothing);
    control.installations.create({ organizationId: "org_south" });
    expect(control.installations.status({ brainId: "brain_tides" })).toStrictEqual(nothing);
    control.installations.create();
    expect(control.installations.status({ brainId: "brain_tides" }).installed).toBe(true);
  });

  it("reflects changes by operations", async () => {
    const server = openServer();
    const bindings = "/v1/brains/brain_tides/messaging/bindings";
    await send(server, `DELETE ${bindings}/binding_hold`);
    await send(server, `PATCH ${bindings}/binding_deck`, { json: { notifyConnections: true } });
    expect(server.control.installations.status({ brainId: "brain_tides" }).bindings).toStrictEqual([
      buildBinding({ notifyConnections: true }),
    ]);
  });
});

describe("removing an installation", () => {
  it("removes its channels and bindings at once", async () => {
    const server = openServer();
    server.control.installations.uninstall({ installationId: "installation_north" });
    const path = "/v1/brains/brain_tides/messaging";
    expect(await send(server, `${channelsOf}installation_north`)).toStrictEqual(
      errorResponse(404, `${path}/channels`, "Installation not found"),
    );
    expect(await send(server, `DELETE ${path}/bindings/binding_deck`)).toStrictEqual(
      errorResponse(404, `${path}/bindings/binding_deck`, "Binding not found"),
    );
    expect((await send(server, `${channelsOf}installation_pier`)).status).toBe(200);
    expect(server.control.brains.sendDailyBrief({ brainId: "brain_tides" })).toEqual({ delivered: [], skipped: [] });
  });

  it("makes its ids and its team available", () => {
    const server = openServer();
    server.control.installations.uninstall({ installationId: "installation_north" });
    const { id, teamId } = server.control.installations.create({
      id: "installation_north",
      teamId: "T_NORTH",
      channels: [{ id: "C_DECK", name: "deck" }],
    });
    expect(
      server.control.bindings.create({
        brainId: "brain_tides",
        installationId: id,
        channelId: "C_DECK",
        id: "binding_deck",
      }),
    ).toMatchObject({ id: "binding_deck", teamId });
  });
});
