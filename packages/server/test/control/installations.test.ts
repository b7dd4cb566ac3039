import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "../build-state.ts";
import { errorResponse } from "../error-response.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const channelsOf = "GET /v1/brains/brain_tides/messaging/channels?installationId=";

describe("changing an installation", () => {
  it("changes the name of its workspace and nothing else", () => {
    const server = openServer();
    const [north, pier, south] = buildState().installations;
    const changed = { ...pier, teamName: "Long pier team" };
    const input = { installationId: "installation_pier", teamName: "Long pier team" };
    expect(server.control.installations.update(input)).toStrictEqual(changed);
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), installations: [north, changed, south] });
  });

  it("rejects an installation that does not exist", () => {
    const server = openServer();
    const input = { installationId: "installation_moon", teamName: "Moon" };
    expect(captureRejection(server, () => server.control.installations.update(input))).toEqual({
      code: "not_found",
      message: "Failed to change an installation: there is no installation installation_moon.",
      problems: [],
    });
  });
});

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

  it("rejects a brain that does not exist", () => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.installations.status({ brainId: "brain_moon" }))).toEqual({
      code: "not_found",
      message: "Failed to get the status of the installations: there is no brain brain_moon.",
      problems: [],
    });
  });
});

describe("removing an installation", () => {
  it("removes its channels and their bindings, of every brain, and nothing else", () => {
    const server = openServer();
    server.control.bindings.create({
      brainId: "brain_ropes",
      installationId: "installation_pier",
      channelId: "C_PIER",
      id: "binding_pier",
    });
    const { installations, channels, bindings } = server.snapshot();
    expect(server.control.installations.uninstall({ installationId: "installation_north" })).toBeUndefined();
    expect(recordsOf(server)).toStrictEqual({
      ...buildState(),
      installations: installations.slice(1),
      channels: channels.slice(2),
      bindings: bindings.filter(({ id }) => id === "binding_pier" || id === "binding_south"),
    });
  });

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

  it("rejects a removed installation", () => {
    const server = openServer();
    const act = () => server.control.installations.uninstall({ installationId: "installation_pier" });
    act();
    expect(captureRejection(server, act)).toEqual({
      code: "not_found",
      message: "Failed to remove an installation: there is no installation installation_pier.",
      problems: [],
    });
  });
});
