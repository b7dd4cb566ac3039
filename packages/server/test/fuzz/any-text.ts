import fc from "fast-check";

/** One of some values. The first is the simplest; a value that is listed twice is twice as likely. */
export const of = fc.constantFrom;

/** A choice between arbitraries of different weight. */
export function weighed<Value>(...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<Value>])[]) {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Texts that often reveal bugs. */
const strangeTexts = [
  "",
  ".",
  "..",
  "%",
  "%zz",
  "%00",
  "\u0000",
  "%2F",
  "%2e%2e",
  "/",
  "\\",
  ";",
  "?",
  "#",
  "&",
  "=",
  "+",
  " ",
  "\t",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "-1",
  "0",
  "1e309",
  "[]",
  "{}",
  "{brainId}",
  "größe",
  "🌊",
  "\u202e",
  "\ufeff",
  "ÿ",
  "%C3%BC",
  "%ff",
  "%c0%af",
  "%ED%A0%80",
  "x".repeat(5000),
];

/** A text of any kind. */
export const anyText = weighed<string>(
  [3, of(...strangeTexts)],
  [1, fc.string()],
  [1, fc.string({ unit: "binary", maxLength: 20 })],
);
