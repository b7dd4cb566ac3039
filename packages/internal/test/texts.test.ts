import { formatProblems } from "@knowledge-base/internal/texts";
import { expect, it } from "vitest";

it("shows three of many problems, and the number of the others", () => {
  expect(formatProblems(Array.from({ length: 10_000 }, (_, index) => `p${index}`))).toBe("p0; p1; p2; and 9,997 more.");
});
