import { ControlError } from "@knowledge-base/server";
import { type ConnectedServer, connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it, vi } from "vitest";
import type { Fetch } from "../../src/adapters/fetch.ts";
import { openServer } from "../open-server.ts";
import { captureResult } from "./capture-result.ts";
import { listen } from "./listen.ts";

const header = { "x-knowledge-base-control": "1" };
const start =
  "Start one with knowledge-base-server, or call listen({ ...server, fetch: withControl(server) }), and connect to its URL.";

/** All fields of the error that reports a missing control. */
function unreachable(url: string, cause: string) {
  const message = `Failed to reach the controls of a reference server at ${url}: ${cause}. ${start}`;
  const none = { problems: [], problemCount: 0 };
  return { thrown: { class: ControlError, name: "ControlError", code: "unreachable", ...none, message } };
}

/** Connects, and replaces the responses to all later requests. */
async function connectThen(fetch: () => Promise<Response>): Promise<ConnectedServer> {
  const server = openServer();
  const control = withControl(server);
  let isConnected = false;
  const connected = await connect(server.baseUrl, {
    fetch: (...request) => (isConnected ? fetch() : control(...request)),
  });
  isConnected = true;
  return connected;
}

const beginning = "the URL must begin with https:// or http://, such as http://127.0.0.1:4000";

