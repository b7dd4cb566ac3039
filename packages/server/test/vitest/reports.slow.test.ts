import { beforeAll, describe, expect, it } from "vitest";
import { type Report, type ReportedTest, runFixtures } from "./run-fixtures.ts";

const index = "GET /v1/brains/brain_tides/index";
const received = "It was received at 2026-07-01T12:00:00.000Z";
const success = `  ${index} succeeded with 200. ${received} with a key of org_north, for promptIndex.get.`;
const seed = 'To repeat the run, set randomSeed to "harbour".';

let report: Report;
beforeAll(async () => {
  report = await runFixtures();
}, 60_000);

function find(name: string): ReportedTest {
  const test = report.tests.find((candidate) => candidate.name === name);
  if (!test) throw new Error(`Failed to find the test "${name}": no fixture has it.`);
  return test;
}

const messagesOf = (name: string) => find(name).errors.map(({ message }) => message);

describe("a shared server", () => {
  it("must be a server", () => {
    expect(messagesOf("shares what is no server")).toEqual([
      "Failed to create the organization of the test: sharedServer is not a server. Pass a server of createReferenceServer or connect.",
    ]);
  });

  it("that is away fails the test, and nothing else", () => {
    expect(messagesOf("shares a server that is away")).toEqual(["the server is away"]);
    expect(report.shown).not.toContain("Unhandled");
  });
});

describe("a test that does not await a matcher of a connected server", () => {
  it.each(["does not await a matcher", "does not await a matcher over a connection"])("fails: %s", (name) => {
    expect(find(name).state).toBe("failed");
    expect(messagesOf(name)).toEqual([
      "Failed to finish the test: a matcher was not awaited. With a connected server, matchers return promises: " +
        "await expect(organization).toHaveReceived(…).",
    ]);
  });
});

