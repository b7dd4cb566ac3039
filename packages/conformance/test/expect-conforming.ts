import { type ConformanceReport, conformanceCases } from "@knowledge-base/conformance";
import { expect } from "vitest";

/** Requires that a strict run included every case, and that all of them passed. */
export function expectConforming({ results, counts, conclusion }: ConformanceReport): void {
  const others = results.filter(({ status }) => status !== "passed");
  expect(others.map(({ id, status, message }) => ({ id, status, message }))).toEqual([]);
  expect(counts).toEqual({ passed: conformanceCases.length, failed: 0, differs: 0, notChecked: 0, error: 0 });
  expect(conclusion).toBe("conforms");
}
