import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { createTest } from "@knowledge-base/server/vitest";
import { afterAll, describe, expect, it, type TestContext } from "vitest";
import { buildState, recordsOf } from "../helpers/build-state.ts";
import { connectTo } from "../helpers/control-calls.ts";
import { openServer, paths, send } from "../helpers/open-server.ts";

// A test can't look at its own failure report. So each test here runs twice, with `retry: 1`: the first attempt fails on purpose, and
// the second one passes if the errors that Vitest noted for the first one are the expected ones. `isRetry` tells the attempts apart.
// A test with `retry: 2` looks at two failures.

const options = { server: { seed: buildState(), randomSeed: "harbour" } };
const test = createTest(options);

const index = (limit?: number) => `  promptIndex.get ${JSON.stringify({ brainId: "brain_tides", limit })}`;
const seed = 'To repeat the run, set randomSeed to "harbour".';
const unused = "Planned faults that were applied less often than planned:";
const fault = (fields: string) => expect.stringContaining(fields);
const none = ["The server received no request.", seed];
const one = ["The requests:", `${index()}: 200`, seed];
const advice = expect.stringMatching(/^Failed to use every planned fault\. .* allowUnusedFaults of createTest\.$/);

const isRetry = ({ result }: Task) => result?.retryCount !== 0;

// Returns the lines of the errors of earlier attempts, which contain no API key.
function linesOf({ result }: Task): string[][] {
  expect(JSON.stringify(result?.errors)).not.toContain("key_north");
  return (result?.errors ?? []).map(({ message }) => message.split("\n"));
}

type Task = TestContext["task"];

describe("a test with a server of its own", () => {
  let checked = 0;
  afterAll(() => expect(checked).toBe(7));

  function expectReport(task: Task, ...errors: readonly (readonly string[])[]): void {
    checked += 1;
    expect(linesOf(task)).toEqual(errors);
  }

  test("that fails reports its unused faults, its requests and the seed", { retry: 1 }, async ({ server, task }) => {
    if (isRetry(task)) {
      const requests = ["The requests:", `${index()}: 200`, `${index()}: 401, Invalid x-api-key`];
      const faults = [unused, fault('"operation":"pages.archive","status":503')];
      const problem = "expected { tide: 'ebb' } to deeply equal { tide: 'flood' }";
      expectReport(task, [problem, "", ...faults, ...requests, seed]);
      const stack = /^AssertionError: expected .*\n\nPlanned faults (.*\n)+ {4}at .*reports\.test\.ts:/;
      const diff = expect.stringContaining('-   "tide": "flood",');
      return expect(task.result?.errors).toMatchObject([{ stack: expect.stringMatching(stack), diff }]);
    }
    server.faults.add({ kind: "status", status: 503, operation: "pages.archive" });
    await send(server, `GET ${paths.index}`);
    await send(server, `GET ${paths.index}`, { key: "key_wrong" });
    expect({ tide: "ebb" }).toEqual({ tide: "flood" });
  });

  const lastFive = ["The last 5 of 7 requests:", ...[3, 4, 5, 6, 7].map((limit) => `${index(limit)}: 200`)];

  async function sendSeven(server: ReferenceServer): Promise<void> {
    for (let limit = 1; limit <= 7; limit += 1) await send(server, `GET ${paths.index}?limit=${limit}`);
  }

  test("that fails after many requests reports the last five", { retry: 1 }, async ({ server, task }) => {
    if (isRetry(task)) return expectReport(task, ["out of depth", "", ...lastFive, seed]);
    await sendSeven(server);
    throw new TypeError("out of depth");
  });

  test("that fails a matcher reports the requests once", { retry: 1 }, async ({ server, task }) => {
    const problem = 'Failed to find a request for promptIndex.get with {"limit": 8}; found 0.';
    if (isRetry(task)) return expectReport(task, [problem, ...lastFive, "", seed]);
    await sendSeven(server);
    expect(server).toHaveReceived("promptIndex.get", { limit: 8 });
  });

  test("that doesn't wait for its own request reports that it may", { retry: 1 }, async ({ server, task }) => {
    const problem = "Failed to find a request for promptIndex.get; found 0.";
    const advice = ["The server received no request.", "If one was sent, an await may be missing."];
    if (isRetry(task)) return expectReport(task, [problem, ...advice, "", seed]);
    const response = send(server, `GET ${paths.index}`);
    expect.soft(server).toHaveReceived("promptIndex.get");
    await response;
  });

  test("that fails twice reports the requests with the last failure", { retry: 1 }, ({ server, task }) => {
    if (isRetry(task)) return expectReport(task, [fault("first")], [fault("second"), "", ...none]);
    expect.soft(server.baseUrl).toBe("first");
    expect.soft(server.baseUrl).toBe("second");
  });

  test("that leaves faults unused fails, and reports them", { retry: 1 }, async ({ server, task }) => {
    const faults = [fault('"status":429'), fault('"kind":"latency"'), fault('"kind":"connection_reset"')];
    if (isRetry(task)) return expectReport(task, [advice, "", unused, ...faults, ...one]);
    server.faults.add({ kind: "status", status: 429, operation: "pages.archive" });
    server.faults.add({ kind: "latency", latency: 0, times: 2 });
    server.organization("org_north").faults.add({ kind: "connection_reset", operation: "bindings.unbind" });
    await send(server, `GET ${paths.index}`);
  });

  test("that waits for a response in vain reports which one", { timeout: 300, retry: 1 }, async ({ server, task }) => {
    const requests = ["The requests:", `${index()}: no response, planned fault hang`, seed];
    if (isRetry(task)) return expectReport(task, [fault("Test timed out"), fault(""), "", ...requests]);
    server.faults.add({ kind: "hang" });
    await send(server, `GET ${paths.index}`);
  });

  test("that uses all faults passes", async ({ server }) => {
    server.faults.add({ kind: "status", status: 503 });
    await send(server, `GET ${paths.index}`);
  });

  test.fails("that is expected to fail may leave a fault unused", ({ server }) =>
    void server.faults.add({ kind: "hang" }));

  let failures = 0;
  test("that skips itself may leave a fault unused", ({ server, skip, onTestFailed }) => {
    onTestFailed(() => {
      failures += 1;
    });
    server.faults.add({ kind: "hang" });
    skip();
  });
  it("hasn't failed after it skipped itself", () => expect(failures).toBe(0));
});

