import { describe, expect, it } from "vitest";
import { type Bar, bars } from "./bars.ts";
import { benchmarks } from "./benchmarks.ts";
import { evaluateBars, findOutdated, findUnexplained } from "./evaluate-bars.ts";
import { figures } from "./figures.ts";
import type { Measurements } from "./measurements.ts";
import { formatHelp, formatReport } from "./report.ts";
import { measurementOf } from "./sample-measurement.ts";

const bar: Bar = { what: "CPU time of `get`", limit: 1, unit: "ratio", benchmark: "clients" };
const explained: Bar = { ...bar, explanation: "It also validates." };

const evaluate = (value: number | undefined, table: Readonly<Record<string, Bar>>) => {
  const measurements: Measurements = value === undefined ? {} : { clients: measurementOf({ "sdk.get": { value } }) };
  return evaluateBars(measurements, table);
};

describe("a bar", () => {
  it.each([
    [0.9, "met"],
    [1, "met"],
    [1.01, "missed"],
    [undefined, "not measured"],
  ])("of at most 1 with the value %s is %s", (value, status) => {
    expect(evaluate(value, { "sdk.get": bar })).toMatchObject([{ id: "sdk.get", limit: 1, status }]);
  });

  it("has the value, the note and the date of its measurement", () => {
    const measurements = { clients: measurementOf({ "sdk.get": { value: 2, note: "38 µs" } }) };
    const [evaluated] = evaluateBars(measurements, { "sdk.get": bar });
    expect(evaluated).toMatchObject({ measured: 2, note: "38 µs", measuredAt: "2026-03-02T08:15:00.000Z" });
  });

  it("is not measured if its benchmark has no such figure", () => {
    const measurements = { clients: measurementOf({ "sdk.page": { value: 1 } }) };
    expect(evaluateBars(measurements, { "sdk.get": bar })).toMatchObject([{ status: "not measured" }]);
  });

  it("shows its explanation only if it is missed", () => {
    expect(evaluate(2, { "sdk.get": explained })[0]?.explanation).toBe("It also validates.");
    expect(evaluate(1, { "sdk.get": explained })[0]?.explanation).toBeUndefined();
  });
});

describe("a missed bar", () => {
  it("is unexplained without an explanation", () => {
    expect(findUnexplained(evaluate(2, { "sdk.get": bar })).map(({ id }) => id)).toEqual(["sdk.get"]);
  });

  it("is not unexplained with an explanation", () => {
    expect(findUnexplained(evaluate(2, { "sdk.get": explained }))).toEqual([]);
  });
});

describe("an explanation", () => {
  it("is outdated if its bar is met", () => {
    const outdated = findOutdated(evaluate(0.9, { "sdk.get": explained, "sdk.patch": bar }));
    expect(outdated).toMatchObject([{ id: "sdk.get", outdatedExplanation: "It also validates." }]);
  });

  it.each([1.1, undefined])("is not outdated with the value %s", (value) => {
    expect(findOutdated(evaluate(value, { "sdk.get": explained }))).toEqual([]);
  });
});

describe("the report", () => {
  const none = new Map<string, string>();
  const now = "2026-03-02T08:00:00.000Z";

  it("names missed bars with and without an explanation", () => {
    const report = formatReport(evaluate(2, { "sdk.get": explained, "sdk.patch": bar }), none, now);
    expect(report).toContain("sdk.get is missed. It also validates.");
    const unexplained = formatReport(evaluate(2, { "sdk.get": bar }), none, now);
    expect(unexplained).toContain("sdk.get is missed. There is no explanation.");
    expect(unexplained).toContain("Meet the bar sdk.get, or explain in scripts/bars/bars.ts what prevents it.");
  });

  it("names outdated explanations", () => {
    const report = formatReport(evaluate(0.9, { "sdk.get": explained }), none, now);
    expect(report).toContain("sdk.get is met. Its explanation in scripts/bars/bars.ts is outdated");
  });

  it("names what could not be measured, and why", () => {
    const report = formatReport(evaluate(undefined, { "sdk.get": bar }), new Map([["clients", "npm failed."]]), now);
    expect(report).toContain("clients was not measured: npm failed.");
    expect(report).toContain("sdk.get has no value. Run npm run bars -- clients.");
  });

  it("shows the date of values that are older than the run", () => {
    const evaluated = evaluate(0.5, { "sdk.get": bar });
    expect(formatReport(evaluated, none, now)).not.toContain("2026-03-02");
    expect(formatReport(evaluated, none, "2026-03-03T00:00:00.000Z")).toContain("met on 2026-03-02");
  });
});

describe("the tables", () => {
  it("have a bar or another figure for each benchmark", () => {
    const measuring = new Set<string>(Object.values(figures).map(({ benchmark }) => benchmark));
    expect(Object.keys(benchmarks).filter((id) => !measuring.has(id))).toEqual([]);
  });

  it("are listed in the help", () => {
    const help = formatHelp();
    for (const id of [...Object.keys(bars), ...Object.keys(benchmarks)]) expect(help).toContain(`  ${id} `);
  });
});
