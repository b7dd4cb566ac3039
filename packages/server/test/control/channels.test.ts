import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const installationId = "installation_north";
const list = `GET /v1/brains/brain_tides/messaging/channels?installationId=${installationId}`;

describe("creating a channel", () => {
  it("generates omitted fields", () => {
    const server = openServer();
    const created = server.control.channels.create({ installationId, name: "bow" });
    expect(created).toStrictEqual({
      id: expect.stringMatching(/^channel_[0-9a-z]{16}$/),
      installationId,
      name: "bow",
      isPrivate: false,
      isMember: false,
    });
    const [deck, hold, ...others] = buildState().channels;
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), channels: [deck, hold, created, ...others] });
  });

  it("uses the given fields, and lists the channel", async () => {
    const server = openServer();
    const given = { id: "C_BOW", name: "", isPrivate: true, isMember: true };
    expect(server.control.channels.create({ installationId, ...given })).toStrictEqual({ installationId, ...given });
    const { body } = await send(server, list);
    expect(body).toStrictEqual([
      { id: "C_DECK", name: "deck", isPrivate: false, isMember: true },
      { id: "C_HOLD", name: "hold", isPrivate: true, isMember: false },
      given,
    ]);
  });

  it("treats undefined fields as omitted", () => {
    const { id: _, ...rest } = openServer().control.channels.create({
      installationId,
      name: "bow",
      id: undefined,
      isPrivate: undefined,
      isMember: undefined,
    });
    expect(rest).toStrictEqual({ installationId, name: "bow", isPrivate: false, isMember: false });
  });

  it("generates an id that no channel of the installation has", () => {
    const { id } = openServer().control.channels.create({ installationId, name: "bow" });
    const server = openServer();
    server.control.channels.create({ installationId, name: "bow", id });
    expect(server.control.channels.create({ installationId, name: "bow" }).id).not.toBe(id);
  });

  it("rejects an id that is taken in its installation, and accepts one of another installation", () => {
    const server = openServer();
    const { channels } = server.control;
    expect(captureRejection(server, () => channels.create({ installationId, name: "deck", id: "C_DECK" }))).toEqual({
      code: "invalid_input",
      message: "Failed to create a channel: id is already used in the installation.",
      problems: [{ path: "id", message: "is already used in the installation" }],
    });
    expect(channels.create({ installationId: "installation_pier", name: "deck", id: "C_DECK" }).id).toBe("C_DECK");
  });

  it("rejects an installation that does not exist", () => {
    const server = openServer();
    const input = { installationId: "installation_moon", name: "moon" };
    expect(captureRejection(server, () => server.control.channels.create(input))).toEqual({
      code: "not_found",
      message: "Failed to create a channel: there is no installation installation_moon.",
      problems: [],
    });
  });
});

describe("changing a channel", () => {
  const address = { installationId, channelId: "C_DECK" };
  const deck = { id: "C_DECK", name: "deck", isPrivate: false, isMember: true };

  it.each([
    { name: "upper deck" },
    { name: "" },
    { isPrivate: true },
    { isMember: false },
    { name: "d", isPrivate: true },
  ])("by %j changes the given fields and keeps the others", async (changes) => {
    const server = openServer();
    const changed = { ...deck, ...changes };
    expect(server.control.channels.update({ ...address, ...changes })).toStrictEqual({ ...changed, installationId });
    expect(await send(server, list)).toMatchObject({ body: [changed, { id: "C_HOLD" }] });
    const [, ...others] = buildState().channels;
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), channels: [{ ...changed, installationId }, ...others] });
  });

  it.each([{}, { name: undefined, isPrivate: undefined, isMember: undefined }])(
    "does not change with %j",
    (changes) => {
      const server = openServer();
      server.control.channels.update({ ...address, ...changes });
      expect(recordsOf(server)).toStrictEqual(buildState());
    },
  );

  it.each(["C_PIER", "C_MOON"])("rejects the channel %s, which the installation does not have", (channelId) => {
    const server = openServer();
    expect(
      captureRejection(server, () => server.control.channels.update({ installationId, channelId, name: "x" })),
    ).toEqual({
      code: "not_found",
      message: `Failed to change a channel: installation installation_north has no channel ${channelId}.`,
      problems: [],
    });
  });

  it("rejects an installation that does not exist", () => {
    const server = openServer();
    const input = { installationId: "installation_moon", channelId: "C_DECK" };
    expect(captureRejection(server, () => server.control.channels.update(input))).toEqual({
      code: "not_found",
      message: "Failed to change a channel: there is no installation installation_moon.",
      problems: [],
    });
  });
});
