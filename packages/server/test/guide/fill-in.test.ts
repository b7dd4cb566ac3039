import { expect, it } from "vitest";
import { fillIn } from "./fill-in.ts";

function agrees(language: "json" | "text", shown: string, output: string): boolean {
  const { shown: filled, printed } = fillIn({ language, text: shown }, output);
  try {
    expect(printed).toStrictEqual(filled);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['{ "a": 1 }', '{"a":1}'],
  ['{ "a": 1, "b": 2 }', '{"b":2,"a":1}'],
  ['{ "a": "…" }', '{"a":[1,2]}'],
  ['{ "a": "key_…" }', '{"a":"key_1"}'],
  ['{ "a": 1, "…": "…" }', '{"a":1,"b":2,"c":3}'],
  ['[1, "…"]', "[1,2,3]"],
  ['[{ "a": 1, "…": "…" }, "…"]', '[{"a":1,"b":2},{"c":3}]'],
  ['"now"', '"now"'],
])("accepts %s for an output of %s", (shown, output) => {
  expect(agrees("json", shown, output)).toBe(true);
});

it.each([
  ['{ "a": 1 }', '{"a":2}'],
  ['{ "a": 1 }', '{"a":1,"b":2}'],
  ['{ "a": 1, "b": 2 }', '{"a":1}'],
  ['{ "a": 1, "b": "…" }', '{"a":1}'],
  ['{ "a": 1, "…": "…" }', '{"a":2,"b":2}'],
  ['{ "a": 1, "…": "…" }', '{"a":1}'],
  ['{ "a": "key_…" }', '{"a":"key_"}'],
  ['{ "a": "key_…" }', '{"a":"a key_1"}'],
  ['{ "a": "key_…" }', '{"a":1}'],
  ['{ "a": "b.c…" }', '{"a":"bacd"}'],
  ["[1]", "[1,2]"],
  ["[1, 2]", "[1]"],
  ['[1, "…"]', "[2,3]"],
  ['[1, "…"]', "[1]"],
  ['["…", 2]', "[1,3]"],
  ["{}", "[]"],
  ["[]", "{}"],
  ["{}", "null"],
  ["{}", ""],
  ['{ "a": 1 }', 'curl: (7) Failed\n{"a":1}'],
  ['{ "a": 1 }', '{"a":1}exit code 1'],
])("does not accept %s for an output of %s", (shown, output) => {
  expect(agrees("json", shown, output)).toBe(false);
});

it.each([
  ["one\ntwo\n", "one\ntwo\n"],
  ["one\ntwo\n", "one\r\ntwo"],
  ["one …\n", "one two\n"],
  ["…\nthree\n", "one\ntwo\nthree\n"],
  ["one\n…\n", "one\ntwo\nthree\n"],
  ["one\n…\nfour…\n…\n", "one\ntwo\nthree\nfour and\nfive\n"],
])("accepts the text %j for an output of %j", (shown, output) => {
  expect(agrees("text", shown, output)).toBe(true);
});

it.each([
  ["one\n", "two\n"],
  ["one\n", "one\ntwo\n"],
  ["one\ntwo\n", "one\n"],
  ["one …\n", "one \n"],
  ["one\n…\n", "one\n"],
  ["one\n…\nthree\n", "one\ntwo\n"],
  ["…\ntwo\n", "two\n"],
  ["…\ntwo\n", "one\ntwo\nthree\n"],
])("does not accept the text %j for an output of %j", (shown, output) => {
  expect(agrees("text", shown, output)).toBe(false);
});

it("expects no output if none is shown", () => {
  expect(fillIn(undefined, "")).toEqual({ shown: "", printed: "" });
  const { shown, printed } = fillIn(undefined, "curl: (7) Failed\n");
  expect(printed).not.toBe(shown);
});

it("fills in the matching parts, so that only the differences remain", () => {
  const text = '{ "id": "key_…", "count": 1, "…": "…" }';
  expect(fillIn({ language: "json", text }, '{"id":"key_7","count":2,"more":true}')).toEqual({
    shown: { id: "key_7", count: 1, more: true },
    printed: { id: "key_7", count: 2, more: true },
  });
});
