import { describe, expect, it } from "vitest";
import { formatBarsDocument } from "./bars-document.ts";
import { mergeMeasurements, parseMeasurements, readMeasurements } from "./measurements.ts";
import { parseOutput } from "./run-benchmark.ts";
import { measurementOf } from "./sample-measurement.ts";

const stored = { clients: measurementOf({ "sdk.get": { value: 1.01, note: "41 µs" } }) };

describe("the stored measurements", () => {
  it("are read as they were written", () => {
    expect(parseMeasurements(formatBarsDocument(stored))).toEqual(stored);
  });

  it("are none if there is no file", () => {
    expect(readMeasurements("docs/no-such-file.json")).toEqual({});
  });

  it.each(["", "{", "[]", "null", "{}", '{"measurements":[]}', '{"measurements":{"clients":{}}}'])(
    "cannot be read from %j",
    (text) => {
      expect(() => parseMeasurements(text)).toThrow(/^Failed to read docs\/bars\.json: .*Restore the file with git/s);
    },
  );

  it.each(["1.01", null])("cannot have the value %j", (value) => {
    const text = formatBarsDocument(stored).replaceAll('"value": 1.01', `"value": ${JSON.stringify(value)}`);
    expect(() => parseMeasurements(text)).toThrow("value");
  });

  it("leave out benchmarks and figures that do not exist any more", () => {
    const text = formatBarsDocument(stored);
    expect(parseMeasurements(text.replace('"clients": {', '"removed": {'))).toEqual({});
    expect(parseMeasurements(text.replaceAll('"sdk.get": {', '"sdk.removed": {')).clients?.figures).toEqual({});
  });

  it("are replaced by new ones, and keep the order of the benchmarks", () => {
    const size = measurementOf({ "sdk.bundle": { value: 1 } });
    const clients = measurementOf({ "sdk.get": { value: 2 } });
    const tests = measurementOf({ "tests.time": { value: 60 } });
    const merged = mergeMeasurements(
      { ...stored, size },
      new Map([
        ["clients", clients],
        ["tests", tests],
      ]),
    );
    expect(Object.entries(merged)).toEqual([
      ["tests", tests],
      ["clients", clients],
      ["size", size],
    ]);
  });
});

describe("the output of a benchmark", () => {
  it("is rounded to four digits, except for whole numbers", () => {
    const output = '{"types.page":{"value":1.23456},"types.entries":{"value":123456,"note":"n"}}';
    expect(parseOutput("validation", output)).toEqual({
      "types.page": { value: 1.235 },
      "types.entries": { value: 123_456, note: "n" },
    });
  });

  it.each(["", "Measured.", '{"types.page":{"value":null}}'])("is an error if it is %j", (output) => {
    expect(() => parseOutput("validation", output)).toThrow(
      "The benchmark validation did not print its figures as JSON",
    );
  });

  it("is an error if a figure is missing", () => {
    const output = '{"types.page":{"value":1}}';
    expect(() => parseOutput("validation", output)).toThrow("The benchmark validation did not print types.entries.");
  });
});
