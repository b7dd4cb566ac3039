import { it } from "vitest";
import { checkProperty } from "./check-property.ts";
import { runSteps } from "./run-steps.ts";
import { anySteps } from "./steps.ts";

it("any sequence of operations and controls matches the specification", async () => {
  await checkProperty(anySteps, runSteps, { runs: 40 });
});
