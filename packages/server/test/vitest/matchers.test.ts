import { setImmediate } from "node:timers/promises";
import "@knowledge-base/server/vitest";
import { connect, withControl } from "@knowledge-base/server/control";
import { expect, it, onTestFinished, vi } from "vitest";
import { connectTo } from "../helpers/control-calls.ts";
import { openServer, send } from "../helpers/open-server.ts";

type Server = ReturnType<typeof openServer>;
type Assertion = Record<string, (...input: readonly unknown[]) => unknown>;

// Returns both assertions about a value, with methods that accept any input.
function assertions(value: unknown): readonly [is: Assertion, not: Assertion] {
  return [expect(value) as unknown as Assertion, expect(value).not as unknown as Assertion];
}

const brain = "/v1/brains/brain_tides";

// A server that received nine requests.
async function openUsed(): Promise<Server> {
  const server = openServer({ baseUrl: "https://kb.example/api" });
  await send(server, `GET ${brain}/index?limit=5`);
  await send(server, `PATCH ${brain}/messaging/bindings/binding_deck`, { json: { notifyBriefs: false } });
  await send(server, "GET /v1/brains/brain_ropes/index?limit=6");
  await send(server, `POST ${brain}/pages/a%20b%25/archive`, { key: "key_wrong" });
  await send(server, `PATCH ${brain}/messaging/bindings/binding_deck`, { json: { notifyChanges: "yes" } });
  server.faults.add({ kind: "response", status: 200, body: [], operation: "channels.list" });
  await send(server, `GET ${brain}/messaging/channels`);
  server.faults.add({ kind: "status", status: 503 });
  server.faults.add({ kind: "status", status: 503, afterCommit: true });
  for (let attempt = 1; attempt <= 3; attempt += 1) await send(server, `POST ${brain}/pages/spring-tide/archive`);
  return server;
}

const get = (input: object) => ({ operation: "promptIndex.get", input });

const passing: readonly { matcher: string; input: readonly unknown[] }[] = [
  { matcher: "toHaveReceived", input: ["promptIndex.get"] },
  { matcher: "toHaveReceived", input: ["bindings.update", { bindingId: "binding_deck", notifyBriefs: false }] },
  { matcher: "toHaveReceived", input: ["bindings.update", { notifyBriefs: false, notifyChanges: undefined }] },
  { matcher: "toHaveReceived", input: ["promptIndex.get", { brainId: expect.stringMatching(/^brain_/), limit: 5 }] },
  { matcher: "toHaveReceived", input: ["promptIndex.get", expect.objectContaining({ limit: 5 })] },
  // Whatever the response was: for a wrong key, an invalid input, a fault.
  { matcher: "toHaveReceived", input: ["pages.archive", { slug: "a b%" }] },
  { matcher: "toHaveReceived", input: ["bindings.update", { notifyChanges: "yes" }] },
  { matcher: "toHaveReceivedTimes", input: ["pages.archive", 3, { slug: "spring-tide" }] },
  { matcher: "toHaveReceivedTimes", input: ["pages.archive", 4] },
  { matcher: "toHaveReceivedTimes", input: ["oauth.start", 0] },
  { matcher: "toHaveSucceeded", input: ["pages.archive", { slug: "spring-tide" }] },
  { matcher: "toHaveSucceededTimes", input: ["pages.archive", 1] },
  { matcher: "toHaveReceivedInOrder", input: [["promptIndex.get", "pages.archive"]] },
  { matcher: "toHaveReceivedInOrder", input: [[get({ limit: 5 }), get({ limit: 6 }), { operation: "pages.archive" }]] },
  { matcher: "toHaveReceivedInOrder", input: [[get({ limit: expect.any(Number) }), "promptIndex.get"]] },
];

const failing: readonly { matcher: string; input: readonly unknown[] }[] = [
  { matcher: "toHaveReceived", input: ["oauth.start"] },
  { matcher: "toHaveReceived", input: ["bindings.update", { bindingId: "binding_deck", notifyBriefs: true }] },
  // All fields must be in the same request.
  { matcher: "toHaveReceived", input: ["promptIndex.get", { brainId: "brain_ropes", limit: 5 }] },
  { matcher: "toHaveReceived", input: ["promptIndex.get", { limit: undefined }] },
  { matcher: "toHaveReceivedTimes", input: ["pages.archive", 3] },
  { matcher: "toHaveSucceeded", input: ["pages.archive", { slug: "a b%" }] },
  { matcher: "toHaveSucceeded", input: ["bindings.update", { notifyChanges: "yes" }] },
  { matcher: "toHaveSucceeded", input: ["channels.list"] },
  { matcher: "toHaveReceivedInOrder", input: [["pages.archive", "promptIndex.get"]] },
  { matcher: "toHaveReceivedInOrder", input: [["promptIndex.get", "promptIndex.get", "promptIndex.get"]] },
];

