import fc from "fast-check";
import { expect, it } from "vitest";
import { anyScript, describeScript } from "./helpers/attempt-script.ts";
import { predictCourse } from "./helpers/attempts-model.ts";
import { runScript } from "./helpers/run-script.ts";

const { PROPERTY_RUNS = "1000", PROPERTY_SEED = "1" } = process.env;

it("a call makes the attempts that the model predicts, ends as it predicts, and leaves nothing behind", async () => {
  const property = fc.asyncProperty(anyScript, async (script) => {
    const course = predictCourse(script);
    fc.pre(course !== undefined);
    const retried = course.attempts.filter(({ reason }) => reason !== undefined);
    const left = { timers: 0, listeners: 0, bodies: 0 };
    expect(await runScript(script), describeScript(script)).toEqual({ ...course, retried, left });
  });
  await fc.assert(property, { seed: Number(PROPERTY_SEED), numRuns: Number(PROPERTY_RUNS) });
});
