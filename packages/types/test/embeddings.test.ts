import { pageSchema, validate } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { samplePage } from "./samples.ts";

const large = Array.from({ length: 1536 }, (_, index) => Math.sin(index));

const accepted = {
  "an empty list": [],
  "one number": [0.5],
  "1,536 numbers": large,
  "whole numbers": [0, 1, -2, 40],
  "whole numbers among others": [0, 0.5, 1],
  "the extremes of numbers": [Number.MAX_VALUE, Number.MIN_VALUE, -0, Number.MAX_SAFE_INTEGER + 1],
};

const rejected = {
  NaN: [0.5, Number.NaN],
  Infinity: [Number.POSITIVE_INFINITY, 0.5],
  "negative Infinity": [0.5, Number.NEGATIVE_INFINITY],
  "a hole": Object.assign([1], { 2: 3 }),
  "holes only": Object.assign([], { length: 3 }),
  undefined: [undefined],
  null: [0.5, null],
  "a string": [0.5, "0.5"],
  "an empty string": [""],
  "a boolean": [true],
  "a nested list": [[0.5, 0.25]],
  "an empty nested list": [[]],
  "an object": [{}],
  "a big integer": [1n],
  "a wrong last number of 1,536": [...large.slice(1), "1"],
};

describe("an embedding", () => {
  it.each(Object.entries(accepted))("may be %s", (_, embedding) => {
    expect(validate(pageSchema, samplePage({ embedding })).ok).toBe(true);
  });

  it.each(Object.entries(rejected))("is rejected with %s in it", (_, embedding) => {
    expect(validate(pageSchema, samplePage({ embedding }))).toEqual({
      ok: false,
      issues: [{ path: ["embedding"], message: "must be an array of finite numbers" }],
    });
  });

  it.each(["0.5", 0.5, {}, { length: 0 }, new Set([0.5]), true, null])("is rejected as %j", (embedding) => {
    expect(validate(pageSchema, samplePage({ embedding }))).toEqual({
      ok: false,
      issues: [{ path: ["embedding"], message: "must be an array of finite numbers" }],
    });
  });

  it("is returned as the same array, not copied", () => {
    const validation = validate(pageSchema, samplePage({ embedding: large }));
    expect(validation.ok && validation.value.embedding).toBe(large);
  });
});
