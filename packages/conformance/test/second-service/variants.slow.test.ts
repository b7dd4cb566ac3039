import { describe, expect, it } from "vitest";
import { describeService } from "./checks/describe-service.ts";
import { runChecks } from "./checks/run-checks.ts";
import { startSecondService } from "./start-second-service.ts";
import type { VariantName } from "./variants/variant-name.ts";
import { variants } from "./variants/variants.ts";

const names = Object.keys(variants) as VariantName[];

async function describeVariants(applied: readonly VariantName[]): Promise<readonly string[]> {
  await using service = await startSecondService({ variants: applied });
  return await describeService(service);
}

describe("a variant alone", () => {
  it.each(names)("%s follows the specification", async (name) => {
    expect(await runChecks([name])).toEqual([]);
  });

  it("changes responses", async () => {
    const expected = await describeVariants([]);
    expect(await describeVariants([])).toEqual(expected);
    for (const name of names.filter((candidate) => candidate !== "slow-responses")) {
      expect(await describeVariants([name]), name).not.toEqual(expected);
    }
  });

  it("can be slow", async () => {
    await using service = await startSecondService({ variants: ["slow-responses"] });
    const started = performance.now();
    for (let count = 0; count < 10; count += 1) await fetch(`${service.baseUrl}/v1/brains`);
    expect(performance.now() - started).toBeGreaterThan(290);
  });
});
