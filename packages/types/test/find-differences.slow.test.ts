import { collectGarbage } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { findDifferences } from "@knowledge-base/types/internal";
import { expect, it } from "vitest";
import { manyDifferences } from "./helpers/many-differences.ts";

it.each(manyDifferences)("findDifferences needs little memory for hundreds of thousands of $what", async (row) => {
  // Nothing that was allocated before can be collected during the call, and hide what it allocates.
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  findDifferences(row.schema, row.value);
  const used = process.memoryUsage().heapUsed - before;
  expect(used).toBeLessThan(2 ** 27);
});
