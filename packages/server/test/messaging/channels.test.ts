import type { StoredChannel } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, openServer, recordsOf, someId } from "../helpers/open-server.ts";

const { channels: known, bindings } = buildState();
const [deck, hold, pier, south] = known as [StoredChannel, StoredChannel, StoredChannel, StoredChannel];
const installationId = "installation_north";
const address = { installationId, channelId: "C_DECK" };

it("channels.create adds a channel, by default a public one without the bot", () => {
  const server = openServer();
  const { channels } = server.control;
  const created = channels.create({ installationId, name: "bow" });
  const defaults = { isPrivate: false, isMember: false };
  expect(created).toStrictEqual({ installationId, id: someId("channel"), name: "bow", ...defaults });
  const crew = { installationId, id: "C_CREW", name: "", isPrivate: true, isMember: true };
  expect(channels.create(crew)).toStrictEqual(crew);
  expect(recordsOf(server)).toStrictEqual(buildState({ channels: [deck, hold, created, crew, pier, south] }));
});

it("channels.update changes the name or the flags of a channel, and nothing else", () => {
  const server = openServer();
  const { channels } = server.control;
  const flags = { isPrivate: true, isMember: false };
  expect(channels.update({ ...address, name: "" })).toStrictEqual({ ...deck, name: "" });
  expect(channels.update({ ...address, ...flags })).toStrictEqual({ ...deck, name: "", ...flags });
  const updated = { ...deck, name: "", ...flags };
  expect(recordsOf(server)).toStrictEqual(buildState({ channels: [updated, hold, pier, south] }));
});

it("channels.delete removes a channel with its bindings to all brains", () => {
  const server = openServer();
  server.control.channels.delete(address);
  const others = bindings.filter(({ channelId }) => channelId !== "C_DECK");
  const left = { channels: [hold, pier, south], bindings: others };
  expect(recordsOf(server)).toStrictEqual(buildState(left));
});
