import { describe, it } from "vitest";
import { expectLinearCost } from "./expect-linear-cost.ts";
import { growingControls } from "./growing-controls.ts";
import { growingOperations } from "./growing-operations.ts";

describe("the cost grows no faster than", () => {
  it.each([...growingControls, ...growingOperations])("$what", expectLinearCost);
});
