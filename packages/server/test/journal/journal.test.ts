import { ControlError, type ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { settledState } from "../../../internal/test/helpers/timers.ts";
import { archive, getIndex, openServer, paths, send } from "../helpers/open-server.ts";
import { captureResult } from "../helpers/results.ts";

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
const used = openServer();
for (const request of Object.values(requests)) await request(used);

describe("server.journal", () => {
  it("entries returns the requests that the server received, with their responses", async () => {
    const server = openServer();
    await getIndex(server);
    await archive(server);
    const archived = { operation: "pages.archive", input: { slug: "spring-tide" }, status: 201 };
    expect(server.journal.entries()).toMatchObject([{ operation: "promptIndex.get", status: 200 }, archived]);
    expect(server.journal.entries({ operation: "pages.archive" })).toMatchObject([archived]);
  });

  it("get returns the entry of a response by its header x-request-id", async () => {
    const server = openServer();
    const { headers } = await getIndex(server);
    const [entry] = server.journal.entries();
    expect(server.journal.get(headers.get("x-request-id") ?? "")).toStrictEqual(entry);
  });

  it("waitFor resolves as soon as a request that matches has its response", async () => {
    const server = openServer();
    const waiting = server.journal.waitFor({ operation: "pages.archive" });
    await getIndex(server);
    await archive(server);
    expect(await waiting).toStrictEqual(server.journal.get("request_2"));
  });

  it("explain says in words what happened to a request, and why", async () => {
    const server = openServer();
    await send(server, `GET ${paths.index}?limit=0`);
    const words = "failed with 400, because its input is not valid: limit must be from 1 to 500.";
    expect(server.journal.explain(server.journal.get("request_1"))).toContain(words);
  });

  it("clear removes all entries, and later ones keep their numbers", async () => {
    const server = openServer();
    await getIndex(server);
    expect(server.journal.clear()).toBeUndefined();
    expect(server.journal.entries()).toEqual([]);
    await getIndex(server);
    expect(server.journal.entries()).toMatchObject([{ id: "request_2" }]);
  });
});

describe("the journal", () => {
  // biome-ignore format: one row a line
  it.each<[what: string, filter: Filter, found: string]>([
    ["all requests by default", {}, Object.keys(requests).join(" ")],
    ["all requests if the filter is undefined", { operation: undefined, status: undefined }, Object.keys(requests).join(" ")],
    ["the requests for an operation", { operation: "promptIndex.get" }, "read keyless invalid missing hanging"],
    ["those that succeeded", { reason: "success" }, "read archived"],
    ["those with an unknown path", { reason: "route" }, "lost"],
    ["those with a wrong key", { reason: "auth" }, "keyless"],
    ["those with an invalid input", { reason: "validation" }, "invalid"],
    ["those for a missing record", { reason: "not_found" }, "missing"],
    ["those with a planned fault", { reason: "fault" }, "failed hanging"],
    ["those with a status", { status: 404 }, "lost missing failed"],
    ["those that match all fields", { operation: "pages.archive", reason: "fault", status: 404 }, "failed"],
    ["those with a path", { path: paths.archive }, "archived failed"],
    ["none with a part of a path", { path: "/v1" }, ""],
    ["none with a path and a query", { path: `${paths.index}?limit=0` }, ""],
    ["those with any input", { input: {} }, "read archived keyless invalid missing failed hanging"],
    ["those with fields of the input", { input: { brainId: "brain_tides", slug: "spring-tide" } }, "archived failed"],
    ["those with the fields that are defined", { input: { slug: undefined, limit: 0 } }, "invalid"],
    ["none with a list in the place of a text", { input: { slug: ["spring-tide"] } }, ""],
    ["the last ones", { last: 3 }, "missing failed hanging"],
    ["the last ones with a status", { status: 404, last: 2 }, "missing failed"],
  ])("has %s", (_, filter, found) => {
    const names = Object.keys(requests);
    const numbers = used.journal.entries(filter).map(({ id }) => Number(id.replace("request_", "")));
    expect(numbers.map((number) => names[number - 1]).join(" ")).toBe(found);
  });

  const allFields = "brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges, slug, installationId, limit";
  const reasons = "success, route, auth, validation, not_found, fault, abandoned, failure";
  const filterFields = "operation, path, input, reason, status, last";

  const archives = (input: object) => ({ operation: "pages.archive", input });
  // biome-ignore format: one row a line
  it.each<[what: string, filter: object, problem: string]>([
    ["an unknown field", { query: "" }, `the input has unknown fields: query; the fields are ${filterFields}.`],
    ["an unknown reason", { reason: "rule" }, `reason must be one of ${reasons}.`],
    ["a status that isn't whole", { status: 404.5 }, "status must be a whole number, not 404.5."],
    ["the last 0", { last: 0 }, "last must be at least 1."],
    ["an input that is a text", { input: "spring-tide" }, "input must be an object."],
    ["a mistyped field", archives({ slgu: "x" }), "input.slgu is not a field of pages.archive; did you mean slug?"],
    ["a field of another operation", archives({ limit: 5 }), "input.limit is not a field of pages.archive; the fields are brainId, slug."],
    ["a field of no operation", { input: { colour: 1 } }, `input.colour is not a field of any operation; the fields are ${allFields}.`],
  ])("rejects a filter with %s", async (_, filter, problem) => {
    const thrown = { class: ControlError, code: "invalid_input", message: `Failed to read the journal: ${problem}` };
    expect(await captureResult(() => used.journal.entries(filter as Filter))).toMatchObject({ thrown });
  });

  it.each(["request_9", "request_01", "1"])("has no entry %s", (id) => {
    const message = `Failed to get an entry of the journal: the journal has no entry ${id}, or has dropped it.`;
    expect(() => used.journal.get(id)).toThrow(new ControlError("not_found", message));
  });

  it("keeps the newest 1,000 entries", { timeout: 20_000 }, async () => {
    const server = openServer();
    const { journal } = server.organization("org_north");
    await send(server, `GET ${paths.index}`, { key: null });
    for (let count = 0; count < 1001; count += 1) await getIndex(server);
    expect(journal.entries()).toHaveLength(1000);
    const ids = server.journal.entries().map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => `request_${index + 3}`));
    expect(() => server.journal.get("request_2")).toThrow(ControlError);
  });

  it("of an organization has the requests with a key of it, whatever they are for, and ids of its own", async () => {
    const server = openServer();
    const { key } = server.control.apiKeys.create({ organizationId: "org_south", apiKey: "key_second_of_south" });
    for (const sender of ["key_north", "key_south", null, "key_nobody", key, "key_north"]) {
      await send(server, `GET ${paths.index}`, { key: sender });
    }
    const listed = (id: string) => server.organization(id).journal.entries();
    expect(listed("org_north").map(({ id, status }) => `${id} ${status}`)).toEqual(["request_1 200", "request_2 200"]);
    expect(listed("org_south").map(({ id, status }) => `${id} ${status}`)).toEqual(["request_1 404", "request_2 404"]);
    const owners = server.journal.entries().map(({ organizationId }) => organizationId);
    expect(owners).toEqual(["org_north", "org_south", null, null, "org_south", "org_north"]);
  });
});
