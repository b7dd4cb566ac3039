import { describe, expect, it } from "vitest";
import { benchmarks } from "./benchmarks.ts";
import { selectBenchmarks } from "./select-benchmarks.ts";

describe("the selected benchmarks", () => {
  it("are all without names", () => {
    expect(selectBenchmarks([])).toEqual(Object.keys(benchmarks));
  });

  it.each([
    [["sdk.get"], ["clients"]],
    [["sdk.page", "sdk.get"], ["clients"]],
    [["types"], ["validation"]],
    [["start"], ["start"]],
    [
      ["server.index", "sdk.bundle"],
      ["size", "index"],
    ],
    [["docs"], ["docs"]],
  ])("of %j are %j", (names, expected) => {
    expect(selectBenchmarks(names)).toEqual(expected);
  });

  it("are all benchmarks of an area", () => {
    expect(selectBenchmarks(["sdk"])).toEqual(["clients", "size", "imports", "bodies", "embedding", "tools"]);
  });

  it.each(["", "sdk.", "get", "toString", "constructor", "sdk.gets"])("are an error for %j", (name) => {
    expect(() => selectBenchmarks(["sdk", name])).toThrow(
      `There is no bar, area or benchmark "${name}". Areas: tests, sdk`,
    );
  });
});
