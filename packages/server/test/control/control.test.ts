import { ControlError, type StateInput } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, frozenTime, recordsOf } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";

const testState = buildState();

it("a control changes a record, and the next request sees the change", async () => {
  const { control, fetch, baseUrl, apiKey } = openServer();
  control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "Highest tide" });
  const response = await fetch(`${baseUrl}/v1/brains/brain_tides/index`, { headers: { "x-api-key": apiKey } });
  expect(await response.json()).toMatchObject([{ slug: "spring-tide", title: "Highest tide" }]);
});

it("a control that can't do its task throws a ControlError with a code, which says what to do", () => {
  const { pages } = openServer().control;
  pages.pin({ brainId: "brain_tides", slug: "spring-tide" });
  const message = "Failed to deprecate a page: page spring-tide is pinned, so it cannot be deprecated. Unpin it first.";
  const deprecate = () => pages.deprecate({ brainId: "brain_tides", slug: "spring-tide" });
  expect(deprecate).toThrow(new ControlError("conflict", message));
});

// Calls a method as JavaScript does, which knows no types.
const call = (control: object, name: string, ...given: unknown[]): unknown =>
  Reflect.apply(Reflect.get(control, name), undefined, given);

it("a control rejects an input with all of its problems", () => {
  const input = { brainId: "brain_tides", title: " ", pinned: "yes", source: { channel: 5, colour: "red" } };
  const problems = [
    { path: "title", message: "must not be empty" },
    { path: "pinned", message: "must be a boolean, not a string" },
    { path: "source.channel", message: "must be a string, not 5" },
    { path: "source", message: "has unknown fields: colour; the fields are channel, ref, label" },
  ];
  const create = () => call(openServer().control.pages, "create", input);
  expect(create).toThrow(
    expect.objectContaining({ code: "invalid_input", problems: expect.arrayContaining(problems) }),
  );
  for (const { path, message } of problems) expect(create).toThrow(`${path} ${message}`);
});

it.each<{ what: string; input: unknown; message: string }>([
  { what: "an unknown field", input: { nam: "a" }, message: "has unknown fields: nam (did you mean name?)" },
  { what: "the field __proto__", input: JSON.parse('{"__proto__":1}'), message: "has unknown fields: __proto__" },
  { what: "null", input: null, message: "must be an object, not null" },
  { what: "an array", input: [{}], message: "must be an object, not an array" },
  { what: "a text", input: "a", message: "must be an object, not a string" },
])("a control rejects an input that is or has $what", ({ input, message }) => {
  const create = () => call(openServer().control.brains, "create", input);
  expect(create).toThrow(`Failed to create a brain: the input ${message}`);
});

it("a control without an input rejects every field", () => {
  const list = () => call(openServer().faults, "list", { times: 1 });
  expect(list).toThrow("the input has unknown fields: times; there are no fields.");
});

it("a message is short, whatever it quotes", () => {
  const { brains } = openServer().control;
  expect(() => brains.get({ brainId: "x".repeat(1e6) })).toThrow(/^.{1,25000}$/);
});

it("an input may be frozen, and an object without a class", () => {
  const input = Object.freeze(Object.assign(Object.create(null), { name: "Fjord" }));
  expect(openServer().control.brains.create(input)).toMatchObject({ name: "Fjord" });
});

it("a new record gets an id that no other has", () => {
  // A server with the same random seed generates the same id.
  const { id } = openServer().control.brains.create();
  const { brains } = openServer().control;
  brains.create({ id });
  expect(brains.create().id).not.toBe(id);
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

class Fjord {
  get name() {
    return "Fjord";
  }
}

it("an instance of a class may be an input, whose accessors are its fields", () => {
  expect(openServer().control.brains.create(new Fjord())).toMatchObject({ name: "Fjord" });
});

it("a getter of an input may call another control, whose changes are its own", () => {
  const { seed, control } = openServer();
  const state: StateInput = {
    version: 1,
    get brains() {
      control.brains.create({ id: "brain_west" });
      return [{ id: "brain_east", organizationId: "org_none" }];
    },
  };
  expect(() => seed(state)).toThrow("brains[0].organizationId");
  expect(control.brains.list().map(({ id }) => id)).toEqual(["brain_tides", "brain_ropes", "brain_west"]);
});

it("a clock can't call controls while one runs, whose changes are undone", () => {
  let tick = () => {};
  const now = () => {
    tick();
    return Date.parse(frozenTime);
  };
  const server = openServer({ clock: { now } });
  const before = server.snapshot();
  tick = () => server.control.brains.delete({ brainId });
  const create = () => server.control.pages.create({ brainId, title: "Neap tide" });
  expect(create).toThrow("the function now of a clock must not call controls");
  tick = () => {};
  expect(server.snapshot()).toStrictEqual(before);
});

it("a method rejects options that are given as a second argument", () => {
  const { faults, journal } = openServer();
  const advice = "options were given as a second argument. Add them to the first one.";
  expect(() => call(journal, "waitFor", {}, { timeout: 1 })).toThrow(`Failed to wait for a request: ${advice}`);
  expect(() => call(faults, "add", { kind: "hang" }, { times: 2 })).toThrow(`Failed to plan a fault: ${advice}`);
});

it("a method can be passed to map, and ignores what map passes besides an item", () => {
  const { faults } = openServer();
  const planned = [{ kind: "hang" }, { kind: "truncated_json" }].map((...given) => call(faults, "add", ...given));
  expect(planned).toMatchObject([{ id: "fault_1" }, { id: "fault_2" }]);
});
