import type { JournalEntry, ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { archive, call, getIndex, paths } from "../faults/calls.ts";
import { settledState } from "../faults/timers.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { requests } from "../requests.ts";
import { send } from "../send.ts";

type Recorded =
  | "id"
  | "duration"
  | "query"
  | "headers"
  | "requestBody"
  | "responseHeaders"
  | "responseBody"
  | "truncatedFields";
type Decision = Omit<JournalEntry, Recorded>;

/** The entries of a journal without what was sent and received. */
function decisionsOf({ journal }: ReferenceServer): Decision[] {
  return journal
    .entries()
    .map(
      ({ id, duration, query, headers, requestBody, responseHeaders, responseBody, truncatedFields, ...decision }) =>
        decision,
    );
}

/** The decision about a successful request for the index, with the changes of a test. */
function entry(changes: Partial<Decision> = {}): Decision {
  return {
    at: frozenTime,
    organizationId: "org_north",
    method: "GET",
    path: paths.index,
    operation: "promptIndex.get",
    input: { brainId: "brain_tides" },
    ignoredFields: [],
    status: 200,
    reason: "success",
    message: null,
    fault: null,
    latency: 0,
    committed: true,
    ...changes,
  };
}

const archiving = { method: "POST", path: paths.archive, operation: "pages.archive" } as const;
const archived = { ...archiving, input: { brainId: "brain_tides", slug: "spring-tide" } } as const;
const notCarriedOut = { committed: false, input: null } as const;

describe("the journal", () => {
  it("is empty at first", () => {
    const server = openServer();
    expect(server.journal.entries()).toEqual([]);
    expect(server.organization("org_north").journal.entries()).toEqual([]);
  });

  it("records a success", async () => {
    const server = openServer();
    await getIndex(server);
    expect(decisionsOf(server)).toStrictEqual([entry()]);
  });

  const inputs: Readonly<Record<string, object>> = {
    "bindings.update": { brainId: "brain_tides", bindingId: "binding_deck" },
    "bindings.unbind": { brainId: "brain_tides", bindingId: "binding_deck" },
    "channels.list": { brainId: "brain_tides", installationId: "installation_north" },
    "oauth.start": { brainId: "brain_tides" },
    "pages.archive": { brainId: "brain_tides", slug: "spring-tide" },
    "promptIndex.get": { brainId: "brain_tides", limit: 5 },
  };
  it.each(requests())("records a success of $id", async ({ id, method, path, query, sending, success }) => {
    const server = openServer();
    await send(server, `${method} ${path}${query}`, sending);
    const expected = { method, path, operation: id, status: success, input: { ...inputs[id] } };
    expect(decisionsOf(server)).toStrictEqual([entry(expected)]);
  });

  it("records a route that does not exist", async () => {
    const server = openServer();
    await call(server, "/v1/nothing?x=1");
    const message = "Cannot GET /v1/nothing";
    const expected = { path: "/v1/nothing", operation: null, status: 404, reason: "route", message } as const;
    expect(decisionsOf(server)).toStrictEqual([entry({ ...expected, ...notCarriedOut })]);
  });

  it.each([
    { key: null, message: "Missing x-api-key header" },
    { key: "key_of_nobody", message: "Invalid x-api-key" },
    { key: "", message: "Invalid x-api-key" },
  ])("records a key that is rejected: $message", async ({ key, message }) => {
    const server = openServer();
    await send(server, `GET ${paths.index}`, { key });
    const expected = { organizationId: null, status: 401, reason: "auth", message } as const;
    expect(decisionsOf(server)).toStrictEqual([entry({ ...expected, ...notCarriedOut })]);
  });

  it("records a route that does not exist, also without a key", async () => {
    const server = openServer();
    await send(server, "GET /", { key: null });
    expect(server.journal.entries()).toMatchObject([{ organizationId: null, reason: "route", status: 404 }]);
  });

  it("records an input that is not valid", async () => {
    const server = openServer();
    await call(server, `${paths.index}?limit=501`);
    const message = "limit must be from 1 to 500";
    const expected = { status: 400, reason: "validation", message } as const;
    expect(decisionsOf(server)).toStrictEqual([entry({ ...expected, ...notCarriedOut })]);
  });

  it("records a body that is too large", async () => {
    const server = openServer();
    await send(server, `PATCH ${paths.binding}`, { text: `"${"x".repeat(102_400)}"` });
    const message = "Body exceeds 102400 bytes";
    expect(server.journal.entries()).toMatchObject([{ status: 413, reason: "validation", message, input: null }]);
  });

  it("records a request that a rule rejected", async () => {
    const server = openServer();
    await call(server, "/v1/brains/brain_south/index");
    expect(decisionsOf(server)).toStrictEqual([
      entry({
        path: "/v1/brains/brain_south/index",
        input: { brainId: "brain_south" },
        status: 404,
        reason: "rule",
        message: "Brain not found",
        committed: false,
      }),
    ]);
  });

  it.each([
    { fault: { kind: "status", status: 503 }, status: 503 },
    { fault: { kind: "gateway_html" }, status: 502 },
    { fault: { kind: "connection_reset" }, status: null },
    { fault: { kind: "hang" }, status: null },
  ] as const)("records a fault before the commit: $fault.kind", async ({ fault, status }) => {
    const server = openServer();
    server.faults.add(fault);
    await settledState(archive(server));
    const expected = { ...archived, status, reason: "fault", fault: fault.kind } as const;
    expect(server.journal.entries()).toMatchObject([entry({ ...expected, committed: false })]);
  });

  it.each([
    { fault: { kind: "status", status: 503, afterCommit: true }, status: 503 },
    { fault: { kind: "gateway_html", afterCommit: true }, status: 502 },
    { fault: { kind: "connection_reset", afterCommit: true }, status: null },
    { fault: { kind: "hang", afterCommit: true }, status: null },
    { fault: { kind: "stalled_body" }, status: 201 },
    { fault: { kind: "truncated_json" }, status: 201 },
  ] as const)("records a fault after the commit: $fault.kind", async ({ fault, status }) => {
    const server = openServer();
    server.faults.add(fault);
    await settledState(archive(server));
    const expected = { ...archived, status, reason: "fault", fault: fault.kind } as const;
    expect(server.journal.entries()).toMatchObject([entry(expected)]);
  });

  it("records a fault after the commit of a rejected request", async () => {
    const server = openServer();
    server.faults.add({ kind: "hang", afterCommit: true });
    await settledState(call(server, "/v1/brains/brain_south/index"));
    expect(server.journal.entries()).toMatchObject([
      {
        reason: "fault",
        status: null,
        committed: false,
        message: "Brain not found",
        input: { brainId: "brain_south" },
      },
    ]);
  });

  it("records the latency of a successful request", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 1 });
    server.faults.add({ kind: "latency", latency: 0.5, afterCommit: true });
    await getIndex(server);
    expect(decisionsOf(server)).toStrictEqual([entry({ latency: 1.5 })]);
  });

  it.each([
    { afterCommit: false, expected: { ...archived, committed: false } },
    { afterCommit: true, expected: archived },
  ])("records a caller that aborted, the commit done: $afterCommit", async ({ afterCommit, expected }) => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 60_000, afterCommit });
    const controller = new AbortController();
    const response = archive(server, { signal: controller.signal });
    expect(await settledState(response)).toBe("waiting");
    expect(server.journal.entries()).toEqual([]);
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    const abandoned = { ...expected, status: null, reason: "abandoned", latency: 60_000 } as const;
    expect(decisionsOf(server)).toStrictEqual([entry(abandoned)]);
  });

  it("records a caller that aborted in the same moment", async () => {
    const server = openServer();
    const controller = new AbortController();
    const response = archive(server, { signal: controller.signal });
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(decisionsOf(server)).toStrictEqual([entry({ ...archived, status: null, reason: "abandoned" })]);
  });

  it.each([false, true])(
    "records a caller that aborted before the response of a fault, the commit done: %s",
    async (afterCommit) => {
      const server = openServer();
      server.faults.add({ kind: "status", status: 503, afterCommit });
      server.faults.add({ kind: "latency", latency: 60_000, afterCommit: true });
      const controller = new AbortController();
      const response = archive(server, { signal: controller.signal });
      expect(await settledState(response)).toBe("waiting");
      controller.abort("enough");
      await expect(response).rejects.toBe("enough");
      expect(server.journal.entries()).toMatchObject([
        { reason: "abandoned", status: null, fault: "status", latency: 60_000, committed: afterCommit },
      ]);
    },
  );

  it("records nothing of a caller that aborted before anything was sent", async () => {
    const server = openServer();
    await expect(getIndex(server, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    expect(server.journal.entries()).toEqual([]);
  });

  it("records a failure of the server itself", async () => {
    let reads = 0;
    const now = () => {
      reads += 1;
      if (reads === 2) throw new Error("The clock stopped");
      return Date.parse(frozenTime);
    };
    const server = openServer({ clock: { now } });
    expect((await archive(server)).status).toBe(500);
    const expected = {
      ...archived,
      status: 500,
      reason: "failure",
      message: "The clock stopped",
      committed: false,
    } as const;
    expect(decisionsOf(server)).toStrictEqual([entry(expected)]);
  });

  it("keeps the path as it was sent", async () => {
    const server = openServer();
    const path = "/v1/brains/brain%5Ftides/pages/spring%2Dtide/archive";
    await call(server, path, { method: "POST" });
    expect(decisionsOf(server)).toStrictEqual([entry({ ...archived, path, status: 201 })]);
  });

  it("records when a request arrived", async () => {
    const server = openServer();
    server.organization("org_north").clock.set("2030-01-01T00:00:00Z");
    await getIndex(server);
    await send(server, `GET ${paths.index}`, { key: null });
    expect(server.journal.entries().map(({ at }) => at)).toEqual(["2030-01-01T00:00:00.000Z", frozenTime]);
  });
});
