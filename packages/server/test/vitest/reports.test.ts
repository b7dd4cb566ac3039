import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { createTest } from "@knowledge-base/server/vitest";
import { afterAll, describe, expect, it, type TestContext } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { send } from "../helpers/send.ts";

const options = { server: { seed: buildState(), randomSeed: "harbour" } };
const test = createTest(options);
const path = "GET /v1/brains/brain_tides/index";

const index = (limit?: number) => `  promptIndex.get ${JSON.stringify({ brainId: "brain_tides", limit })}`;
const seed = 'To repeat the run, set randomSeed to "harbour".';
const unused = "Planned faults that were applied less often than planned:";
const fault = (fields: string) => expect.stringContaining(fields);
const none = ["The server received no request.", seed];
const one = ["The requests:", `${index()}: 200`, seed];
const advice = expect.stringMatching(
  /^Failed to use every planned fault\. Send the .* allowUnusedFaults of createTest\.$/,
);

// Returns the lines of the errors of earlier attempts, which contain no API key.
function linesOf({ result }: TestContext["task"]): string[][] {
  expect(JSON.stringify(result?.errors)).not.toContain("key_north");
  return (result?.errors ?? []).map(({ message }) => message.split("\n"));
}

type Act = (server: ReferenceServer) => unknown;
type Row = readonly [what: string, act: Act, ...errors: (readonly string[])[]];

// What a test does, and the errors that are reported.
// biome-ignore format: one row a line
const rows: readonly Row[] = [
  ["fails after requests", async (server) => {
    server.faults.add({ kind: "status", status: 503, operation: "pages.archive" });
    await send(server, path);
    await send(server, path, { key: "key_wrong" });
    expect({ tide: "ebb" }).toEqual({ tide: "flood" });
  }, ["expected { tide: 'ebb' } to deeply equal { tide: 'flood' }", "", unused, fault('"operation":"pages.archive","status":503'), "The requests:", `${index()}: 200`, `${index()}: 401, Invalid x-api-key`, seed]],
  ["fails after many requests", async (server) => {
    for (let limit = 1; limit <= 7; limit += 1) await send(server, `${path}?limit=${limit}`);
    throw new TypeError("out of depth");
  }, ["out of depth", "", "The last 5 of 7 requests:", ...[3, 4, 5, 6, 7].map((limit) => `${index(limit)}: 200`), seed]],
  ["fails to wait for its own request", async (server) => {
    const response = send(server, path);
    expect.soft(server).toHaveReceived("promptIndex.get");
    await response;
  }, ["Failed to find a request for promptIndex.get; found 0.", "The server received no request.", "If one was sent, an await may be missing.", "", seed]],
  ["fails a matcher that lists the requests", async (server) => {
    for (let limit = 1; limit <= 7; limit += 1) await send(server, `${path}?limit=${limit}`);
    expect(server).toHaveReceived("promptIndex.get", { limit: 8 });
  }, ['Failed to find a request for promptIndex.get with {"limit": 8}; found 0.', "The last 5 of 7 requests:", ...[3, 4, 5, 6, 7].map((limit) => `${index(limit)}: 200`), "", seed]],
  ["fails softly twice", ({ baseUrl }) => [expect.soft(baseUrl).toBe("first"), expect.soft(baseUrl).toBe("second")], [fault("first")], [fault("second"), "", ...none]],
  ["leaves faults unused", async (server) => {
    server.faults.add({ kind: "status", status: 429, operation: "pages.archive" });
    server.faults.add({ kind: "latency", latency: 0, times: 2 });
    server.organization("org_north").faults.add({ kind: "connection_reset", operation: "bindings.unbind" });
    await send(server, path);
  }, [advice, "", unused, fault('"status":429'), fault('"kind":"latency"'), fault('"kind":"connection_reset"'), ...one]],
];

