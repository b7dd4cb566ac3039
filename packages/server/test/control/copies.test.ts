import { describe, expect, it } from "vitest";
import type { ChannelInput } from "../../src/control/channels.ts";
import type { AttachSourceInput } from "../../src/records/record-types.ts";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { overwriteValues } from "../overwrite-values.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { callCommand } from "./call-command.ts";
import { commandCases } from "./command-cases.ts";

/** A server in which every command of the table succeeds. */
function open() {
  const pages = [...buildState().pages, buildPage({ slug: "neap-tide" })];
  const bindings = [buildBinding({ notifyConnections: true }), ...buildState().bindings.slice(1)];
  return openServer({ seed: buildState({ pages, bindings }) });
}

describe.each(commandCases)("$name", ({ name, input }) => {
  it("keeps no reference to its input", () => {
    const [server, other] = [open(), open()];
    const given = structuredClone(input);
    callCommand(server.control, name, given);
    overwriteValues(given);
    callCommand(other.control, name, structuredClone(input));
    expect(recordsOf(server)).toStrictEqual(recordsOf(other));
    expect(server.deliveries.list()).toStrictEqual(other.deliveries.list());
  });

  it("returns a copy that can be changed without changing the server", () => {
    const server = open();
    const output = callCommand(server.control, name, input);
    const [snapshot, deliveries] = [recordsOf(server), server.deliveries.list()];
    if (typeof output === "object" && output !== null) overwriteValues(output);
    expect(recordsOf(server)).toStrictEqual(snapshot);
    expect(server.deliveries.list()).toStrictEqual(deliveries);
    expect(server.organization("org_north").deliveries.list()).toStrictEqual(deliveries);
  });

  it("does not change its input", () => {
    const given = structuredClone(input);
    callCommand(open().control, name, given);
    expect(given).toStrictEqual(input);
  });
});

describe("lists of an input", () => {
  it("may grow afterwards without a change to the page", async () => {
    const server = openServer();
    const embedding = [1, 2];
    const entities = ["a"];
    const chunkUuids = ["b"];
    const sources: AttachSourceInput[] = [{ ingestSourceId: "c", chunkUuids }];
    const address = { brainId: "brain_tides", slug: "spring-tide" };
    const before = server.control.pages.compile({ ...address, embedding, entities, sources });
    embedding.push(3);
    entities.push("x");
    chunkUuids.push("y");
    sources.push({ ingestSourceId: "z" });
    expect(server.control.pages.get(address)).toStrictEqual(before);
    expect(await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive")).toMatchObject({
      body: { embedding: [1, 2], entities: ["a"], sources: { length: 2 } },
    });
  });

  it("may grow afterwards without a change to the installation", async () => {
    const server = openServer();
    const channels: ChannelInput[] = [{ id: "C_1", name: "one" }];
    const { id } = server.control.installations.create({ channels });
    channels.push({ id: "C_2", name: "two" });
    Object.assign(channels[0] ?? {}, { name: "changed" });
    expect(await send(server, `GET /v1/brains/brain_tides/messaging/channels?installationId=${id}`)).toMatchObject({
      body: [{ id: "C_1", name: "one" }],
    });
  });

  it("may be frozen", () => {
    const { pages } = openServer().control;
    const embedding = Object.freeze([1]);
    const { slug } = pages.create({
      brainId: "brain_tides",
      title: "T",
      body: "B",
      embedding,
      entities: Object.freeze(["a"]),
    });
    expect(pages.edit({ brainId: "brain_tides", slug, embedding }).embedding).toEqual([1]);
  });
});

describe("deliveries", () => {
  it("may be changed without a change to the server", async () => {
    const server = openServer();
    server.control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "T" });
    const before = server.deliveries.list();
    overwriteValues(server.deliveries.list());
    overwriteValues(server.organization("org_north").deliveries.list());
    overwriteValues(await server.deliveries.waitFor());
    expect(server.deliveries.list()).toStrictEqual(before);
    expect(server.organization("org_north").deliveries.list()).toStrictEqual(before);
  });
});
