import { settledState } from "@knowledge-base/internal/test-helpers/timers.ts";
import { ControlError, type ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { archive, getIndex, openServer, paths, send } from "../helpers/open-server.ts";
import { captureResult } from "../helpers/results.ts";

it("journal.entries returns the requests that the server received, with their responses", async () => {
  const server = openServer();
  await getIndex(server);
  await archive(server);
  const archived = { operation: "pages.archive", input: { slug: "spring-tide" }, status: 201 };
  expect(server.journal.entries()).toMatchObject([{ operation: "promptIndex.get", status: 200 }, archived]);
  expect(server.journal.entries({ operation: "pages.archive" })).toMatchObject([archived]);
});

it("journal.get returns the entry of a response by its header x-request-id", async () => {
  const server = openServer();
  const { headers } = await getIndex(server);
  const [entry] = server.journal.entries();
  expect(server.journal.get(headers.get("x-request-id") ?? "")).toStrictEqual(entry);
});

it("journal.waitFor resolves as soon as a request that matches has its response", async () => {
  const server = openServer();
  const waiting = server.journal.waitFor({ operation: "pages.archive" });
  await getIndex(server);
  await archive(server);
  expect(await waiting).toStrictEqual(server.journal.get("request_2"));
});

it("journal.explain says in words what happened to a request, and why", async () => {
  const server = openServer();
  await send(server, `GET ${paths.index}?limit=0`);
  const words = "failed with 400, because its input is not valid: limit must be from 1 to 500.";
  expect(server.journal.explain(server.journal.get("request_1"))).toContain(words);
});

it("journal.clear removes all entries, and later ones keep their numbers", async () => {
  const server = openServer();
  await getIndex(server);
  expect(server.journal.clear()).toBeUndefined();
  expect(server.journal.entries()).toEqual([]);
  await getIndex(server);
  expect(server.journal.entries()).toMatchObject([{ id: "request_2" }]);
});

type Filter = NonNullable<Parameters<ReferenceServer["journal"]["entries"]>[0]>;

// Requests of most kinds, by the names with which the tests below say which ones they find.
const requests: Readonly<Record<string, (server: ReferenceServer) => Promise<unknown>>> = {
  read: getIndex,
  archived: archive,
  lost: (server) => send(server, "GET /nowhere"),
  keyless: (server) => send(server, `GET ${paths.index}`, { key: null }),
  invalid: (server) => send(server, `GET ${paths.index}?limit=0`),
  missing: (server) => send(server, "GET /v1/brains/brain_unknown/index"),
  failed: (server) => {
    server.faults.add({ kind: "status", status: 404 });
    return archive(server);
  },
  hanging: (server) => {
    server.faults.add({ kind: "hang" });
    return settledState(getIndex(server));
  },
};
const names = Object.keys(requests);

async function openUsed(): Promise<ReferenceServer> {
  const server = openServer();
  for (const request of Object.values(requests)) await request(server);
  return server;
}

const ofIndex = ["read", "keyless", "invalid", "missing", "hanging"];
const ofArchive = ["archived", "failed"];
it.each<{ what: string; filter: Filter; found: readonly string[] }>([
  { what: "all requests by default", filter: {}, found: names },
  { what: "all requests if the filter is undefined", filter: { operation: undefined }, found: names },
  { what: "the requests for an operation", filter: { operation: "promptIndex.get" }, found: ofIndex },
  { what: "those that succeeded", filter: { reason: "success" }, found: ["read", "archived"] },
  { what: "those with an unknown path", filter: { reason: "route" }, found: ["lost"] },
  { what: "those with a wrong key", filter: { reason: "auth" }, found: ["keyless"] },
  { what: "those with an invalid input", filter: { reason: "validation" }, found: ["invalid"] },
  { what: "those for a missing record", filter: { reason: "not_found" }, found: ["missing"] },
  { what: "those with a planned fault", filter: { reason: "fault" }, found: ["failed", "hanging"] },
  { what: "those with a status", filter: { status: 404 }, found: ["lost", "missing", "failed"] },
  { what: "those that match all fields", filter: { operation: "pages.archive", status: 404 }, found: ["failed"] },
  { what: "those with a path", filter: { path: paths.archive }, found: ofArchive },
  { what: "none with a part of a path", filter: { path: "/v1" }, found: [] },
  { what: "none with a path and a query", filter: { path: `${paths.index}?limit=0` }, found: [] },
  { what: "those with any input", filter: { input: {} }, found: names.filter((name) => name !== "lost") },
  { what: "those with fields of the input", filter: { input: { slug: "spring-tide" } }, found: ofArchive },
  { what: "those with the defined fields", filter: { input: { slug: undefined, limit: 0 } }, found: ["invalid"] },
  { what: "none with a list in the place of a text", filter: { input: { slug: ["spring-tide"] } }, found: [] },
  { what: "the last ones", filter: { last: 3 }, found: ["missing", "failed", "hanging"] },
  { what: "the last ones with a status", filter: { status: 404, last: 2 }, found: ["missing", "failed"] },
])("the journal has $what", async ({ filter, found }) => {
  const { journal } = await openUsed();
  const numbers = journal.entries(filter).map(({ id }) => Number(id.replace("request_", "")));
  expect(numbers.map((number) => names[number - 1])).toEqual(found);
});

const ofAny =
  "the fields are brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges, slug, installationId, limit";
const reasons = "success, route, auth, validation, not_found, fault, abandoned, failure";
const operation = "pages.archive";
const noField = "is not a field of pages.archive";
// biome-ignore format: one row a line
it.each<{ filter: object; problem: string }>([
  { filter: { query: "" }, problem: "the input has unknown fields: query; the fields are operation, path, input, reason, status, last." },
  { filter: { reason: "rule" }, problem: `reason must be one of ${reasons}.` },
  { filter: { status: 404.5 }, problem: "status must be a whole number, not 404.5." },
  { filter: { last: 0 }, problem: "last must be at least 1." },
  { filter: { input: "x" }, problem: "input must be an object." },
  { filter: { input: { colour: 1 } }, problem: `input.colour is not a field of any operation; ${ofAny}.` },
  { filter: { operation, input: { slgu: 1 } }, problem: `input.slgu ${noField}; did you mean slug?` },
  { filter: { operation, input: { limit: 5 } }, problem: `input.limit ${noField}; the fields are brainId, slug.` },
])("the journal rejects the filter $filter, because $problem", async ({ filter, problem }) => {
  const thrown = { class: ControlError, code: "invalid_input", message: `Failed to read the journal: ${problem}` };
  expect(await captureResult(() => openServer().journal.entries(filter as Filter))).toMatchObject({ thrown });
});

it.each(["request_9", "request_01", "1"])("the journal has no entry %s", (id) => {
  const message = `Failed to get an entry of the journal: the journal has no entry ${id}, or has dropped it.`;
  expect(() => openServer().journal.get(id)).toThrow(new ControlError("not_found", message));
});

it("the journal keeps the newest 1,000 entries", { timeout: 20_000 }, async () => {
  const server = openServer();
  const { journal } = server.organization("org_north");
  await send(server, `GET ${paths.index}`, { key: null });
  for (let count = 0; count < 1001; count += 1) await getIndex(server);
  expect(journal.entries()).toHaveLength(1000);
  const ids = server.journal.entries().map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => `request_${index + 3}`));
  expect(() => server.journal.get("request_2")).toThrow(ControlError);
});

it("the journal of an organization has the requests with a key of it, whatever they are for, and ids of its own", async () => {
  const server = openServer();
  const { key } = server.control.apiKeys.create({ organizationId: "org_south", apiKey: "key_second_of_south" });
  for (const sender of ["key_north", "key_south", null, "key_nobody", key, "key_north"])
    await send(server, `GET ${paths.index}`, { key: sender });
  const listed = (id: string) => server.organization(id).journal.entries();
  expect(listed("org_north").map(({ id, status }) => `${id} ${status}`)).toEqual(["request_1 200", "request_2 200"]);
  expect(listed("org_south").map(({ id, status }) => `${id} ${status}`)).toEqual(["request_1 404", "request_2 404"]);
  const owners = server.journal.entries().map(({ organizationId }) => organizationId);
  expect(owners).toEqual(["org_north", "org_south", null, null, "org_south", "org_north"]);
});
