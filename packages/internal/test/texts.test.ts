import { cutText, formatProblems, messageOf, sliceText } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it.each<[text: string, maxLength: number, sliced: string, cut: string]>([
  ["tide", 4, "tide", "tide"],
  ["tides", 4, "tide", "tid…"],
  ["tid😀", 4, "tid", "tid…"],
  ["ti😀s", 4, "ti😀", "ti…"],
])("cuts %s to %d code units, never within a character", (text, maxLength, sliced, cut) => {
  expect(sliceText(text, maxLength)).toBe(sliced);
  expect(cutText(text, maxLength)).toBe(cut);
});

it("reads the message of anything that is thrown", () => {
  expect([new Error("broken"), "broken", undefined].map(messageOf)).toEqual(["broken", "broken", "undefined"]);
});

it.each([
  ["a is missing.", ["a is missing"]],
  ["a is missing; b is not an option; did you mean c?", ["a is missing", "b is not an option; did you mean c?"]],
  ["b is not an option; did you mean c?; a is missing.", ["b is not an option; did you mean c?", "a is missing"]],
  ["a; b; c.", ["a", "b", "c"]],
  ["p0; p1; p2; and 9,997 more.", Array.from({ length: 10_000 }, (_, index) => `p${index}`)],
])("joins at most three problems to a sentence: %s", (sentence, problems) => {
  expect(formatProblems(problems)).toBe(sentence);
});
