import { ApiError, type ClientOptions, ConnectionError, ServerError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient, secretKey } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";
import { idle, ManualClock } from "./hostile/manual-clock.ts";
import { startHttp } from "./start-http.ts";

interface RecordedEvent {
  readonly name: string;
  readonly event: {
    readonly operation?: unknown;
    readonly callId?: unknown;
    readonly status?: unknown;
    readonly headers?: unknown;
    readonly requestId?: unknown;
  };
}

const hookNames = ["onRequest", "onResponse", "onRetry", "onError", "onDrift", "onSuccess"] as const;

/** Options with hooks that record every event. */
function recordEvents() {
  const events: RecordedEvent[] = [];
  const hooks: ClientOptions = Object.fromEntries(
    hookNames.map((name) => [name, (event: RecordedEvent["event"]) => events.push({ name, event })]),
  );
  const find = (name: (typeof hookNames)[number]) =>
    events.filter((recorded) => recorded.name === name).map(({ event }) => event);
  return { events, hooks: { ...hooks, logLevel: "off" as const }, find };
}

const entry = { slug: "a", title: "A", summary: "", pageType: "topic", pinned: false, status: "active" };
const responseHeaders = { "x-request-id": "r-1", "ratelimit-remaining": "7", "set-cookie": `session=${secretKey}` };

/** A fetch that fails once with 503, and then resolves with a drifting success. */
function unsteady(clock: ManualClock): typeof globalThis.fetch {
  const responses = [
    () => new Response(null, { status: 503, headers: { "x-request-id": "r-0" } }),
    () => Response.json([{ ...entry, status: "frozen" }], { headers: responseHeaders }),
  ];
  return async () => {
    clock.pass(40);
    return responses.shift()?.() ?? Response.error();
  };
}

describe("the events of a call", () => {
  it("have its id, a text, and its operation", async () => {
    const clock = new ManualClock();
    const { events, hooks } = recordEvents();
    await clock.drive(createClient(unsteady(clock), { clock, retries: 2, ...hooks }).promptIndex.get({ brainId: "b" }));
    await idle();
    expect(events.map(({ name }) => name).sort()).toEqual(
      ["onDrift", "onRequest", "onRequest", "onResponse", "onResponse", "onRetry", "onSuccess"].sort(),
    );
    expect(new Set(events.map(({ event }) => event.operation))).toEqual(new Set(["promptIndex.get"]));
    const ids = new Set(events.map(({ event }) => event.callId));
    expect(ids.size).toBe(1);
    expect([...ids][0]).toMatch(/^\S+$/);
  });

  it("have an id that no other call of the process has, not even of another client", async () => {
    const { hooks, find } = recordEvents();
    const fetch = async () => Response.json([]);
    const clients = [createClient(fetch, hooks), createClient(fetch, hooks), createClient(fetch).withOptions(hooks)];
    await Promise.all(clients.flatMap((kb) => Array.from({ length: 50 }, () => kb.promptIndex.get({ brainId: "b" }))));
    await idle();
    expect(new Set(find("onSuccess").map(({ callId }) => callId)).size).toBe(150);
  });

  it("have the id of a call that fails, even if nothing was sent", async () => {
    const { events, hooks, find } = recordEvents();
    const kb = createClient(async () => new Response("No", { status: 403 }), hooks);
    await kb.promptIndex.get({ brainId: "b" }).safe();
    await kb.promptIndex.get({ brainId: "" }).safe();
    await idle();
    const [failed, invalid] = find("onError");
    expect(events.filter(({ event }) => event.callId === failed?.callId).map(({ name }) => name)).toEqual([
      "onRequest",
      "onResponse",
      "onError",
    ]);
    expect(invalid?.callId).toMatch(/^\S+$/);
    expect(invalid?.callId).not.toBe(failed?.callId);
  });
});

describe("onSuccess", () => {
  it("is called once for a call that succeeds, with its attempts, duration, headers and request id", async () => {
    const clock = new ManualClock();
    const { hooks, find } = recordEvents();
    const call = createClient(unsteady(clock), { clock, random: () => 0.5, retries: 2, ...hooks }).promptIndex.get({
      brainId: "b",
    });
    const { attempts } = await clock.drive(call.withResponse());
    await call;
    await call.safe();
    await idle();
    expect(find("onSuccess")).toEqual([
      {
        operation: "promptIndex.get",
        callId: expect.any(String),
        status: 200,
        attempts,
        duration: 330,
        headers: expect.objectContaining({ "x-request-id": "r-1", "ratelimit-remaining": "7" }),
        requestId: "r-1",
      },
    ]);
    expect(find("onError")).toEqual([]);
  });

  it("is not called for a call that fails, whatever fails", async () => {
    const { hooks, find } = recordEvents();
    const fetches: (typeof globalThis.fetch)[] = [
      async () => new Response(null, { status: 404 }),
      async () => new Response("<h1>"),
      async () => Response.json({ not: "a list" }),
      () => Promise.reject(new TypeError("fetch failed")),
    ];
    for (const fetch of fetches) await createClient(fetch, hooks).promptIndex.get({ brainId: "b" }).safe();
    await createClient(async () => Response.json([]), hooks)
      .promptIndex.get({ brainId: "" })
      .safe();
    await idle();
    expect(find("onSuccess")).toEqual([]);
    expect(find("onError")).toHaveLength(5);
  });

  it("must be a function", () => {
    expect(() => createClient(fetch, { onSuccess: 5 as never })).toThrow("onSuccess must be a function (got 5).");
  });

  it("breaks nothing if it throws", async () => {
    const onSuccess = () => {
      throw new Error("the hook is broken");
    };
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    expect(
      await createClient(async () => Response.json([]), { onSuccess, logger }).promptIndex.get({ brainId: "b" }),
    ).toEqual([]);
  });
});

