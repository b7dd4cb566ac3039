import type { OperationId } from "@knowledge-base/types";
import type { ConformanceCase } from "./operation-spec.ts";
import { operationSpecs } from "./operation-specs.ts";
import { Service } from "./service.ts";
import type { Target } from "./target.ts";

/** What became of one case. */
export interface ConformanceResult {
  /** Operation that the case is about. */
  readonly operation: OperationId;
  /** The behaviour, in the present tense. */
  readonly title: string;
  /** Whether the implementation behaves so. */
  readonly passed: boolean;
  /** What it did instead, where it does not. */
  readonly message?: string;
}

/** Runs every case against an implementation, one after the other. A case that fails does not stop the others. */
export async function runConformance(target: Target): Promise<ConformanceResult[]> {
  const service = new Service(target);
  const results: ConformanceResult[] = [];
  for (const { id: operation, success, errors } of Object.values(operationSpecs)) {
    for (const { title, run } of [success, ...Object.values<ConformanceCase>(errors)]) {
      await target.reset?.();
      const message = await run(service).then(() => undefined, String);
      results.push({ operation, title, passed: message === undefined, ...(message !== undefined && { message }) });
    }
  }
  return results;
}
