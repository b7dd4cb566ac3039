import { expect } from "vitest";
import { type GrowingCost, measureCost } from "./growing-cost.ts";

/** The larger input is 16 times the smaller one. A quadratic cost would be 256 times, a linear one 16 times as high. */
const factor = 16;
const highestRatio = 64;

/** Expects that the cost of work grows no faster than its size. */
export async function expectLinearCost({ size, prepare }: GrowingCost): Promise<void> {
  // The work of a busy machine makes single measurements longer, never shorter.
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && ratio > highestRatio; attempt += 1) {
    await measureCost(prepare(size));
    const small = Math.max(await measureCost(prepare(size)), await measureCost(prepare(size)));
    ratio = Math.min(ratio, (await measureCost(prepare(size * factor))) / small);
  }
  expect(ratio).toBeLessThan(highestRatio);
}
