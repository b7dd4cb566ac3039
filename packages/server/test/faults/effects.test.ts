import { setTimeout as pass } from "node:timers/promises";
import type { Fault, PlannedFault, ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { intercept } from "../intercept.ts";
import { openServerListener } from "../node/open-listener.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { waitUntil } from "../wait-until.ts";
import { archive, getIndex, isArchived, paths } from "./calls.ts";
import { settledState } from "./timers.ts";

interface Transport {
  readonly baseUrl: string;
  readonly fetch: ReferenceServer["fetch"];
  readonly plan: (fault: Fault) => PlannedFault | Promise<PlannedFault>;
}

/** The ways to plan a fault and to send the request that it applies to. */
const transports: Readonly<Record<string, (server: ReferenceServer) => Transport | Promise<Transport>>> = {
  "server.fetch": (server) => ({ ...server, plan: (fault) => server.faults.add(fault) }),
  msw(server) {
    intercept(server);
    return { baseUrl: server.baseUrl, fetch, plan: (fault) => server.faults.add(fault) };
  },
  async HTTP(server) {
    const { url } = await openServerListener({}, server);
    return { baseUrl: url, fetch, plan: (fault) => server.faults.add(fault) };
  },
  async connect(server) {
    const { url } = await openServerListener({}, { ...server, fetch: withControl(server) });
    const { faults } = await connect(url);
    return { baseUrl: url, fetch, plan: (fault) => faults.add(fault) };
  },
};

/** The text of the response without a fault. */
const whole = await (await archive(openServer())).text();
const half = whole.slice(0, Math.floor(whole.length / 2));
const json = { "content-type": "application/json; charset=utf-8" };
const html = { "content-type": "text/html; charset=utf-8" };
const text = { "content-type": "text/plain; charset=utf-8" };

const errorBody = (status: number, error: string) =>
  JSON.stringify({
    statusCode: status,
    timestamp: frozenTime,
    path: paths.archive,
    message: error,
    body: { statusCode: status, message: error, error },
  });
const page = (title: string) =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`;

type Row = readonly [fault: Fault, status: number, headers: Readonly<Record<string, string>>, body: string];

// biome-ignore format: one row a line
const optional: readonly Row[] = [
  [{ kind: "latency", latency: 15 }, 201, json, whole],
  [{ kind: "status", status: 503, retryAfter: 7 }, 503, { ...json, "retry-after": "7" }, errorBody(503, "Service Unavailable")],
  [{ kind: "status", status: 400, retryAfter: "Wed, 01 Jul 2026 12:00:05 GMT" }, 400, { ...json, "retry-after": "Wed, 01 Jul 2026 12:00:05 GMT" }, errorBody(400, "Bad Request")],
  [{ kind: "status", status: 418 }, 418, json, errorBody(418, "Client Error")],
  [{ kind: "status", status: 599 }, 599, json, errorBody(599, "Server Error")],
  [{ kind: "gateway_html" }, 502, html, page("502 Bad Gateway")],
  [{ kind: "gateway_html", status: 504 }, 504, html, page("504 Gateway Timeout")],
  [{ kind: "response", status: 200 }, 200, {}, ""],
  [{ kind: "response", status: 200, body: "brøwn 🌊" }, 200, text, "brøwn 🌊"],
  [{ kind: "response", status: 200, body: [{ tide: null }], headers: { "X-Tide": "é", "Content-Type": "a/b" } }, 200, { "content-type": "a/b", "x-tide": "é" }, '[{"tide":null}]'],
  [{ kind: "response", status: 599, body: null }, 599, json, "null"],
  [{ kind: "response", status: 204, headers: { etag: "x" } }, 204, { etag: "x" }, ""],
  [{ kind: "response", status: 205 }, 205, {}, ""],
  [{ kind: "response", status: 304 }, 304, {}, ""],
  [{ kind: "response", status: 302, headers: { location: "/v1/moon" }, body: "moved" }, 302, { ...text, location: "/v1/moon" }, "moved"],
];
// biome-ignore format: one row a line
const executing: readonly Row[] = [
  [{ kind: "truncated_json" }, 201, json, half],
  [{ kind: "response", merge: null }, 201, json, "null"],
  [{ kind: "response", merge: ["🌊"], status: 200, headers: { etag: "x" } }, 200, { ...json, etag: "x" }, '["🌊"]'],
];

/** Each fault with the option `afterCommit`, without it, and whether the operation is executed. */
const rows = [
  ...optional.flatMap(([fault, ...expected]) =>
    [undefined, false, true].map((afterCommit) => ({ fault: { ...fault, afterCommit } as Fault, expected })),
  ),
  ...executing.map(([fault, ...expected]) => ({ fault, expected })),
];

function isExecuted(fault: Fault): boolean {
  const always = ["latency", "truncated_json", "stalled_body"].includes(fault.kind) || "merge" in fault;
  return always || ("afterCommit" in fault && fault.afterCommit === true);
}

/** Headers of the connection, which each transport has or has not. */
const ofConnection = /^(connection|keep-alive|date|content-length|transfer-encoding)$/;

describe.each(Object.entries(transports))("through %s", (_, reach) => {
  it.each(rows)("the response is that of $fault", async ({ fault, expected: [status, headers, body] }) => {
    const server = openServer();
    const transport = await reach(server);
    const planned = await transport.plan(fault);
    expect(planned).toMatchObject({ ...JSON.parse(JSON.stringify(fault)), id: "fault_1", uses: 0 });
    const started = performance.now();
    const response = await archive(transport, { redirect: "manual" });
    if (fault.kind === "latency") expect(performance.now() - started).toBeGreaterThan(fault.latency - 1);
    const received = Array.from(response.headers).filter(([name]) => !ofConnection.test(name));
    expect([response.status, Object.fromEntries(received)]).toEqual([status, headers]);
    expect(await response.text()).toBe(body);
    expect(isArchived(server)).toBe(isExecuted(fault));
    const late = { reason: "success", fault: null, latency: 15 };
    const recorded = fault.kind === "latency" ? late : { reason: "fault", fault: fault.kind, latency: 0 };
    expect(server.journal.entries()).toMatchObject([
      { status, responseBody: body, committed: isExecuted(fault), ...recorded },
    ]);
    expect(server.faults.list()).toEqual([]);
    expect((await getIndex(transport)).status).toBe(200);
  });

  it.each([false, true])("a connection that is reset rejects, afterCommit: %s", async (afterCommit) => {
    const server = openServer();
    const transport = await reach(server);
    await transport.plan({ kind: "connection_reset", afterCommit });
    let error: unknown = await archive(transport).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    while (Object(error).cause !== undefined) error = Object(error).cause;
    expect(error).toHaveProperty("code", "ECONNRESET");
    expect(isArchived(server)).toBe(afterCommit);
    const lost = { status: null, responseHeaders: null, responseBody: null };
    expect(server.journal.entries()).toMatchObject([{ ...lost, reason: "fault", committed: afterCommit }]);
  });

  it.each([false, true])("a hang ends when the caller aborts, afterCommit: %s", async (afterCommit) => {
    const server = openServer();
    const transport = await reach(server);
    await transport.plan({ kind: "hang", afterCommit });
    const controller = new AbortController();
    const response = archive(transport, { signal: controller.signal });
    await waitUntil(() => server.journal.entries().length > 0);
    expect(await settledState(response)).toBe("waiting");
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(isArchived(server)).toBe(afterCommit);
    expect(server.journal.entries()).toMatchObject([
      { status: null, responseBody: null, reason: "fault", fault: "hang", committed: afterCommit },
    ]);
  });

  it("half of a stalled body arrives, and the rest never does", async () => {
    const server = openServer();
    const transport = await reach(server);
    await transport.plan({ kind: "stalled_body" });
    const controller = new AbortController();
    const response = await archive(transport, { signal: controller.signal });
    expect([response.status, response.headers.get("content-length")]).toEqual([201, String(whole.length)]);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(half);
    const rest = reader?.read() ?? Promise.reject(new Error("The response has no body"));
    expect(await settledState(rest)).toBe("waiting");
    controller.abort("enough");
    await expect(rest).rejects.toBe("enough");
    expect(isArchived(server)).toBe(true);
    expect(server.journal.entries()).toMatchObject([{ status: 201, responseBody: half, reason: "fault" }]);
    // The simulated connection of msw closes a little later.
    await pass(50);
    expect((await getIndex(transport)).status).toBe(200);
  });

  it("a latency ends when the caller aborts, and nothing is executed", async () => {
    const server = openServer();
    const transport = await reach(server);
    await transport.plan({ kind: "latency", latency: 120_000 });
    const controller = new AbortController();
    const response = archive(transport, { signal: controller.signal });
    await waitUntil(() => server.faults.list().length === 0);
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    await waitUntil(() => server.journal.entries().length > 0);
    expect(isArchived(server)).toBe(false);
    expect(server.journal.entries()).toMatchObject([{ status: null, reason: "abandoned", latency: 120_000 }]);
  });
});