describe("a test with an organization of a shared server", async () => {
  const server = createReferenceServer({ randomSeed: "harbour" });
  const before = recordsOf(server);
  const sharedServer = await connectTo(server);
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

  testShared(
    "that fails, or leaves a fault unused, reports its requests",
    { retry: 2 },
    async ({ organization, task }) => {
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
    },
  );

  testShared("has a new organization at each attempt", { retry: 2 }, async ({ organization, task }) => {
    await use(organization);
    expect(task.result?.retryCount).toBe(2);
  });

  testShared("has a new organization at each repetition", { repeats: 2 }, ({ organization }) => use(organization));

  testShared("that skips itself has its organization deleted, too", async ({ organization, skip }) => {
    await use(organization);
    skip();
  });
});

describe("an error is shown", () => {
  const lines = new Map<string, number>();
  const lineOf = (stack = "") => Number(/reports\.test\.ts:(\d+)/.exec(stack)?.[1] ?? expect.fail(stack));
  const markNextLine = (task: Task, { stack }: Error) => void lines.set(task.id, lineOf(stack) + 1);
  const unusedFault = "Failed to use every planned fault.";
  const notAwaited =
    "Failed to wait for an assertion: a matcher of a connected server is asynchronous. Write await before";
  const notFound = "Failed to find a request for oauth.start; found 0.";

  function expectAtLine({ id, result }: Task, message: string): void {
    expect(result?.errors).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
    expect(lineOf(result?.errors?.[0]?.stack)).toBe(lines.get(id));
  }

  test("at the line of an unused fault", { retry: 1 }, ({ server, task }) => {
    if (isRetry(task)) return expectAtLine(task, unusedFault);
    markNextLine(task, new Error("here"));
    server.faults.add({ kind: "hang" });
  });

  const server = createReferenceServer();
  const testRemote = createTest({ sharedServer: () => connectTo(server) });

  testRemote("at the line of an unused fault of a connected server", { retry: 1 }, async ({ organization, task }) => {
    if (isRetry(task)) return expectAtLine(task, unusedFault);
    markNextLine(task, new Error("here"));
    await organization.faults.add({ kind: "hang" });
  });

  testRemote("at the line of an assertion without await that passes", { retry: 1 }, ({ organization, task }) => {
    if (isRetry(task)) return expectAtLine(task, notAwaited);
    markNextLine(task, new Error("here"));
    void expect(organization).not.toHaveReceived("oauth.start");
  });

  testRemote("at the line of an assertion without await that fails", { retry: 1 }, async ({ organization, task }) => {
    if (isRetry(task)) return expectAtLine(task, notAwaited);
    markNextLine(task, new Error("here"));
    void expect(organization).toHaveReceived("oauth.start");
    await organization.journal.entries();
  });

  testRemote("at the line of one of several assertions that fails", { retry: 1 }, async ({ organization, task }) => {
    if (isRetry(task)) return expectAtLine(task, notFound);
    const passes = expect(organization).not.toHaveReceived("oauth.start");
    markNextLine(task, new Error("here"));
    await Promise.all([passes, expect(organization).toHaveReceived("oauth.start")]);
  });

  testRemote("at no line, if the last hooks of a test wait for an assertion", ({ organization, onTestFinished }) => {
    onTestFinished(() => expect(organization).not.toHaveReceived("oauth.start"));
  });
});

describe("a fixture that can't be created", () => {
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

  it("fails the test with the problem of its options, or with the error of its application", () => {
    const lines = [fault("createTest has no option client. Set it, "), "", ...none];
    expect(messages.get("client")?.split("\n")).toEqual(lines);
    expect(messages.get("organization")).toBe("the server is away");
  });
});
