import { printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";
import { growingControls } from "../test/growing-controls.ts";
import { type GrowingCost, measureCost } from "../test/growing-cost.ts";
import { growingOperations } from "../test/growing-operations.ts";
import { growingProblems } from "../test/growing-problems.ts";

// By how much the CPU time of work grows if its input doubles: 2 if it is proportional to the input, 4 if it grows with its square.
// Each input doubles four times, and the growth of one of them is calculated. Of each kind of work, the fastest growth is printed.

const rounds = repetitions(7);
const doublings = 4;

printFigures({
  "server.growth-operations": await findFastestGrowth(growingOperations),
  "server.growth-controls": await findFastestGrowth(growingControls),
  "server.growth-rejections": await findFastestGrowth(growingProblems),
});

async function findFastestGrowth(costs: readonly GrowingCost[]) {
  let fastest = { value: 0, note: "" };
  for (const cost of costs) {
    const value = await measureGrowth(cost);
    console.error(`${value.toFixed(2)} ${cost.what}`);
    if (value > fastest.value) fastest = { value, note: `of ${costs.length}, the fastest is: ${cost.what}` };
  }
  return fastest;
}

async function measureGrowth({ size, prepare }: GrowingCost): Promise<number> {
  const small: number[] = [];
  const large: number[] = [];
  // The first measurements also pay for the compiler of the engine.
  for (let round = 0; round < 3; round += 1) await measureCost(prepare(size));
  for (let round = 0; round < rounds; round += 1) {
    small.push(await measureCost(prepare(size)));
    large.push(await measureCost(prepare(size * 2 ** doublings)));
  }
  return (median(large) / median(small)) ** (1 / doublings);
}
