import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { transports } from "../http-control/transports.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { openEvents } from "./read-events.ts";

const page = { brainId: "brain_tides", slug: "spring-tide" };

type Cause = (server: ReferenceServer) => unknown;

const causes: readonly (readonly [name: string, cause: Cause, expected: readonly (readonly [string, unknown])[]])[] = [
  [
    "a request",
    (server) => send(server, "GET /v1/brains/brain_tides/index?limit=2"),
    [["requests", [expect.objectContaining({ id: "request_1", path: "/v1/brains/brain_tides/index", status: 200 })]]],
  ],
  [
    "a changed page, and its notification",
    (server) => server.control.pages.edit({ ...page, title: "Highest tide" }),
    [
      ["deliveries", expect.arrayContaining([expect.objectContaining({ kind: "change", slugs: ["spring-tide"] })])],
      ["records", [{ action: "put", organizationId: "org_north", array: "pages", record: page }]],
    ],
  ],
  [
    "an API key, without naming it",
    (server) => server.control.apiKeys.create({ organizationId: "org_north", apiKey: "kb_secret_of_tests" }),
    [["records", [{ action: "put", organizationId: "org_north", array: "apiKeys" }]]],
  ],
  [
    "restored records",
    (server) => server.restore(server.snapshot()),
    [
      [
        "records",
        [
          { action: "clear", organizationId: "org_north" },
          { action: "clear", organizationId: "org_south" },
        ],
      ],
    ],
  ],
  [
    "an organization that is reset",
    (server) => server.organization("org_south").reset(),
    [["records", expect.arrayContaining([{ action: "clear", organizationId: "org_south" }])]],
  ],
  [
    "a planned fault",
    (server) => server.organization("org_north").faults.add({ kind: "status", status: 503 }),
    [["faults", [{ organizationId: "org_north", action: "planned", id: "fault_1", kind: "status", uses: 0 }]]],
  ],
  [
    "a used fault",
    async (server) => {
      server.faults.add({ kind: "status", status: 503 });
      await send(server, "GET /v1/brains/brain_tides/index");
    },
    [
      ["requests", [expect.objectContaining({ status: 503, fault: "status" })]],
      ["faults", [{ organizationId: null, action: "used", id: "fault_1", kind: "status", uses: 1 }]],
    ],
  ],
  ["removed faults", (server) => server.faults.clear(), [["faults", [{ organizationId: null, action: "cleared" }]]]],
  [
    "a frozen clock",
    (server) => server.clock.freeze(),
    [["clocks", [{ organizationId: null, at: frozenTime, frozen: true }]]],
  ],
  [
    "the clock of an organization",
    (server) => server.organization("org_north").clock.advance(1000),
    [["clocks", [{ organizationId: "org_north", at: "2026-07-01T12:00:01.000Z", frozen: false }]]],
  ],
  ["a cleared journal", (server) => server.journal.clear(), [["cleared", ["journal"]]]],
  ["cleared deliveries", (server) => server.deliveries.clear(), [["cleared", ["deliveries"]]]],
  ["a reset", (server) => server.reset(), [["reset", {}]]],
];

describe.each(transports)("a stream of events that arrives $way", ({ reach }) => {
  it.each(causes)("reports %s", async (_name, cause, expected) => {
    const server = openServer();
    await using reached = await reach(server);
    await using events = await openEvents(reached.fetch, reached.url);
    expect(await events.next()).toMatchObject({ name: "start", data: {} });
    await cause(server);
    for (const [name, data] of expected) expect(await events.next()).toMatchObject({ name, data });
  });

  it("has the headers of a stream that nobody may keep", async () => {
    await using reached = await reach(openServer());
    await using events = await openEvents(reached.fetch, reached.url);
    expect(events.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(events.response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a stream of events", () => {
  it("reports what follows a reset", async () => {
    const server = openServer();
    await using events = await openEvents(withControl(server), server.baseUrl);
    await events.next();
    server.reset();
    expect(await events.next()).toMatchObject({ name: "reset" });
    server.control.pages.pin(page);
    await send(server, "GET /v1/brains/brain_tides/index");
    expect(await events.next()).toMatchObject({ name: "requests", data: [{ id: "request_1" }] });
    expect(await events.next()).toMatchObject({ name: "records", data: [{ record: page }] });
  });

  it("contains no key of a request, valid or not", async () => {
    const server = openServer();
    const key = "kb_secret_of_nobody";
    await using events = await openEvents(withControl(server), server.baseUrl);
    await events.next();
    await send(server, `GET /v1/brains/${key}/index?limit=${key}`, { key });
    await send(server, `GET /v1/brains/${server.apiKey}/index`, { key: null });
    const received = JSON.stringify(await events.next());
    expect(received).toContain("/v1/brains/[redacted]/index");
    expect(received).not.toContain(key);
  });

  it("changes neither the server nor its onChange", async () => {
    const changes: unknown[] = [];
    const server = openServer({ onChange: (change) => void changes.push(change) });
    const fetch = withControl(server);
    {
      await using events = await openEvents(fetch, server.baseUrl);
      await events.next();
      server.control.pages.pin(page);
    }
    server.control.pages.unpin(page);
    expect(changes).toHaveLength(2);
  });

  it.each([
    ["POST", 405, "wrong_method"],
    ["DELETE", 405, "wrong_method"],
  ])("is not opened with %s", async (method, status, code) => {
    const server = openServer();
    const response = await withControl(server)(`${server.baseUrl}/_control/events`, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty("error.code", code);
  });

  it("is not opened with a parameter", async () => {
    const server = openServer();
    const response = await withControl(server)(`${server.baseUrl}/_control/events?organization=org_north`);
    expect(response.status).toBe(400);
  });

  it("needs the token of the controls", async () => {
    const server = openServer();
    const fetch = withControl(server, { token: "control-token" });
    expect((await fetch(`${server.baseUrl}/_control/events`)).status).toBe(401);
  });

  it("is opened at most 100 times", async () => {
    const server = openServer();
    const fetch = withControl(server);
    await using streams = new AsyncDisposableStack();
    for (let count = 0; count < 100; count += 1) streams.use(await openEvents(fetch, server.baseUrl));
    const response = await fetch(`${server.baseUrl}/_control/events`);
    expect(response.status).toBe(409);
    expect(await response.json()).toHaveProperty("error.code", "conflict");
  });
});
