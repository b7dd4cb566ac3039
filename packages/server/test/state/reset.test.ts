import { setImmediate } from "node:timers/promises";
import { overwriteValues } from "@knowledge-base/internal/test-helpers/overwrite-values.ts";
import type { ReferenceServer, StateInput } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, frozenTime, recordsOf } from "../helpers/build-state.ts";
import { connectTo } from "../helpers/control-calls.ts";
import { implementJob, runJob } from "../helpers/job.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, paths, send } from "../helpers/open-server.ts";
import { captureRejection } from "../helpers/results.ts";
import { at, openTicking } from "../helpers/time.ts";

it("a reset brings back the records of the seed", () => {
  const server = openServer();
  server.control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "Highest tide" });
  server.control.brains.create({ name: "Fjord" });
  server.reset();
  expect(server.snapshot()).toStrictEqual(buildState());
});

const south = openServer().organization("org_south").snapshot();

const north = { organizationId: "org_north" };

type Act = (server: ReferenceServer) => unknown;

// What ends an organization, or the state of its test tools.
const ownEndings: readonly { event: string; act: Act }[] = [
  { event: "the organization is reset", act: (server) => server.organization("org_north").reset() },
  { event: "the organization is deleted", act: ({ control }) => control.organizations.delete(north) },
  { event: "a state without the organization is restored", act: (server) => server.restore(south) },
];
const endings = [{ event: "the server is reset", act: (server: ReferenceServer) => server.reset() }, ...ownEndings];

// What replaces the records of an organization alone.
const replacements: readonly { event: string; act: Act }[] = [
  { event: "the organization is restored", act: restoreNorth },
  { event: "a state with the organization is restored", act: (server) => server.restore(buildState()) },
];

function restoreNorth({ organization }: ReferenceServer): void {
  const { restore, snapshot } = organization("org_north");
  restore(snapshot());
}

const deleteOther: Act = ({ control }) => control.organizations.delete({ organizationId: "org_south" });

// Starts the waits of an organization, in process and through a connection.
async function startWaits(server: ReferenceServer) {
  const remote = await connectTo(server);
  const both = [server.organization("org_north"), remote.organization("org_north")];
  const waits = both.flatMap(({ journal, deliveries }) => [journal.waitFor(), deliveries.waitFor()]);
  for (const wait of waits) wait.catch(() => {});
  // The calls over HTTP have to arrive.
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  return waits;
}

it.each(endings)("the waits of an organization end with a conflict when $event", async ({ act: end }) => {
  const server = openServer();
  const waits = await startWaits(server);
  end(server);
  const message = expect.stringContaining("the server was reset or stops, or the organization was deleted.");
  for (const wait of waits) await expect(wait).rejects.toMatchObject({ code: "conflict", message });
});

it.each(endings)("a delayed request finishes, and changes nothing, when $event", async ({ act: end }) => {
  const server = openServer();
  server.organization("org_north").faults.add({ kind: "latency", latency: 20 });
  const request = send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
  await setImmediate();
  end(server);
  const after = recordsOf(server);
  expect(await request).toMatchObject({ status: 201, body: { archived: true } });
  expect(recordsOf(server)).toStrictEqual(after);
});

it.each(ownEndings)("the waits of the server continue when $event", async ({ act: end }) => {
  const server = openServer();
  const wait = server.deliveries.waitFor();
  end(server);
  server.organization("org_south").control.brains.sendDailyBrief({ brainId: "brain_south" });
  expect((await wait).bindingId).toBe("binding_south");
});

it("the waits of the server end with its reset", async () => {
  const server = openServer();
  const wait = server.deliveries.waitFor();
  server.reset();
  await expect(wait).rejects.toMatchObject({ code: "conflict" });
});

// Runs an operation that changes what it can only after something else was done, and returns what has changed since then.
async function finishAfter(act: Act) {
  const held = Promise.withResolvers<void>();
  const job = implementJob(async ({ control }) => {
    await held.promise;
    control.apiKeys.create({ apiKey: "key_late" });
    control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", body: "It came late." });
    const [authorization] = control.oauth.list();
    await control.oauth.approve({ authorizationUrl: authorization?.authorizationUrl ?? "" });
    return control.brains.create({ id: "brain_late" });
  });
  const server = openServer({ operations: [job] });
  await startAuthorization(server);
  const response = runJob(server);
  await setImmediate();
  act(server);
  const seen = () => [recordsOf(server), server.snapshot().authorizations];
  const before = seen();
  held.resolve();
  expect(await response).toMatchObject({ status: 200, body: { id: "brain_late" } });
  return { server, before, after: seen() };
}

const interruptions = [...endings, ...replacements];

it.each(interruptions)("a running operation changes nothing after $event", async ({ act }) => {
  const { server, before, after } = await finishAfter(act);
  expect(after).toStrictEqual(before);
  expect((await send(server, `GET ${paths.index}`, { key: "key_late" })).status).toBe(401);
});

it.each(endings)("a running operation delivers nothing after $event", async ({ act }) => {
  const { server } = await finishAfter(act);
  expect(server.deliveries.list()).toEqual([]);
});

it.each(interruptions)("a control of a running operation that fails changes nothing after $event", async ({ act }) => {
  let readings = Number.POSITIVE_INFINITY;
  const now = () => {
    readings -= 1;
    return readings < 0 ? expect.fail("There is no time") : at(frozenTime);
  };
  const held = Promise.withResolvers<void>();
  const page = { brainId: "brain_tides", slug: "spring-tide" };
  const job = implementJob(async ({ control }) => {
    await held.promise;
    const before = control.pages.get(page);
    // The second one is for the notification of the change.
    readings = 1;
    expect(() => control.pages.edit({ ...page, title: "It came late" })).toThrow("There is no time");
    readings = Number.POSITIVE_INFINITY;
    expect(control.pages.get(page)).toStrictEqual(before);
    return "done";
  });
  const server = openServer({ operations: [job], clock: { now } });
  const response = runJob(server);
  await setImmediate();
  act(server);
  held.resolve();
  expect(await response).toEqual({ status: 200, body: "done" });
});