describe("the URL of a connection", () => {
  it.each([
    ["https://knowledge-base.test", "https://knowledge-base.test"],
    ["https://knowledge-base.test/", "https://knowledge-base.test"],
    ["https://knowledge-base.test///", "https://knowledge-base.test"],
    ["HTTPS://Knowledge-Base.test:443", "https://knowledge-base.test"],
    ["https://knowledge-base.test/?moon=1#full", "https://knowledge-base.test"],
    ["https://knowledge-base.test/x/..", "https://knowledge-base.test"],
  ])("may be %s", async (url, baseUrl) => {
    const fetch = withControl(openServer());
    expect(await connect(url, { fetch })).toHaveProperty("baseUrl", baseUrl);
    expect(await connect(new URL(url), { fetch })).toHaveProperty("baseUrl", baseUrl);
  });

  it.each(["/deep", "/deep/down", "/d%20p"])("may have a path: %s", async (path) => {
    const server = openServer({ baseUrl: `https://knowledge-base.test${path}` });
    for (const slashes of ["", "/", "//"]) {
      const connected = await connect(server.baseUrl + slashes, { fetch: withControl(server) });
      expect(connected.baseUrl).toBe(server.baseUrl);
      expect(await connected.clock.now()).toBe(server.clock.now());
    }
  });

  it.each([
    ["", beginning],
    ["/deep", beginning],
    ["127.0.0.1:4000", beginning],
    ["localhost:4000", beginning],
    ["ws://127.0.0.1:4000", beginning],
    [
      "http://moon:secret@127.0.0.1:4000",
      "the URL must not contain a user name or a password. Send them with your own fetch function",
    ],
    [
      "http://moon@127.0.0.1:4000",
      "the URL must not contain a user name or a password. Send them with your own fetch function",
    ],
    [
      "http://:secret@127.0.0.1:4000",
      "the URL must not contain a user name or a password. Send them with your own fetch function",
    ],
  ])("is rejected if it is not a possible base URL: %s", async (url, cause) => {
    const fetch = vi.fn(withControl(openServer()));
    await expect(connect(url, { fetch })).rejects.toThrow(new TypeError(`Failed to connect: ${cause}.`));
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("the id of an organization", () => {
  it.each(["org moon & co", "a/b?c=d#e%20+", "Ö 🌙", "__proto__", "'\"<>"])("may be any text: %s", async (id) => {
    const server = openServer();
    server.control.organizations.create({ id, name: "Moon" });
    await using socket = await listen(withControl(server));
    const connected = await connect(socket.url);
    const brain = await connected.organization(id).control.brains.create();
    expect(brain.organizationId).toBe(id);
    expect(await connected.organization(id).snapshot()).toStrictEqual(server.organization(id).snapshot());
  });
});

describe("a connection", () => {
  it("reads the global fetch at each call", async () => {
    const server = openServer();
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(withControl(server));
    const connected = await connect(server.baseUrl);
    spy.mockRestore();
    const other = vi.spyOn(globalThis, "fetch").mockImplementation(withControl(server));
    await connected.control.brains.create();
    expect(other.mock.calls.map(([url, init]) => [url, init?.method, init?.body, init?.redirect])).toEqual([
      [`${server.baseUrl}/_control/brains/create`, "POST", "{}", "manual"],
    ]);
  });

  it("has methods that need no this", async () => {
    const server = openServer();
    const { control, clock, organization } = await connect(server.baseUrl, { fetch: withControl(server) });
    const { create } = control.brains;
    const { now } = clock;
    expect(await now()).toBe(server.clock.now());
    expect(await create()).toHaveProperty("organizationId", "org_north");
    expect(organization("org_south").id).toBe("org_south");
  });
});

describe("a missing server", () => {
  it("is unreachable when connecting, and at each call afterwards", async () => {
    const socket = await listen(withControl(openServer()));
    const connected = await connect(socket.url);
    await socket[Symbol.asyncDispose]();
    const result = unreachable(socket.url, "ECONNREFUSED");
    expect(await captureResult(() => connect(socket.url))).toStrictEqual(result);
    expect(await captureResult(() => connected.clock.now())).toStrictEqual(result);
    expect(await captureResult(() => connected.snapshot())).toStrictEqual(result);
  });

  it.each([
    [new TypeError("fetch failed"), "fetch failed"],
    [new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } }), "ENOTFOUND"],
    [new TypeError("fetch failed", { cause: new Error("no code") }), "fetch failed"],
    ["no", "no"],
    [null, "null"],
    [undefined, "undefined"],
  ])("is unreachable for any rejection of fetch: %s", async (error, cause) => {
    const rejecting = () => Promise.reject(error);
    const throwing = () => {
      throw error;
    };
    for (const fetch of [rejecting, throwing]) {
      expect(await captureResult(() => connect("http://127.0.0.1:4000", { fetch }))).toStrictEqual(
        unreachable("http://127.0.0.1:4000", cause),
      );
    }
  });

  it("is unreachable if another server responds, whose body is not awaited", async () => {
    const cancel = vi.fn();
    const responses = [
      [new Response("<h1>Hello</h1>", { headers: { "content-type": "text/html" } }), 200],
      [new Response(new ReadableStream({ cancel }), { status: 404 }), 404],
      [Response.json({ apiKey: "key", randomSeed: "seed" }), 200],
      [new Response(null, { status: 204 }), 204],
      [Response.redirect("http://127.0.0.1:4001/_control/server/describe", 307), 307],
      [Response.json({ error: { code: "conflict", message: "no", problems: [] } }, { status: 502 }), 502],
    ] as const;
    for (const [response, status] of responses) {
      const connecting = () => connect("http://127.0.0.1:4000", { fetch: () => Promise.resolve(response) });
      expect(await captureResult(connecting)).toStrictEqual(
        unreachable("http://127.0.0.1:4000", `the server there has no controls (${status})`),
      );
    }
    expect(cancel).toHaveBeenCalledOnce();
  });

  it.each([301, 302, 303, 307, 308])("is not looked for at the target of a redirect: %i", async (status) => {
    const server = openServer();
    await using target = await listen(withControl(server));
    const location = `${target.url}/_control/server/describe`;
    await using socket = await listen(() => Promise.resolve(new Response(null, { status, headers: { location } })));
    expect(await captureResult(() => connect(socket.url))).toStrictEqual(
      unreachable(socket.url, `the server there has no controls (${status})`),
    );
  });

  it.each([
    { what: "HTML", body: "<h1>Hello</h1>", status: 200 },
    { what: "nothing", body: "", status: 200 },
    { what: "half of it", body: '{"id":"brain', status: 200 },
    { what: "no error", body: "{}", status: 400 },
    { what: "null", body: "null", status: 400 },
    { what: "an error that is a text", body: '{"error":"conflict"}', status: 409 },
    { what: "an error without problems", body: '{"error":{"code":"conflict","message":"no"}}', status: 409 },
    { what: "an error without a message", body: '{"error":{"code":"conflict","problems":[]}}', status: 409 },
    { what: "an error without a code", body: '{"error":{"message":"no","problems":[]}}', status: 409 },
  ])("is unreachable if the response is $what", async ({ body, status }) => {
    const connected = await connectThen(() => Promise.resolve(new Response(body, { status, headers: header })));
    expect(await captureResult(() => connected.control.brains.create())).toStrictEqual(
      unreachable("https://knowledge-base.test", `its response with status ${status} cannot be read`),
    );
  });

  it("is unreachable if the response is interrupted", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
    const connected = await connectThen(() => Promise.resolve(new Response(body, { headers: header })));
    expect(await captureResult(() => connected.control.brains.create())).toStrictEqual(
      unreachable("https://knowledge-base.test", "terminated"),
    );
  });

  it.each([
    ["forbidden", "cannot call controls"],
    ["no_such_control", "there is no control"],
    ["wrong_method", "called with POST"],
  ])("is unreachable if its error is %s, and shows the reason", async (code, message) => {
    const connected = await connectThen(() =>
      Promise.resolve(Response.json({ error: { code, message, problems: [] } }, { status: 400, headers: header })),
    );
    expect(await captureResult(() => connected.control.brains.create())).toMatchObject({
      thrown: { class: ControlError, code: "unreachable", message },
    });
  });

  it("passes on an unknown code", async () => {
    const error = { code: "eclipse", message: "The moon is in the way.", problems: [{ path: "moon", message: "is" }] };
    const connected = await connectThen(() =>
      Promise.resolve(Response.json({ error }, { status: 418, headers: header })),
    );
    expect(await captureResult(() => connected.clock.now())).toMatchObject({
      thrown: { class: ControlError, ...error },
    });
  });

  it("throws a plain error if a given function fails", async () => {
    let stopped = false;
    const now = () => {
      if (stopped) throw new Error("The clock stopped");
      return 0;
    };
    const server = openServer({ clock: { now } });
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    stopped = true;
    const message =
      "Failed to execute a control: The clock stopped. The server itself, or a function passed to it, has failed.";
    expect(await captureResult(() => connected.clock.now())).toStrictEqual({ thrown: { class: Error, message } });
  });

  it("shows no key", async () => {
    const connected = await connectThen(() => Promise.reject(new TypeError("fetch failed")));
    const result = await captureResult(() => connected.control.apiKeys.create({ apiKey: "key_secret" }));
    expect(JSON.stringify(result)).not.toContain("key_");
  });
});

describe("a server that does not respond", () => {
  it("is unreachable after a timeout", async () => {
    await using hanging = await listen(() => new Promise(() => {}));
    expect(await captureResult(() => connect(hanging.url, { timeout: 20 }))).toStrictEqual(
      unreachable(hanging.url, "no response came within 20 ms"),
    );
  });

  it("is unreachable after a timeout in the middle of a response", async () => {
    const fetch: Fetch = (_, init) => {
      const start = (controller: ReadableStreamDefaultController) =>
        init?.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
      return Promise.resolve(new Response(new ReadableStream({ start }), { headers: header }));
    };
    expect(await captureResult(() => connect("http://127.0.0.1:4000", { fetch, timeout: 20 }))).toStrictEqual(
      unreachable("http://127.0.0.1:4000", "no response came within 20 ms"),
    );
  });

  it("accepts any positive time", async () => {
    const server = openServer();
    const timers = vi.spyOn(AbortSignal, "timeout");
    for (const timeout of [undefined, 0.5, 3e9, Number.POSITIVE_INFINITY]) {
      await connect(server.baseUrl, { fetch: withControl(server), timeout });
    }
    expect(timers.mock.calls.flat()).toEqual([10_000, 1, 2_147_483_647, 2_147_483_647]);
  });
});
