import { cutText, formatProblems, messageOf, sliceText } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it.each<{ text: string; maxLength: number; sliced: string; cut: string }>([
  { text: "tide", maxLength: 4, sliced: "tide", cut: "tide" },
  { text: "tides", maxLength: 4, sliced: "tide", cut: "tid…" },
  { text: "tid😀", maxLength: 4, sliced: "tid", cut: "tid…" },
  { text: "ti😀s", maxLength: 4, sliced: "ti😀", cut: "ti…" },
])("cuts $text to $maxLength code units, never within a character", ({ text, maxLength, sliced, cut }) => {
  expect(sliceText(text, maxLength)).toBe(sliced);
  expect(cutText(text, maxLength)).toBe(cut);
});

it("reads the message of anything that is thrown", () => {
  expect([new Error("broken"), "broken", undefined].map(messageOf)).toEqual(["broken", "broken", "undefined"]);
});

// biome-ignore format: one row a line
it.each([
  { sentence: "a is missing.", problems: ["a is missing"] },
  { sentence: "a is missing; b is not an option; did you mean c?", problems: ["a is missing", "b is not an option; did you mean c?"] },
  { sentence: "b is not an option; did you mean c?; a is missing.", problems: ["b is not an option; did you mean c?", "a is missing"] },
  { sentence: "a; b; c.", problems: ["a", "b", "c"] },
  { sentence: "p0; p1; p2; and 9,997 more.", problems: Array.from({ length: 10_000 }, (_, index) => `p${index}`) },
])("joins at most three problems to the sentence '$sentence'", ({ sentence, problems }) => {
  expect(formatProblems(problems)).toBe(sentence);
});
