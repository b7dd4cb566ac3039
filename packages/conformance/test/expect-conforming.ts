import { type ConformanceReport, conformanceCases } from "@knowledge-base/conformance";
import { expect } from "vitest";

/** Requires that every case of a strict run passed, except for a number of cases that were left out. */
export function expectConforming({ results, counts, conclusion }: ConformanceReport, leftOut = 0): void {
  const others = results.filter(({ status }) => status !== "passed");
  expect(others.map(({ id, status, message }) => ({ id, status, message }))).toEqual([]);
  expect(counts).toEqual({ passed: conformanceCases.length - leftOut, failed: 0, differs: 0, notChecked: 0, error: 0 });
  expect(conclusion).toBe("conforms");
}
