import { setTimeout as wait } from "node:timers/promises";
import { createRecords } from "../records/create-records.ts";
import { startSecondService } from "../start-second-service.ts";
import type { VariantName } from "../variants/variant-name.ts";
import { checks } from "./checks.ts";

/** Returns how a service with some variants differs from the specification, as texts. */
export async function runChecks(variants: readonly VariantName[]): Promise<readonly string[]> {
  await using service = await startSecondService({ variants });
  const settle = async () => {
    if (variants.includes("delayed-index")) await wait(450);
  };
  const differences: string[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const records = await createRecords(service);
    await check({ service, records, settle }).catch((error: unknown) => differences.push(`${name}: ${String(error)}`));
  }
  return differences;
}