it.each(passing)("a matcher such as $matcher($input) passes, and its negation fails", async ({ matcher, input }) => {
  const server = await openUsed();
  for (const value of [server, await connectTo(server)]) {
    const [is, not] = assertions(value);
    await is[matcher]?.(...input);
    await expect(async () => not[matcher]?.(...input)).rejects.toThrow(/^Failed to rule out /);
  }
});

it.each(failing)("a matcher such as $matcher($input) fails, and its negation passes", async ({ matcher, input }) => {
  const server = await openUsed();
  for (const value of [server, await connectTo(server)]) {
    const [is, not] = assertions(value);
    await not[matcher]?.(...input);
    await expect(async () => is[matcher]?.(...input)).rejects.toThrow(/^Failed to find /);
  }
});

it("a matcher searches only the requests of an organization", async () => {
  const server = await openUsed();
  expect(server.organization("org_north")).toHaveReceivedTimes("pages.archive", 3);
  expect(server.organization("org_south")).not.toHaveReceived("promptIndex.get");
  const { organization } = await connectTo(server);
  await expect(organization("org_north")).toHaveReceivedTimes("pages.archive", 3);
  await expect(organization("org_south")).not.toHaveReceived("promptIndex.get");
});

it("a matcher of a connected server that is gone rejects once, and leaves no other rejection", async () => {
  const onUnhandled = vi.fn();
  process.on("unhandledRejection", onUnhandled);
  onTestFinished(() => void process.off("unhandledRejection", onUnhandled));
  const server = openServer();
  let serve = withControl(server);
  const connected = await connect(server.baseUrl, { fetch: (...input) => serve(...input) });
  serve = () => Promise.reject(new TypeError("fetch failed"));
  await expect(async () => expect(connected).toHaveReceived("promptIndex.get")).rejects.toThrow("fetch failed");
  await setImmediate();
  expect(onUnhandled).not.toHaveBeenCalled();
});

it("a matcher works with expect.poll", async () => {
  const server = openServer();
  setTimeout(() => void send(server, `GET ${brain}/index?limit=5`), 5);
  const assertion = expect.poll(() => server, { interval: 2, timeout: 20_000 });
  await assertion.toHaveReceived("promptIndex.get", { limit: 5 });
});

const tides = '  promptIndex.get {"brainId":"brain_tides","limit":5}: 200';
const ropes = '  promptIndex.get {"brainId":"brain_ropes","limit":6}: 200';
const archives = [
  "The requests:",
  '  pages.archive {"brainId":"brain_tides","slug":"a b%"}: 401, Invalid x-api-key',
  '  pages.archive {"brainId":"brain_tides","slug":"spring-tide"}: 503, planned fault status',
  '  pages.archive {"brainId":"brain_tides","slug":"spring-tide"}: 503, planned fault status',
  '  pages.archive {"brainId":"brain_tides","slug":"spring-tide"}: 201',
];

it.each<{ problem: string; assert: (server: Server) => void; lines: readonly string[] }>([
  {
    problem: "a request is missing",
    assert: (server) => expect(server).toHaveReceived("promptIndex.get", { limit: 7 }),
    lines: ['Failed to find a request for promptIndex.get with {"limit": 7}; found 0.', "The requests:", tides, ropes],
  },
  {
    problem: "there are too few",
    assert: (server) => expect(server).toHaveSucceededTimes("pages.archive", 2),
    lines: ["Failed to find a successful request for pages.archive, exactly 2 times; found 1.", ...archives],
  },
  {
    problem: "there is one",
    assert: (server) => expect(server).not.toHaveReceived("pages.archive", { slug: expect.stringMatching("tide") }),
    lines: ['Failed to rule out a request for pages.archive with {"slug": StringMatching /tide/}.', ...archives],
  },
  {
    problem: "the order is another",
    assert: (server) => expect(server).toHaveReceivedInOrder(["pages.archive", "oauth.start"]),
    lines: ["Failed to find a request for pages.archive, then for oauth.start; found 1.", ...archives],
  },
])("the message of a matcher lists the requests if $problem", async ({ assert, lines }) => {
  const server = await openUsed();
  expect(() => assert(server)).toThrow(lines.join("\n"));
});

