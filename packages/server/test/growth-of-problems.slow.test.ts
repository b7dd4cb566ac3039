import { describe, expect, it } from "vitest";
import { measureHeap } from "./collect-garbage.ts";
import { expectLinearCost } from "./expect-linear-cost.ts";
import { measureCost } from "./growing-cost.ts";
import { growingProblems, inputsWithProblems } from "./growing-problems.ts";
import { open } from "./growing-records.ts";

describe("the cost of problems grows no faster than their number:", () => {
  it.each(growingProblems)("$what", expectLinearCost);
});

describe("an input with a hundred thousand problems", () => {
  it.each(Object.entries(inputsWithProblems))("takes little time and memory: %s", async (_, create) => {
    const act = create(100_000);
    const server = open();
    const before = await measureHeap();
    let thrown: unknown;
    const costMs = await measureCost(() => {
      try {
        act(server);
      } catch (error) {
        thrown = error;
      }
    });
    expect(thrown).toHaveProperty(
      "problems.length",
      expect.toSatisfy((count: number) => count > 0 && count <= 100),
    );
    expect(JSON.stringify(thrown).length).toBeLessThan(100_000);
    expect(costMs).toBeLessThan(1000);
    expect((await measureHeap()) - before).toBeLessThan(12_000_000);
  });
});
