import { beforeAll, describe, expect, it } from "vitest";
import { type ReportedTest, runFixtures } from "./run-fixtures.ts";

let tests: readonly ReportedTest[];
beforeAll(async () => {
  ({ tests } = await runFixtures());
}, 60_000);

function stateOf(name: string): string | undefined {
  return tests.find((test) => test.name === name)?.state;
}

describe.each(["in process", "over HTTP"])("of a shared server %s, each attempt of a test", (name) => {
  it.each([
    "passes at the third attempt",
    "passes without the fault of the first attempt",
    "passes three times",
    "passes at the same time as others, a",
    "passes at the same time as others, b",
    "passes at the same time as others, c",
  ])("has a new organization: %s", (test) => {
    expect(stateOf(`${name}: ${test}`)).toBe("passed");
  });

  it.each([
    ["fails after a change", "the test fails"],
    ["fails to end", "Test timed out in 200ms"],
  ])("that %s is reported", (test, message) => {
    const [error] = tests.find(({ name: one }) => one === `${name}: ${test}`)?.errors ?? [];
    expect(error?.message).toContain(message);
    expect(error?.message).toContain("The server received no request.");
  });

  it("can be skipped", () => {
    expect(stateOf(`${name}: skips itself after a change`)).toBe("skipped");
  });
});

it.each([
  "attempts leave no organization behind",
  "a second file has organizations of its own",
  "attempts in a second file leave no organization behind",
])("%s", (name) => {
  expect(stateOf(name)).toBe("passed");
});