it("an operation changes its organization after another one is deleted", async () => {
  const { server } = await finishAfter(deleteOther);
  expect(server.snapshot().brains).toContainEqual(expect.objectContaining({ id: "brain_late" }));
  expect((await send(server, `GET ${paths.index}`, { key: "key_late" })).status).toBe(200);
});

const harmless = [...replacements, { event: "another organization is deleted", act: deleteOther }];
it.each(harmless)("the waits of an organization continue when $event", async ({ act: replace }) => {
  const server = openServer();
  const waits = await startWaits(server);
  replace(server);
  await send(server, `GET ${paths.index}`);
  server.control.brains.sendDailyBrief({ brainId: "brain_tides" });
  const [request, delivery] = [{ operation: "promptIndex.get" }, { kind: "brief" }];
  expect(await Promise.all(waits)).toMatchObject([request, delivery, request, delivery]);
});

it("a reset of an organization begins its records, ids and tools again, and leaves the others alone", async () => {
  const server = openServer();
  const north = server.organization("org_north");
  server.control.pages.pin({ brainId: "brain_south", slug: "menu" });
  const before = recordsOf(server);
  const run = async () => {
    north.faults.add({ kind: "status", status: 503 });
    const { status } = await send(server, `GET ${paths.index}`);
    north.clock.advance(1000);
    const { started } = await startAuthorization(server);
    const callback = await north.control.oauth.approve(started);
    const created = [north.control.brains.create(), north.control.brains.sendDailyBrief({ brainId: "brain_tides" })];
    const tools = [north.clock.now(), north.journal.entries(), north.deliveries.list(), north.faults.list()];
    return { callback, seen: [status, started, callback, created, tools] };
  };
  const first = await run();
  north.reset();
  expect(recordsOf(server)).toStrictEqual(before);
  await expect(north.control.oauth.confirm(first.callback)).rejects.toMatchObject({ code: "not_found" });
  expect((await run()).seen).toStrictEqual(first.seen);
});

it("a reset of an organization is rejected while another one has its first key", async () => {
  const server = openServer();
  server.control.apiKeys.revoke({ apiKey: "key_south" });
  server.control.apiKeys.create({ apiKey: "key_south", organizationId: "org_north" });
  const { code, message } = await captureRejection(server, () => server.organization("org_south").reset());
  expect(code).toBe("conflict");
  expect(message).toContain("a first key of organization org_south is now a key of organization org_north.");
});

it("a reset brings back the seed with its clock and its ids, whatever was done with its object", () => {
  const seed = buildState({ idPosition: 3, clock: { frozenAt: "2030-01-01T00:00:00.000Z" } });
  const server = openServer({ seed });
  const before = server.snapshot();
  overwriteValues(seed);
  expect(server.snapshot()).toStrictEqual(before);
  server.restore({ version: 1 });
  server.reset();
  expect(server.snapshot()).toStrictEqual(before);
});

it("a reset lets the clocks follow the clock of the options again", () => {
  const { server, tick } = openTicking();
  const { clock } = server.organization("org_north");
  server.clock.freeze("2030-01-01T00:00:00Z");
  clock.freeze("2040-01-01T00:00:00Z");
  server.reset();
  tick(1000);
  for (const each of [server.clock, clock]) expect(each.now()).toBe(at(frozenTime) + 1000);
});

const positions = { clock: { frozenAt: "2030-01-01T00:00:00.000Z" }, idPosition: 7 };
const west: StateInput = {
  version: 1,
  organizations: [{ id: "org_west", ...positions }],
  apiKeys: [{ key: "key_west", organizationId: "org_west" }],
  brains: [{ id: "brain_west", organizationId: "org_west" }],
};

const positioned = { ...south, organizations: [{ id: "org_south", ...positions }] };
const created = { id: "org_west", apiKey: "key_west", seed: positioned };
it.each<{ how: string; add: Act }>([
  { how: "was created", add: ({ control }) => control.organizations.create(created) },
  { how: "a seed added", add: ({ seed }) => seed(west) },
  { how: "a restore brought", add: ({ restore }) => restore(west) },
])("a reset of an organization that $how brings back the records, clock and ids that it had then", ({ add }) => {
  const server = openServer();
  add(server);
  const { control, clock, reset, snapshot } = server.organization("org_west");
  const before = snapshot();
  const { id } = control.brains.create();
  control.apiKeys.delete({ apiKey: "key_west" });
  clock.resume();
  reset();
  expect(snapshot()).toStrictEqual(before);
  expect(control.brains.create().id).toBe(id);
});

const empty: StateInput = { version: 1, organizations: [{ id: "org_south" }] };

it.each<{ what: string; replace: Act }>([
  { what: "a restore of the server", replace: ({ restore }) => restore(empty) },
  { what: "its own restore", replace: ({ organization }) => organization("org_south").restore(empty) },
])("a reset of an organization brings back its first records after $what", ({ replace }) => {
  const server = openServer();
  replace(server);
  expect(server.organization("org_south").snapshot().brains).toEqual([]);
  server.organization("org_south").reset();
  expect(recordsOf(server.organization("org_south"))).toStrictEqual(recordsOf({ snapshot: () => south }));
});