describe("a test with a server of its own", () => {
  let checked = 0;
  afterAll(() => expect(checked).toBe(rows.length + 2));

  test.for(rows)("%s, as is reported", { retry: 1 }, async ([, act, ...errors], { server, task }) => {
    if (task.result?.retryCount === 0) return void (await act(server));
    checked += 1;
    expect(linesOf(task)).toEqual(errors);
    const [{ diff, stack } = {}] = task.result?.errors ?? [];
    if (act === rows[0]?.[1]) expect(diff).toContain('-   "tide": "flood",');
    if (act === rows[0]?.[1])
      expect(stack).toMatch(/^AssertionError: expected .*\n\nPlanned faults (.*\n)+ {4}at .*reports\.test\.ts:/);
  });

  test("fails to wait for a response", { timeout: 300, retry: 1 }, async ({ server, task }) => {
    server.faults.add({ kind: "hang" });
    if (task.result?.retryCount === 0) await send(server, path);
    server.faults.clear();
    checked += 1;
    const requests = ["The requests:", `${index()}: no response, planned fault hang`, seed];
    expect(linesOf(task)).toEqual([[fault("Test timed out"), fault(""), "", ...requests]]);
  });

  test("fails twice", { retry: 2 }, async ({ server, task }) => {
    const hang = [unused, fault('"kind":"hang"'), ...one];
    if (task.result?.retryCount === 2) {
      checked += 1;
      return expect(linesOf(task)).toEqual([
        ["the first attempt", "", ...hang],
        [advice, "", ...hang],
      ]);
    }
    await send(server, path);
    server.faults.add({ kind: "hang", operation: "oauth.start" });
    if (task.result?.retryCount === 0) throw new Error("the first attempt");
  });

  test("uses all faults", async ({ server }) => {
    server.faults.add({ kind: "status", status: 503 });
    await send(server, path);
  });

  test.fails("is expected to fail", ({ server }) => void server.faults.add({ kind: "hang" }));

  let failures = 0;
  test("skips itself", ({ server, skip, onTestFailed }) => {
    onTestFailed(() => {
      failures += 1;
    });
    server.faults.add({ kind: "hang" });
    skip();
  });
  it("has not failed after it skipped itself", () => expect(failures).toBe(0));
});

describe("a test with an organization of a shared server", async () => {
  const server = createReferenceServer({ randomSeed: "harbour" });
  const before = recordsOf(server);
  const sharedServer = await connect(server.baseUrl, { fetch: withControl(server) });
  const testShared = createTest({ sharedServer, seed: openServer().organization("org_north").snapshot() });
  const ids = new Set<string>();
  afterAll(() => {
    expect(ids.size).toBe(10);
    expect(recordsOf(server)).toEqual(before);
  });

  // Expects a new organization with the seed, and changes it.
  async function use({ id, control }: ReturnType<typeof sharedServer.organization>): Promise<void> {
    ids.add(id);
    const address = { brainId: "brain_tides", slug: "spring-tide" };
    expect((await control.pages.get(address)).pinned).toBe(false);
    await control.pages.pin(address);
  }

  testShared("fails and leaves a fault unused, as is reported", { retry: 2 }, async ({ organization, task }) => {
    await use(organization);
    const notFound = ["The requests:", '  promptIndex.get {"brainId":"brain_moon"}: 404, Brain not found', seed];
    const errors = [
      ["the test fails", "", ...notFound],
      [advice, "", unused, fault('"operation":"oauth.start"'), ...notFound],
    ];
    if (task.result?.retryCount === 2) return expect(linesOf(task)).toEqual(errors);
    await send(organization, "GET /v1/brains/brain_moon/index");
    if (task.result?.retryCount === 0) throw new Error("the test fails");
    await organization.faults.add({ kind: "hang", operation: "oauth.start" });
  });

  testShared("passes at the third attempt", { retry: 2 }, async ({ organization, task }) => {
    await use(organization);
    expect(task.result?.retryCount).toBe(2);
  });

  testShared("passes three times", { repeats: 2 }, ({ organization }) => use(organization));

  testShared("skips itself after a change", async ({ organization, skip }) => {
    await use(organization);
    skip();
  });
});

