import { formatProblems } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";

describe("formatProblems", () => {
  it.each([
    [["a is missing"], "a is missing."],
    [["a is missing", "b is not an option; did you mean c?"], "a is missing; b is not an option; did you mean c?"],
    [["b is not an option; did you mean c?", "a is missing"], "b is not an option; did you mean c?; a is missing."],
    [["a", "b", "c"], "a; b; c."],
    [Array.from({ length: 10_000 }, (_, index) => `p${index}`), "p0; p1; p2; and 9,997 more."],
  ])("writes a sentence with at most three of them", (problems, sentence) => {
    expect(formatProblems(problems)).toBe(sentence);
  });
});
