import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openServer } from "./open-server.ts";
import { send } from "./send.ts";

const index = "GET /v1/brains/brain_tides/index";
const page = { brainId: "brain_tides", slug: "spring-tide" };

/** Opens the events of a server. Returns a function that reads the next one, without comments; undefined at the end. */
async function openEvents(fetch: ReferenceServer["fetch"], baseUrl: string, init?: RequestInit) {
  const response = await fetch(`${baseUrl}/_control/events`, init);
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  onTestFinished(() => reader.cancel().catch(() => {}));
  const events: unknown[] = [];
  const next = async (): Promise<unknown> => {
    while (events.length === 0) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      for (const [, name, data = ""] of new TextDecoder().decode(value).matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)) {
        events.push(name === "start" ? name : JSON.parse(data));
      }
    }
    return events.shift();
  };
  return { response, reader, next };
}

const north = (...what: readonly string[]) => ({ organizationId: "org_north", what });
const south = (...what: readonly string[]) => ({ organizationId: "org_south", what });
const ofServer = (...what: readonly string[]) => ({ organizationId: null, what });

type Cause = (server: ReferenceServer) => unknown;
type Row = [what: string, cause: Cause, changed: readonly object[], requests?: readonly string[]];

// biome-ignore format: one row a line
const rows: Row[] = [
  ["a request, by its number in the journal of the server", (server) => send(server, index), [], ["request_1"]],
  ["a request without a valid key", (server) => send(server, index, { key: null }), [], ["request_1"]],
  ["a changed page, and its notification", (server) => server.control.pages.edit({ ...page, title: "Highest tide" }), [north("deliveries", "records"), ofServer("deliveries")]],
  ["an API key", (server) => server.control.apiKeys.create({ organizationId: "org_south" }), [south("records")]],
  ["restored records", (server) => server.restore(server.snapshot()), [north("records"), south("records")]],
  ["a planned fault", (server) => server.organization("org_north").faults.add({ kind: "hang" }), [north("faults")]],
  ["a planned fault of the server", (server) => server.faults.add({ kind: "hang" }), [ofServer("faults")]],
  ["a frozen clock", (server) => server.clock.freeze(), [ofServer("clock")]],
  ["the clock of an organization", (server) => server.organization("org_north").clock.advance(1000), [north("clock")]],
  ["cleared logs", ({ journal, deliveries }) => [journal.clear(), deliveries.clear()], [ofServer("journal", "deliveries")]],
];

it.each<Row>(rows)("a stream of events reports %s", async (_, cause, changed, requests = []) => {
  const server = openServer();
  const { response, next, reader } = await openEvents(withControl(server), server.baseUrl);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await next()).toBe("start");
  await cause(server);
  const event = (await next()) as { readonly changed: readonly object[] };
  expect(event).toStrictEqual({ changed: expect.arrayContaining([...changed]), requests });
  expect(event.changed).toHaveLength(changed.length);
  await reader.cancel();
});

describe("a stream of events", () => {
  /** Opens a stream of a server with timers of the test. */
  async function open(init?: RequestInit) {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const server = openServer();
    const events = await openEvents(withControl(server), server.baseUrl, init);
    return { ...events, server };
  }

  it("names no request of a journal that a reset has replaced", async () => {
    const { server, next } = await open();
    expect(await next()).toBe("start");
    await send(server, index);
    server.faults.add({ kind: "latency", latency: 20 });
    const pending = send(server, index);
    server.reset();
    await pending;
    await send(server, index);
    await vi.advanceTimersByTimeAsync(200);
    expect(await next()).toMatchObject({ requests: ["request_1"] });
  });

  it("collects changes for 200 ms, and sends a comment every 15 seconds", async () => {
    const { server, next, reader } = await open();
    expect(await next()).toBe("start");
    for (let count = 0; count < 3; count += 1) await send(server, index);
    server.faults.add({ kind: "status", status: 503 });
    await send(server, index);
    await vi.advanceTimersByTimeAsync(200);
    const requests = ["request_1", "request_2", "request_3", "request_4"];
    expect(await next()).toEqual({ changed: [ofServer("faults")], requests });
    await vi.advanceTimersByTimeAsync(14_800);
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(": heartbeat\n\n");
  });

  it("reports each part after a reset, and what follows it", async () => {
    const { server, next } = await open();
    await next();
    server.reset();
    await vi.advanceTimersByTimeAsync(200);
    const { changed } = (await next()) as { readonly changed: readonly object[] };
    expect(changed).toContainEqual(ofServer("records", "deliveries", "faults", "clock", "journal"));
    server.faults.add({ kind: "hang", operation: "oauth.start" });
    await vi.advanceTimersByTimeAsync(200);
    expect(await next()).toEqual({ changed: [ofServer("faults")], requests: [] });
    await send(server, index);
    await vi.advanceTimersByTimeAsync(200);
    expect(await next()).toEqual({ changed: [], requests: ["request_1"] });
  });

  it("tells a reader who is too slow to begin again", async () => {
    const { server, next } = await open();
    for (let count = 0; count < 40; count += 1) {
      server.clock.freeze();
      await vi.advanceTimersByTimeAsync(200);
    }
    for (let count = 0; count < 1001; count += 1) server.control.organizations.create();
    await vi.advanceTimersByTimeAsync(200);
    const events: unknown[] = [];
    for (let count = 0; count < 16; count += 1) events.push(await next());
    await vi.advanceTimersByTimeAsync(200);
    expect(events).toEqual(["start", ...Array(15).fill({ changed: [ofServer("clock")], requests: [] })]);
    expect(await next()).toBe("start");
  });

  it("ends when its reader cancels or aborts", async () => {
    const controller = new AbortController();
    const { server, reader } = await open();
    const fetch = withControl(server);
    const aborted = await openEvents(fetch, server.baseUrl, { signal: controller.signal });
    expect(vi.getTimerCount()).toBe(4);
    await reader.cancel();
    expect(vi.getTimerCount()).toBe(2);
    controller.abort("enough");
    expect(await aborted.next()).toBe("start");
    expect(await aborted.next().catch(() => undefined)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not opened for a caller that has aborted", async () => {
    await expect(open({ signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ["HEAD", "", 200],
    ["POST", "", 405],
    ["GET", "?organization=org_north", 400],
  ])("is not opened with %s %s", async (method, query, status) => {
    const server = openServer();
    const response = await withControl(server)(`${server.baseUrl}/_control/events${query}`, { method });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain("event: start");
  });
});