describe("onResponse", () => {
  it("has the headers and the request id of each response, without secrets", async () => {
    const clock = new ManualClock();
    const { hooks, find } = recordEvents();
    await clock.drive(createClient(unsteady(clock), { clock, retries: 2, ...hooks }).promptIndex.get({ brainId: "b" }));
    await idle();
    expect(find("onResponse").map(({ status, requestId }) => [status, requestId])).toEqual([
      [503, "r-0"],
      [200, "r-1"],
    ]);
    expect(find("onResponse")[1]?.headers).toMatchObject({ "ratelimit-remaining": "7" });
    expect(JSON.stringify(find("onResponse"))).not.toContain(secretKey);
    expect(JSON.stringify(find("onSuccess"))).not.toContain(secretKey);
  });
});

describe("onError", () => {
  it("has the duration of the call, delays included", async () => {
    const clock = new ManualClock();
    const { hooks, find } = recordEvents();
    const fetch = async () => {
      clock.pass(40);
      return new Response(null, { status: 503 });
    };
    const kb = createClient(fetch, { clock, random: () => 0.5, retries: 1, ...hooks });
    const error = await expectRejection(ServerError, clock.drive(kb.promptIndex.get({ brainId: "b" })));
    await idle();
    expect(find("onError")).toEqual([
      { operation: "promptIndex.get", callId: expect.any(String), error, duration: 330 },
    ]);
  });
});

describe("the request id of a response", () => {
  it.each([
    ["x-request-id", { "x-request-id": "one" }, "one"],
    ["request-id", { "request-id": "two" }, "two"],
    ["x-correlation-id", { "x-correlation-id": "three" }, "three"],
    ["the first of several", { "x-correlation-id": "three", "request-id": "two", "x-request-id": "one" }, "one"],
    ["none", { "x-trace": "four" }, undefined],
  ])("is that of %s, in errors and events", async (_, headers, requestId) => {
    const { hooks, find } = recordEvents();
    for (const status of [403, 404, 500, 307]) {
      const fetch = async () => new Response("No", { status, headers: headers as never });
      const result = await createClient(fetch, hooks).promptIndex.get({ brainId: "b" }).safe();
      expect(!result.ok && result.error.requestId).toBe(requestId);
    }
    await idle();
    expect(find("onResponse").map((event) => event.requestId)).toEqual(Array.from({ length: 4 }, () => requestId));
  });
});

describe("the headers of an error", () => {
  it("are those of the last response, as a plain object, without secrets", async () => {
    const headers = { ...responseHeaders, "retry-after": "7", "x-echo": `key=${secretKey}` };
    const fetch = async () => new Response("No", { status: 404, headers });
    const error = await expectRejection(ApiError, createClient(fetch).promptIndex.get({ brainId: "b" }));
    const shown = error.headers;
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
    expect(shown).toMatchObject({ "x-request-id": "r-1", "ratelimit-remaining": "7", "retry-after": "7" });
    expect(JSON.stringify(error)).not.toContain(secretKey);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ requestId: "r-1", headers: { "retry-after": "7" } });
  });

  it("are those of an invalid success, too", async () => {
    const fetch = async () => new Response("<h1>", { headers: responseHeaders });
    const result = await createClient(fetch).promptIndex.get({ brainId: "b" }).safe();
    expect(!result.ok && result.error).toMatchObject({ code: "response", requestId: "r-1" });
  });

  it("are undefined if there was no response", async () => {
    const call = createClient(() => Promise.reject(new TypeError("fetch failed"))).promptIndex.get({ brainId: "b" });
    expect(await expectRejection(ConnectionError, call)).toMatchObject({ headers: undefined, requestId: undefined });
  });
});

describe("the header user-agent", () => {
  /** Starts a server that records the header, and returns a client of it. */
  async function connectToServer(options: ClientOptions = {}) {
    const agents: (string | undefined)[] = [];
    const { connect } = await startHttp((request, response) => {
      agents.push(request.headers["user-agent"]);
      response.end("[]");
    });
    return { agents, kb: connect(options) };
  }

  it("names the client and its version", async () => {
    const { agents, kb } = await connectToServer();
    await kb.promptIndex.get({ brainId: "b" });
    expect(agents).toEqual([expect.stringMatching(/^knowledge-base-sdk\/\d+\.\d+\.\d+(-[\w.]+)?$/)]);
  });

  it("is replaced by one of the client, of a call, or none", async () => {
    const { agents, kb } = await connectToServer({ headers: { "User-Agent": "client/1" } });
    await kb.promptIndex.get({ brainId: "b" });
    await kb.promptIndex.get({ brainId: "b" }, { headers: { "user-agent": "call/2" } });
    expect(agents).toEqual(["client/1", "call/2"]);
    const described = kb.describe("promptIndex.get", { brainId: "b" }, { headers: { "user-agent": null } });
    expect(described.headers).not.toHaveProperty("user-agent");
    await kb.promptIndex.get({ brainId: "b" }, { headers: { "user-agent": null } });
    expect(agents[2] ?? "").not.toContain("knowledge-base-sdk");
  });
});
