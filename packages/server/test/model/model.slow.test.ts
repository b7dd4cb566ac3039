import { describe, expect, it } from "vitest";
import { modelRules } from "./call.ts";
import { checkProperty, propertyTimeoutMs } from "./check-property.ts";
import { type MadeCall, runSteps } from "./run-steps.ts";
import { anySteps } from "./steps.ts";

const runs = 150;

/** All steps: they call every operation and every control, and send requests. */
const everything = [
  ...Object.keys(modelRules.service).map((operation) => `client ${operation}`),
  ...Object.keys(modelRules.service).map((operation) => `request ${operation}`),
  ...Object.entries(modelRules.control).flatMap(([group, rules]) => {
    return Object.keys(rules).map((name) => `control ${group}.${name}`);
  }),
  "clock.advance",
  "snapshot",
  "restore",
  "reset",
  "organization reset",
  "organization restore",
  "organization seed",
  "organization snapshot",
];

function succeeds({ result }: MadeCall): boolean {
  if (!("value" in result)) return false;
  const { status } = Object(result.value) as { readonly status?: unknown };
  return typeof status !== "number" || status < 300;
}

describe("any sequence of operations and controls", () => {
  it("matches the specification", { timeout: propertyTimeoutMs }, async () => {
    const done = new Set<string>();
    let steps = 0;
    let rejected = 0;
    const checked = await checkProperty(
      anySteps({ maxLength: 60 }),
      async (chosen) => {
        for (const said of await runSteps(chosen)) {
          steps += 1;
          if (succeeds(said)) done.add(said.call.name);
          else rejected += 1;
        }
      },
      { runs },
    );
    if (checked < runs) return;
    // All kinds must be frequent, or the choices are too narrow.
    expect([...done].toSorted()).toEqual(everything.toSorted());
    expect(rejected).toBeGreaterThan(steps / 10);
    expect(rejected).toBeLessThan(steps / 2);
  });
});
