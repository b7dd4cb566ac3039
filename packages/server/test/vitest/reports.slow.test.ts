import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { createRunEnvironment } from "../../../../scripts/test/test-run.ts";

/** Output of a run of the fixtures. */
interface Report {
  /** Output of the reporter. */
  readonly shown: string;
  readonly tests: readonly {
    readonly name: string;
    readonly state: string;
    readonly errors: readonly { readonly message: string; readonly stack?: string; readonly diff?: string }[];
  }[];
}

let report: Report;
beforeAll(async () => {
  const script = fileURLToPath(new URL("./fixtures/run.ts", import.meta.url));
  const env = { ...createRunEnvironment(), NO_COLOR: "1" };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env, timeout: 55_000 });
  report = JSON.parse(stdout);
}, 60_000);

function find(name: string): Report["tests"][number] {
  return report.tests.find((test) => test.name === name) ?? expect.fail(`no fixture has the test ${name}`);
}

const index = (limit?: number) => `  promptIndex.get ${JSON.stringify({ brainId: "brain_tides", limit })}`;
const seed = 'To repeat the run, set randomSeed to "harbour".';
const unused = "Planned faults that were applied less often than planned:";
const notFound = ["The requests:", '  promptIndex.get {"brainId":"brain_moon"}: 404, Brain not found', seed];
const fault = (fields: string) => expect.stringContaining(fields);
const advice = expect.stringMatching(
  /^Failed to use every planned fault\. Send the .* allowUnusedFaults of createTest\.$/,
);

// biome-ignore format: one row a line
it.each<[name: string, ...errors: (readonly string[])[]]>([
  ["fails after requests",
    ["expected { tide: 'ebb' } to deeply equal { tide: 'flood' }", "",
      unused, fault('"operation":"pages.archive","status":503'), "The requests:", `${index()}: 200`, `${index()}: 401, Invalid x-api-key`, seed]],
  ["fails after many requests",
    ["out of depth", "", "The last 5 of 7 requests:", ...[3, 4, 5, 6, 7].map((limit) => `${index(limit)}: 200`), seed]],
  ["fails to wait for its own request",
    ["Failed to find a request for promptIndex.get; found 0.", "The server received no request.", "If one was sent, an await may be missing.", "",
      "The requests:", `${index()}: 200`, seed]],
  ["fails to wait for a response",
    [fault("Test timed out"), fault(""), "", "The requests:", `${index()}: no response, planned fault hang`, seed]],
  ["fails softly twice", [fault("first")], [fault("second"), "", "The server received no request.", seed]],
  ["fails at first",
    ["the first attempt", "", unused, fault('"kind":"hang"'), "The requests:", `${index()}: 200`, seed],
    [advice, "", unused, fault('"kind":"hang"'), "The requests:", `${index()}: 200`, seed]],
  ["has no client without the option", [fault("createTest has no option client. Set it, "), "", "The server received no request.", seed]],
  ["leaves faults unused",
    [advice, "", unused, fault('"status":429'), fault('"kind":"latency"'), fault('"kind":"connection_reset"'), "The requests:", `${index()}: 200`, seed]],
  ["shared: leaves a fault unused", [advice, "", unused, fault('"operation":"oauth.start"'), ...notFound]],
  ["shared: fails after a request", ["the test fails", "", ...notFound]],
  ["shares a server that is away", ["the server is away"]],
])("a test that %s is reported", (name, ...errors) => {
  expect(find(name).state).toBe("failed");
  expect(find(name).errors.map(({ message }) => message.split("\n"))).toEqual(errors);
});

it("a report keeps the diff and the position in the code, and contains no API key", () => {
  const [error] = find("fails after requests").errors;
  expect(error?.diff).toContain('-   "tide": "flood",');
  expect(error?.stack).toMatch(/^AssertionError: expected .*\n\nPlanned faults (.*\n)+ {4}at .*reports\.fixture\.ts:/);
  expect(report.shown).toMatch(/❯ \S+reports\.fixture\.ts:\d+:\d+\n(.*\n){2}.*expect\({ tide: "ebb" }\)/);
  expect(JSON.stringify(report)).not.toContain("key_north");
});

// biome-ignore format: one row a line
it.each<[name: string, state: string, errorsOfEarlierAttempts: number]>([
  ["uses all faults", "passed", 0],
  ["is expected to fail", "passed", 0],
  ["skips itself", "skipped", 0],
  ["comes after a test that skipped itself", "passed", 0],
  ["leave no organization behind", "passed", 0],
  ["shared: passes at the third attempt", "passed", 2],
  ["shared: passes without the fault of the first attempt", "passed", 1],
  ["shared: passes three times", "passed", 0],
  ["shared: skips itself after a change", "skipped", 0],
])("a test that %s is %s, without an error of its own", (name, state, earlierErrors) => {
  expect(find(name).state).toBe(state);
  expect(find(name).errors).toHaveLength(earlierErrors);
});
