import { fieldsOf, isObject, parseJson } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it("reads the fields of any value", () => {
  expect(fieldsOf({ code: 1 })["code"]).toBe(1);
  expect([null, undefined, 5, "text", []].some((value) => "code" in fieldsOf(value))).toBe(false);
});

it("takes neither an array nor a function for an object", () => {
  expect([{}, [], null, () => {}].map(isObject)).toEqual([true, false, false, false]);
});

it("parses JSON, and returns undefined for any other text", () => {
  expect(['{"a":1}', "null", "", "{"].map(parseJson)).toEqual([{ a: 1 }, null, undefined, undefined]);
});
