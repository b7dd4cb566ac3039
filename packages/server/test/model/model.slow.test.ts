import { expect, it } from "vitest";
import { checkProperty, propertyTimeoutMs } from "./check-property.ts";
import { controls, removingControls } from "./controls.ts";
import { serviceRules } from "./model.ts";
import { runSteps } from "./run-steps.ts";
import { anySteps } from "./steps.ts";

const runs = 150;

/** All steps: they request every operation, and call every control. */
const everything = [
  ...Object.keys(serviceRules).map((operation) => `request ${operation}`),
  ...Object.keys({ ...controls, ...removingControls }),
  ...["clock.advance", "snapshot", "restore", "reset"].flatMap((name) => [name, `organization ${name}`]),
  "organization seed",
];

it("any long sequence of operations and controls matches the specification", {
  timeout: propertyTimeoutMs,
}, async () => {
  const done = new Set<string>();
  const counts = { steps: 0, rejected: 0 };
  const checked = await checkProperty(
    anySteps,
    async (steps) => {
      for (const { call, isSuccess } of await runSteps(steps)) {
        counts.steps += 1;
        if (isSuccess) done.add(call.name);
        else counts.rejected += 1;
      }
    },
    { runs },
  );
  if (checked < runs) return;
  // All kinds must be frequent, or the choices are too narrow.
  expect([...done].toSorted()).toEqual(everything.toSorted());
  expect(counts.rejected).toBeGreaterThan(counts.steps / 10);
  expect(counts.rejected).toBeLessThan(counts.steps / 2);
});
