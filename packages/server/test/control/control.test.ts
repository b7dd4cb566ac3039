import { expect, it } from "vitest";
import { buildState, openServer, recordsOf, send } from "../helpers/open-server.ts";

const testState = buildState();

it("a control changes a record, and the next request sees the change", async () => {
  const server = openServer();
  server.control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "Highest tide" });
  expect(await send(server, "GET /v1/brains/brain_tides/index")).toMatchObject({ body: [{ title: "Highest tide" }] });
});

it("a new record gets an id that no other has", () => {
  // A server with the same random seed generates the same id.
  const { id } = openServer().control.brains.create();
  const { brains } = openServer().control;
  brains.create({ id });
  expect(brains.create().id).not.toBe(id);
});

it("a new record may have the id of a record of another organization", () => {
  const { bindings } = openServer().control;
  const pier = { brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" };
  expect(bindings.create({ ...pier, id: "binding_south" })).toMatchObject({ ...pier, id: "binding_south" });
});

it("an update keeps fields that are undefined", () => {
  const undefinedFields = { name: undefined, isPrivate: undefined, isMember: undefined };
  const deck = { installationId: "installation_north", channelId: "C_DECK" };
  expect(openServer().control.channels.update({ ...deck, ...undefinedFields })).toStrictEqual(testState.channels[0]);
});

it("deleted records can be added again by a seed, with all that belonged to them", () => {
  const server = openServer();
  const { brains, pages, installations, channels, bindings } = testState;
  server.control.brains.delete({ brainId: "brain_tides" });
  server.control.installations.delete({ installationId: "installation_north" });
  const messaging = { installations: installations.slice(0, 1), channels: channels.slice(0, 2) };
  const lost = { brains: brains.slice(0, 1), pages: pages.slice(0, 1), bindings: bindings.slice(0, 3) };
  server.seed({ version: 1, ...lost, ...messaging });
  const sizes = (state: object) => Object.entries(state).map(([name, records]) => `${name} ${records.length}`);
  expect(sizes(recordsOf(server)).toSorted()).toEqual(sizes(testState).toSorted());
});

const brainId = "brain_tides";

it("a list has 100 records by default, and 1,000 at most", () => {
  const server = openServer();
  const sizeOf = (input = {}) => server.control.pages.list({ brainId, ...input }).length;
  server.seed({ version: 1, pages: Array.from({ length: 1199 }, (_, index) => ({ brainId, title: `${index}` })) });
  expect(sizeOf()).toBe(100);
  expect(sizeOf({ limit: 1000 })).toBe(1000);
  expect(sizeOf({ limit: 1000, after: "998" })).toBe(200);
});

it("a list continues with the records as they are: without deleted ones, and with later ones at the end", () => {
  const { pages } = openServer().control;
  const slugs = (after: string) => pages.list({ brainId, after }).map(({ slug }) => slug);
  for (const title of ["a", "b", "c"]) pages.create({ brainId, title });
  expect(slugs("spring-tide")).toEqual(["a", "b", "c"]);
  pages.delete({ brainId, slug: "a" });
  pages.create({ brainId, title: "a" });
  expect(slugs("spring-tide")).toEqual(["b", "c", "a"]);
  pages.create({ brainId, title: "d" });
  expect(slugs("a")).toEqual(["d"]);
});
