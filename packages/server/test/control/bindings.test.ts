import { binding } from "@knowledge-base/server/factories";
import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const target = { brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" };

describe("creating a binding", () => {
  it("generates omitted fields", () => {
    const server = openServer();
    const created = server.control.bindings.create(target);
    expect(created).toStrictEqual({
      ...target,
      id: expect.stringMatching(/^binding_[0-9a-z]{16}$/),
      teamId: "T_PIER",
      channelName: "pier",
      status: "active",
      notifyBriefs: true,
      notifyConnections: true,
      notifyChanges: true,
      createdAt: frozenTime,
    });
    const [deck, hold, ...others] = buildState().bindings;
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), bindings: [deck, hold, created, ...others] });
  });

  it.each([
    { status: "disabled" },
    { teamId: "T_PIER" },
    { channelName: "the pier" },
    { channelName: null },
    { notifyBriefs: false },
    { notifyConnections: false },
    { notifyChanges: false },
    { id: "binding_1", status: "active", notifyBriefs: false, notifyConnections: false, notifyChanges: false },
  ] as const)("uses the given fields: %j", (given) => {
    const server = openServer();
    const { id: _, ...left } = openServer().control.bindings.create(target);
    expect(server.control.bindings.create({ ...target, ...given })).toMatchObject({ ...left, ...given });
  });

  it("accepts a record of the factory", () => {
    const server = openServer();
    const record = binding({ ...target, teamId: "T_PIER", channelName: "pier" });
    expect(server.control.bindings.create(record)).toStrictEqual(record);
  });

  it("is rejected if the installation is that of another team", () => {
    const server = openServer();
    expect(() => server.control.bindings.create({ ...target, teamId: "T_DECK" })).toThrow(
      "Failed to create a binding: teamId is not the team of the installation.",
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("treats undefined fields as omitted", () => {
    const left = openServer().control.bindings.create(target);
    const flags = { notifyBriefs: undefined, notifyConnections: undefined, notifyChanges: undefined };
    expect(
      openServer().control.bindings.create({ ...target, ...flags, id: undefined, status: undefined }),
    ).toStrictEqual(left);
  });

  it("can be changed and removed by operations", async () => {
    const server = openServer();
    const created = server.control.bindings.create(target);
    const path = `/v1/brains/brain_tides/messaging/bindings/${created.id}`;
    expect(await send(server, `PATCH ${path}`, { json: { notifyBriefs: false } })).toStrictEqual({
      status: 200,
      body: { ...created, notifyBriefs: false },
    });
    expect(await send(server, `DELETE ${path}`)).toEqual({ status: 200, body: { disconnected: true } });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("follows the clock of the organization", () => {
    const server = openServer();
    server.organization("org_north").clock.freeze("2030-01-01T00:00:00Z");
    expect(server.control.bindings.create(target).createdAt).toBe("2030-01-01T00:00:00.000Z");
  });

  it("generates an id that no binding of any brain has", () => {
    const { id } = openServer().control.bindings.create(target);
    const server = openServer();
    server.control.bindings.create({ ...target, brainId: "brain_ropes", id });
    expect(server.control.bindings.create(target).id).not.toBe(id);
  });

  it("reuses the id of one that was removed: by itself, or with its installation", async () => {
    const server = openServer();
    const rejection = { problems: [{ path: "id", message: "is taken already" }] };
    const create = (id: string) => server.control.bindings.create({ ...target, id });
    expect(captureRejection(server, () => create("binding_hold"))).toMatchObject(rejection);
    await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_hold");
    expect(create("binding_hold").id).toBe("binding_hold");
    server.control.installations.uninstall({ installationId: target.installationId });
    const { installations, channels } = buildState();
    const isRemoved = (id: string) => id === target.installationId;
    server.seed({
      version: 1,
      installations: installations.filter(({ id }) => isRemoved(id)),
      channels: channels.filter(({ installationId }) => isRemoved(installationId)),
    });
    expect(create("binding_hold").id).toBe("binding_hold");
  });

  it("may have the id of one of another organization", () => {
    expect(openServer().control.bindings.create({ ...target, id: "binding_south" }).id).toBe("binding_south");
  });

  it("binds a channel to several brains, and to each of them once", async () => {
    const server = openServer();
    const first = server.control.bindings.create({ ...target, status: "disabled" });
    expect(server.control.bindings.create({ ...target, brainId: "brain_ropes" }).brainId).toBe("brain_ropes");
    expect(captureRejection(server, () => server.control.bindings.create(target))).toEqual({
      code: "invalid_input",
      message: "Failed to create a binding: channelId is already bound to this brain.",
      problems: [{ path: "channelId", message: "is already bound to this brain" }],
    });
    await send(server, `DELETE /v1/brains/brain_tides/messaging/bindings/${first.id}`);
    expect(server.control.bindings.create(target).channelId).toBe("C_PIER");
  });

  it("binds channels of the same id in several installations", () => {
    const server = openServer();
    const { installationId } = target;
    server.control.channels.create({ installationId, id: "C_DECK", name: "deck of the pier" });
    const created = server.control.bindings.create({ ...target, channelId: "C_DECK" });
    expect(created).toMatchObject({ channelId: "C_DECK", installationId, channelName: "deck of the pier" });
  });

  it.each(["binding_deck", "binding_ropes"])("rejects the id %s, which is taken", (id) => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.bindings.create({ ...target, id }))).toEqual({
      code: "invalid_input",
      message: "Failed to create a binding: id is taken already.",
      problems: [{ path: "id", message: "is taken already" }],
    });
  });

  it.each([
    [{ brainId: "brain_moon" }, "there is no brain brain_moon"],
    [{ installationId: "installation_moon" }, "there is no installation installation_moon"],
    [{ channelId: "C_MOON" }, "installation installation_pier has no channel C_MOON"],
    [{ channelId: "C_DECK" }, "installation installation_pier has no channel C_DECK"],
  ])("rejects %j, which does not exist", (changes, cause) => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.bindings.create({ ...target, ...changes }))).toEqual({
      code: "not_found",
      message: `Failed to create a binding: ${cause}.`,
      problems: [],
    });
  });

  it("rejects an installation of another organization than the brain's", () => {
    const server = openServer();
    const message = "must be an installation of the organization of the brain";
    expect(
      captureRejection(server, () => server.control.bindings.create({ ...target, brainId: "brain_south" })),
    ).toEqual({
      code: "invalid_input",
      message: `Failed to create a binding: installationId ${message}.`,
      problems: [{ path: "installationId", message }],
    });
  });

  it("copies the current name of the channel, and keeps it", () => {
    const server = openServer();
    const channel = { installationId: target.installationId, channelId: target.channelId };
    server.control.channels.update({ ...channel, name: "long pier" });
    const { id } = server.control.bindings.create(target);
    server.control.channels.update({ ...channel, name: "short pier" });
    expect(server.snapshot().bindings.find((binding) => binding.id === id)).toMatchObject({ channelName: "long pier" });
  });
});

