import { quoteForShell } from "@knowledge-base/internal/escaping";
import { formatProblems } from "@knowledge-base/internal/texts";
import { expect, it } from "vitest";

it("formatProblems shows three of many problems, and the number of the others", () => {
  expect(formatProblems(Array.from({ length: 10_000 }, (_, index) => `p${index}`))).toBe("p0; p1; p2; and 9,997 more.");
});

it("quoteForShell escapes control characters", () => {
  expect(quoteForShell("\u001b'\\")).toBe(`$'\\u001b\\'\\\\'`);
});