it("the message of a matcher names the path of a request that is none for an operation", async () => {
  const server = openServer();
  await send(server, "GET /v1/brain/brain_tides/index");
  expect(() => expect(server).toHaveReceived("promptIndex.get")).toThrow(
    "\n  GET /v1/brain/brain_tides/index: 404, Cannot GET /v1/brain/brain_tides/index",
  );
});

it("the message of a matcher is bounded, whatever was sent and expected", async () => {
  const server = openServer();
  const long = "x".repeat(100_000);
  for (let count = 0; count < 6; count += 1) await send(server, `POST /v1/brains/${long}/pages/${long}/archive`);
  const assert = () => expect(server).toHaveReceived("pages.archive", { slug: `${long}y` });
  expect(assert).toThrow(/^.{1,4000}$/s);
});

const noOperation = "look for requests: the operation must be its id";
const noList = "look for requests: the expected requests must be an array with requests.";
const noNumber = "look for requests: times must be a whole number, 0 or more.";
const unknownField = "read the journal: input.limit is not a field of pages.archive";
const mistyped = "read the journal: operation names no operation; did you mean pages.archive?";
// biome-ignore format: one row a line
it.each<{ matcher: string; input: readonly unknown[]; problem: string }>([
  { matcher: "toHaveReceived", input: ["page.archive"], problem: mistyped },
  { matcher: "toHaveReceived", input: [], problem: noOperation },
  { matcher: "toHaveReceived", input: ["pages.archive", { limit: "x" }], problem: unknownField },
  { matcher: "toHaveReceivedTimes", input: ["pages.archive", { slug: "x" }], problem: noNumber },
  { matcher: "toHaveSucceededTimes", input: ["pages.archive", 0.5], problem: noNumber },
  { matcher: "toHaveReceivedInOrder", input: [[]], problem: noList },
  { matcher: "toHaveReceivedInOrder", input: ["pages.archive"], problem: noList },
  { matcher: "toHaveReceivedInOrder", input: [[null]], problem: noOperation },
  { matcher: "toHaveReceivedInOrder", input: [[{ operation: "pages.archive", input: { limit: 1 } }]], problem: unknownField },
])("the impossible assertion $matcher($input) is rejected", async ({ matcher, input, problem }) => {
  const server = openServer();
  for (const value of [server, await connectTo(server)]) {
    for (const assertion of assertions(value)) {
      const assert = async () => assertion[matcher]?.(...input);
      await expect(assert()).rejects.toThrow(`Failed to ${problem}`);
    }
  }
});

const noServers = [undefined, null, "server", { journal: {} }, { apiKey: "key_secret" }];
it.each(noServers)("an impossible assertion is rejected for %j, which has no journal", (value) => {
  for (const assertion of assertions(value)) {
    const assert = () => assertion["toHaveReceived"]?.("oauth.start");
    expect(assert).toThrow(/^Failed to look for requests: the value has no journal; pass a server of /);
  }
});

const dropped = "the journal is full, and dropped requests may change the result. Clear it with journal.clear() ";

it("a matcher of a full journal throws unless the request is there", async () => {
  const server = openServer();
  for (let count = 0; count < 999; count += 1) await send(server, `GET ${brain}/index?limit=5`);
  expect(server).toHaveReceivedTimes("promptIndex.get", 999);
  await send(server, `GET ${brain}/index?limit=6`);
  for (const value of [server, await connectTo(server)]) {
    const [is] = assertions(value);
    await is["toHaveReceived"]?.("promptIndex.get", { limit: 6 });
    await is["toHaveReceivedInOrder"]?.([get({ limit: 5 }), get({ limit: 6 })]);
    for (const assertion of assertions(value)) {
      await expect(async () => assertion["toHaveReceived"]?.("pages.archive")).rejects.toThrow(dropped);
      await expect(async () => assertion["toHaveReceivedTimes"]?.("oauth.start", 0)).rejects.toThrow(dropped);
      await expect(async () => assertion["toHaveReceivedInOrder"]?.(["oauth.start"])).rejects.toThrow(dropped);
    }
  }
  expect(server.organization("org_south")).not.toHaveReceived("pages.archive");
  server.journal.clear();
  expect(server).not.toHaveReceived("pages.archive");
});
