import {
  describeNonObject,
  findOptionProblems,
  type OptionRules,
  oneOfRule,
  showName,
} from "@knowledge-base/types/internal";
import { conformanceCases } from "./conformance-cases.ts";
import type { KnownDeviation } from "./known-deviation.ts";
import { nonEmptyTextRule } from "./target-records.ts";

const deviationRules: OptionRules<KnownDeviation> = {
  status: oneOfRule(["failed", "error"]),
  reason: nonEmptyTextRule,
};

/** Returns every problem with known deviations: unknown cases, and fields that are missing or have a wrong type. */
export function findDeviationProblems(deviations: unknown): string[] {
  if (typeof deviations !== "object" || deviations === null || Array.isArray(deviations)) {
    return [describeNonObject(deviations, ["the ids of cases"])];
  }
  return Object.entries(deviations).flatMap(([id, deviation]) => {
    if (!conformanceCases.some((info) => info.id === id)) return [`${showName(id)} is not the id of a case`];
    const problems = findOptionProblems(deviation, deviationRules, {
      path: id,
      required: ["status", "reason"],
      noun: "field",
    });
    return problems.map(({ path, message }) => `${path} ${message}`);
  });
}