describe("an error is shown at the line of", () => {
  type Mark = (here: Error) => void;
  type Organization = ReturnType<Awaited<ReturnType<typeof connect>>["organization"]>;
  const marks = new Map<unknown, Error>();
  const lineOf = (stack = "") => /reports\.test\.ts:\d+/.exec(stack)?.[0];
  const notAwaited =
    "Failed to wait for an assertion: a matcher of a connected server is asynchronous. Write await before";
  const found = "Failed to find a request for oauth.start; found 0.";

  // biome-ignore format: one row a line
  const local: readonly (readonly [what: string, message: string, act: (server: ReferenceServer, mark: Mark) => unknown])[] = [
    ["an unused fault", "Failed to use every planned fault.", (server, mark) => { mark(new Error("here")); server.faults.add({ kind: "hang" }); }],
    ["an unused fault of an organization", "Failed to use every planned fault.", (server, mark) => { mark(new Error("here")); server.organization("org_north").faults.add({ kind: "hang" }); }],
  ];
  test.for(local)("%s", { retry: 1 }, async ([, message, act], { server, task }) => {
    if (task.result?.retryCount === 0) return void (await act(server, (here) => marks.set(act, here)));
    expect(task.result?.errors).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
    expect(lineOf(task.result?.errors?.[0]?.stack)).toBe(lineOf(marks.get(act)?.stack) ?? "a line");
  });

  // biome-ignore format: one row a line
  const remote: readonly (readonly [what: string, message: string, act: (organization: Organization, mark: Mark) => unknown])[] = [
    ["an unused fault", "Failed to use every planned fault.", async ({ faults }, mark) => { mark(new Error("here")); await faults.add({ kind: "hang" }); }],
    ["an assertion without await that would pass", notAwaited, (organization, mark) => { mark(new Error("here")); void expect(organization).not.toHaveReceived("oauth.start"); }],
    ["an assertion without await that would fail", notAwaited, async (organization, mark) => { mark(new Error("here")); void expect(organization).toHaveReceived("oauth.start"); await organization.journal.entries(); }],
    ["an assertion that fails", found, async (organization, mark) => { mark(new Error("here")); await expect(organization).toHaveReceived("oauth.start"); }],
    ["one of several assertions", found, async (organization, mark) => { mark(new Error("here")); await Promise.all([expect(organization).not.toHaveReceived("oauth.start"), expect(organization).toHaveReceived("oauth.start")]); }],
  ];
  const server = createReferenceServer();
  const testRemote = createTest({ sharedServer: () => connect(server.baseUrl, { fetch: withControl(server) }) });
  testRemote.for(remote)("%s of a connected server", { retry: 1 }, async ([, message, act], { organization, task }) => {
    if (task.result?.retryCount === 0) return void (await act(organization, (here) => marks.set(act, here)));
    expect(task.result?.errors).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
    expect(lineOf(task.result?.errors?.[0]?.stack)).toBe(lineOf(marks.get(act)?.stack) ?? "a line");
  });

  testRemote("nothing, if the last hooks of a test wait for it", ({ organization, onTestFinished }) => {
    onTestFinished(() => expect(organization).not.toHaveReceived("oauth.start"));
  });
});

describe("a fixture that cannot be created", () => {
  const messages = new Map<string, string | undefined>();
  // It is created first, so that it is finished last.
  const probe = async ({ task, onTestFinished }: TestContext, run: (value: undefined) => Promise<void>) => {
    onTestFinished(() => void messages.set(task.name, task.result?.errors?.[0]?.message));
    await run(undefined);
  };
  createTest(options)
    .extend<{ probe: undefined }>({ probe: [probe, { auto: true }] })
    .fails("client", ({ client }) => void client);
  createTest({ sharedServer: () => Promise.reject<ReferenceServer>(new Error("the server is away")) })
    .extend<{ probe: undefined }>({ probe: [probe, { auto: true }] })
    .fails("organization", ({ organization }) => void organization);

  it("is reported", () => {
    const lines = [fault("createTest has no option client. Set it, "), "", ...none];
    expect(messages.get("client")?.split("\n")).toEqual(lines);
    expect(messages.get("organization")).toBe("the server is away");
  });
});