describe("changing a binding", () => {
  const address = { brainId: "brain_tides", bindingId: "binding_deck" };

  it.each([
    { status: "disabled" },
    { status: "active" },
    { channelName: null },
    { channelName: "" },
    { notifyBriefs: false },
    { notifyConnections: true },
    { notifyChanges: false },
    { status: "disabled", channelName: "d", notifyBriefs: false, notifyConnections: true, notifyChanges: false },
  ] as const)("by %j changes the given fields and keeps the others", (changes) => {
    const server = openServer();
    const changed = { ...buildBinding(), ...changes };
    expect(server.control.bindings.update({ ...address, ...changes })).toStrictEqual(changed);
    const [, ...others] = buildState().bindings;
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), bindings: [changed, ...others] });
  });

  it.each([
    {},
    {
      status: undefined,
      channelName: undefined,
      notifyBriefs: undefined,
      notifyConnections: undefined,
      notifyChanges: undefined,
    },
  ])("does not change with %j", (changes) => {
    const server = openServer();
    server.control.bindings.update({ ...address, ...changes });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("is in the responses of the operations", async () => {
    const server = openServer();
    server.control.bindings.update({ ...address, status: "disabled", channelName: null, notifyConnections: true });
    expect(
      await send(server, "PATCH /v1/brains/brain_tides/messaging/bindings/binding_deck", {
        json: { notifyBriefs: false },
      }),
    ).toStrictEqual({
      status: 200,
      body: buildBinding({ status: "disabled", channelName: null, notifyConnections: true, notifyBriefs: false }),
    });
  });

  it.each([
    [{ brainId: "brain_moon" }, "there is no brain brain_moon"],
    [{ bindingId: "binding_moon" }, "brain brain_tides has no binding binding_moon"],
    [{ bindingId: "binding_ropes" }, "brain brain_tides has no binding binding_ropes"],
    [{ brainId: "brain_ropes" }, "brain brain_ropes has no binding binding_deck"],
  ])("rejects %j, which does not exist", (changes, cause) => {
    const server = openServer();
    expect(
      captureRejection(server, () => server.control.bindings.update({ ...address, ...changes, status: "active" })),
    ).toEqual({
      code: "not_found",
      message: `Failed to change a binding: ${cause}.`,
      problems: [],
    });
  });
});