describe("a test with unused faults", () => {
  it("fails and lists the planned faults and their uses", () => {
    expect(find("leaves faults of every kind unused").state).toBe("failed");
    expect(messagesOf("leaves faults of every kind unused")).toEqual([
      [
        "Failed to use every planned fault: these were applied less often than planned.",
        "  fault_1: status 429 with Retry-After 2 for pages.archive, used 0 of 1 times",
        "  fault_2: latency of 20 ms for oauth.start, used 0 of 3 times",
        "  fault_3: gateway_html for any operation, never used with the probability 1e-9",
        "  fault_4: latency of 0 ms for any operation, used 1 of 2 times",
        "  fault_1 of org_north: connection_reset after the commit for bindings.unbind, used 0 of 1 times",
        "Send the requests that they apply to, remove them with faults.remove, or set the option allowUnusedFaults of createTest.",
        "",
        "The requests by the end of the test:",
        success,
        seed,
      ].join("\n"),
    ]);
  });

  it("lists sequences, targets and patches that could not be applied", () => {
    const [message = ""] = messagesOf("leaves targeted faults unused");
    const limit = '{"limit":2}';
    expect(message.split("\n").slice(1, 5)).toEqual([
      "  fault_1: sequence of pass, response with status 204 for any operation, used 1 of 2 steps",
      `  fault_2: json_patch with 1 operation for promptIndex.get with ${limit}, used 0 of 1 times, 0 of 1 requests skipped`,
      `  fault_3: response with status 200 after the commit for any operation with {"slug":"${"x".repeat(190)}…, used 0 of 1 times`,
      "  fault_4: json_patch with 2 operations for any operation, used 0 of 1 times, and not applicable: " +
        'patch[0] (remove "/title"): the array has 1 element and none at title',
    ]);
    expect(message).toContain("could not be applied: Failed to apply fault_4 to the response with status 200");
  });

  it("points to the line that planned the first fault", () => {
    expect(report.shown).toMatch(
      /❯ \S+unused-faults\.fixture\.ts:\d+:\d+\n(.*\n){2}.*server\.faults\.add\({ kind: "status"/,
    );
  });

  it("passes if that is allowed", () => {
    expect(find("may leave faults unused").state).toBe("passed");
  });

  it("is skipped without an error if it skips itself", () => {
    expect(find("skips itself").state).toBe("skipped");
    expect(find("runs after a test that skipped itself").state).toBe("passed");
  });

  it("passes if it is expected to fail", () => {
    expect(find("is to fail")).toEqual({ name: "is to fail", state: "passed", errors: [] });
  });

  it("fails again if it is retried", () => {
    expect(find("fails at first").state).toBe("failed");
    expect(messagesOf("fails at first")).toEqual([
      expect.stringMatching(
        /^the first attempt\n\nPlanned faults that were applied less often than planned:\n {2}fault_1: hang/,
      ),
      expect.stringMatching(/^Failed to use every planned fault: /),
    ]);
  });
});

describe("a test that fails", () => {
  it("lists the unused faults, the requests and the seed after its own message", () => {
    expect(messagesOf("fails with an unused fault")).toEqual([
      [
        "expected { tide: 'ebb' } to deeply equal { tide: 'flood' }",
        "",
        "Planned faults that were applied less often than planned:",
        "  fault_1: status 503 for pages.archive, used 0 of 1 times",
        "The requests by the end of the test:",
        success,
        `  ${index} failed with 401, because of its API key: Invalid x-api-key. ` +
          `${received} without a valid key, for promptIndex.get.`,
        seed,
      ].join("\n"),
    ]);
  });

  it("keeps its diff and its position in the code", () => {
    const [error] = find("fails with an unused fault").errors;
    expect(error?.diff).toContain('-   "tide": "flood",');
    expect(error?.stack).toMatch(
      /^AssertionError: expected .*\n\nPlanned faults (.*\n)+ {4}at .*failures\.fixture\.ts:\d+:\d+\n/,
    );
    expect(report.shown).toMatch(/❯ \S+failures\.fixture\.ts:\d+:\d+\n(.*\n){2}.*expect\({ tide: "ebb" }\)/);
  });

  it("lists at most the last five requests", () => {
    const [message = ""] = messagesOf("fails after many requests");
    expect(message).toBe(
      [
        "out of depth",
        "",
        "The last 5 of 7 requests by the end of the test:",
        ...Array.from({ length: 5 }, () => success),
        seed,
      ].join("\n"),
    );
  });

  it("states that there was no request", () => {
    expect(messagesOf("fails without a request")).toEqual([
      expect.stringMatching(
        /^expected .*\n\nThe server received no request\.\nTo repeat the run, set randomSeed to "harbour"\.$/,
      ),
    ]);
  });

  it("suggests a missing await and lists the requests that came later", () => {
    const [message = ""] = messagesOf("fails to wait for its own request");
    expect(message).toBe(
      [
        "Failed to find a request for promptIndex.get: the journal is empty. " +
          "If a request was sent, an await may be missing.",
        "",
        "The requests by the end of the test:",
        success,
        seed,
      ].join("\n"),
    );
  });

  it("names the option client if the test uses a client without it", () => {
    expect(messagesOf("wants a client that nobody makes")).toEqual([
      expect.stringMatching(
        /^Failed to create the client of a test: createTest has no option client\. Set it, for example to /,
      ),
    ]);
  });

  it("shows the difference to the nearest request", () => {
    const [error] = find("fails to find a request").errors;
    expect(error?.diff).toContain('-     "limit": NumberCloseTo 6 (2 digits),');
    expect(error?.diff).toContain('+     "limit": 5,');
  });

  it("has one report, even if it has several errors", () => {
    expect(messagesOf("fails softly twice")).toEqual([
      expect.not.stringContaining("randomSeed"),
      expect.stringContaining(seed),
    ]);
  });

  it.each([
    ["fails to wait for a response", "got no response, because the planned fault (no response) was applied."],
    ["throws a text", "a text\n\nThe server received no request."],
    ["fails in a hook", "the hook fails\n\nPlanned faults that were applied less often than planned:\n  fault_1: hang"],
  ])("has a report for any error: %s", (name, text) => {
    expect(messagesOf(name)).toEqual([expect.stringContaining(text)]);
    expect(messagesOf(name)).toEqual([expect.stringContaining(seed)]);
  });
});

describe("a report", () => {
  it("contains no API key", () => {
    expect(JSON.stringify(report)).not.toContain("key_north");
  });

  it("is not added to tests that pass", () => {
    expect(find("uses all faults")).toEqual({ name: "uses all faults", state: "passed", errors: [] });
  });
});

describe("a test with an organization of a shared server", () => {
  it.each(["leaves a fault of its organization unused", "leaves a fault unused over HTTP"])(
    "fails if its faults are unused: %s",
    (name) => {
      expect(find(name).state).toBe("failed");
      expect(messagesOf(name)[0]).toContain("Failed to use every planned fault");
      expect(messagesOf(name)[0]).toContain(seed);
    },
  );

  it("has only its own requests in its report", () => {
    const [message = ""] = messagesOf("fails after a request of its organization");
    expect(message).toContain("The requests by the end of the test:\n  GET /v1/brains/brain_moon/index");
    expect(message.match(/GET /g)).toHaveLength(1);
  });

  it("points to the line that planned the fault", () => {
    const [error] = find("leaves a fault of its organization unused").errors;
    expect(error?.stack).toContain("shared-server.fixture.ts");
  });

  it("passes with unused faults if that is allowed", () => {
    expect(find("may leave a fault of its organization unused").state).toBe("passed");
  });
});
