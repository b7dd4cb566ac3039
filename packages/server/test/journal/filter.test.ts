import { ControlError, type JournalFilter, type ReferenceServer } from "@knowledge-base/server";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { archive, call, getIndex, paths } from "../faults/calls.ts";
import { settledState } from "../faults/timers.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

/** A server whose journal has an entry of every kind, with different paths. */
async function openUsed(): Promise<ReferenceServer> {
  const server = openServer();
  await getIndex(server);
  await archive(server);
  await call(server, "/nowhere");
  await send(server, `GET ${paths.index}`, { key: null });
  await call(server, `${paths.index}?limit=0`);
  await call(server, "/v1/brains/brain_unknown/index");
  server.faults.add({ kind: "status", status: 404 });
  await archive(server);
  server.faults.add({ kind: "hang" });
  await settledState(getIndex(server));
  return server;
}

const total = 8;

describe("a filter of the journal", () => {
  it.each<{ filter: JournalFilter; expected: readonly number[] }>([
    { filter: {}, expected: [0, 1, 2, 3, 4, 5, 6, 7] },
    { filter: { operation: undefined, reason: undefined, status: undefined }, expected: [0, 1, 2, 3, 4, 5, 6, 7] },
    { filter: { operation: "promptIndex.get" }, expected: [0, 3, 4, 5, 7] },
    { filter: { operation: "pages.archive" }, expected: [1, 6] },
    { filter: { operation: "oauth.start" }, expected: [] },
    { filter: { reason: "success" }, expected: [0, 1] },
    { filter: { reason: "route" }, expected: [2] },
    { filter: { reason: "auth" }, expected: [3] },
    { filter: { reason: "validation" }, expected: [4] },
    { filter: { reason: "rule" }, expected: [5] },
    { filter: { reason: "fault" }, expected: [6, 7] },
    { filter: { reason: "abandoned" }, expected: [] },
    { filter: { reason: "failure" }, expected: [] },
    { filter: { status: 404 }, expected: [2, 5, 6] },
    { filter: { status: 200 }, expected: [0] },
    { filter: { status: 0 }, expected: [] },
    { filter: { operation: "promptIndex.get", status: 404 }, expected: [5] },
    { filter: { operation: "pages.archive", reason: "fault", status: 404 }, expected: [6] },
    { filter: { operation: "pages.archive", reason: "rule" }, expected: [] },
    { filter: { path: paths.archive }, expected: [1, 6] },
    { filter: { path: "/nowhere" }, expected: [2] },
    { filter: { path: paths.index, status: 200 }, expected: [0] },
    { filter: { path: `${paths.index}?limit=0` }, expected: [] },
    { filter: { path: "" }, expected: [] },
    { filter: { input: {} }, expected: [0, 1, 2, 3, 4, 5, 6, 7] },
    { filter: { input: { brainId: "brain_tides" } }, expected: [0, 1, 3, 4, 6, 7] },
    { filter: { input: { brainId: "brain_tides", slug: "spring-tide" } }, expected: [1, 6] },
    { filter: { input: { brainId: "brain_tides", slug: undefined } }, expected: [0, 1, 3, 4, 6, 7] },
    { filter: { input: { slug: "spring" } }, expected: [] },
    { filter: { input: { slug: ["spring-tide"] } }, expected: [] },
    { filter: { input: { brainId: "brain_tides" }, last: 2 }, expected: [6, 7] },
    { filter: { last: 3 }, expected: [5, 6, 7] },
    { filter: { status: 404, last: 2 }, expected: [5, 6] },
    { filter: { last: 99 }, expected: [0, 1, 2, 3, 4, 5, 6, 7] },
  ])("contains the matching entries: $filter", async ({ filter, expected }) => {
    const server = await openUsed();
    const all = server.journal.entries();
    expect(all).toHaveLength(total);
    expect(server.journal.entries(filter)).toStrictEqual(expected.map((index) => all[index]));
    const { journal } = server.organization("org_north");
    const { last = total } = filter;
    const own = server.journal
      .entries({ ...filter, last: total })
      .filter(({ organizationId }) => organizationId !== null);
    // Each journal has ids of its own.
    const withoutIds = journal.entries(filter).map(({ id: _, ...entry }) => entry);
    expect(withoutIds).toStrictEqual(own.slice(-last).map(({ id: _, ...entry }) => entry));
  });

  const allFields = "brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges, slug, installationId, limit";
  const reasons = "success, route, auth, validation, rule, fault, abandoned, failure";
  it.each<{ filter: unknown; path: string; message: string }>([
    {
      filter: { operation: "index" },
      path: "operation",
      message: `must be one of ${Object.keys(contract).join(", ")}`,
    },
    { filter: { operation: null }, path: "operation", message: `must be one of ${Object.keys(contract).join(", ")}` },
    { filter: { reason: "ok" }, path: "reason", message: `must be one of ${reasons}` },
    { filter: { status: "404" }, path: "status", message: "must be a number, not a string" },
    { filter: { status: 404.5 }, path: "status", message: "must be a whole number, not 404.5" },
    { filter: { status: null }, path: "status", message: "must be a number, not null" },
    { filter: { path: 5 }, path: "path", message: "must be a string, not 5" },
    { filter: { input: "spring-tide" }, path: "input", message: "must be an object" },
    {
      filter: { input: JSON.parse('{ "__proto__": "x" }') },
      path: "input.__proto__",
      message:
        "is not a field of any operation; the fields are brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges, slug, installationId, limit",
    },
    {
      filter: { query: "" },
      path: "",
      message: "has unknown fields: query; the fields are operation, path, input, reason, status, last",
    },
    {
      filter: { operation: "pages.archive", input: { slgu: "spring-tide" } },
      path: "input.slgu",
      message: "is not a field of pages.archive; did you mean slug?",
    },
    {
      filter: { operation: "pages.archive", input: { limit: 5 } },
      path: "input.limit",
      message: "is not a field of pages.archive; the fields are brainId, slug",
    },
    {
      filter: { input: { toString: "x" } },
      path: "input.toString",
      message: `is not a field of any operation; the fields are ${allFields}`,
    },
    { filter: "fault", path: "", message: "must be an object, not a string" },
  ])("is rejected if it is invalid: $filter", async ({ filter, path, message }) => {
    const { journal } = openServer();
    expect(() => journal.entries(filter as JournalFilter)).toThrow(ControlError);
    expect(() => journal.entries(filter as JournalFilter)).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        message: `Failed to read the journal: ${path === "" ? "the input" : path} ${message}${message.endsWith("?") ? "" : "."}`,
        problems: [{ path, message }],
      }) as Error,
    );
  });
});
