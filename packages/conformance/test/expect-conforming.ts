import { type ConformanceCaseInfo, type ConformanceReport, conformanceCases } from "@knowledge-base/conformance";
import { expect } from "vitest";

/** Requires that every case of a strict run passed, and that the run included every case that a filter selects. */
export function expectConforming(
  { results, counts, conclusion }: ConformanceReport,
  filter: (info: ConformanceCaseInfo) => boolean = () => true,
): void {
  const others = results.filter(({ status }) => status !== "passed");
  expect(others.map(({ id, status, message }) => ({ id, status, message }))).toEqual([]);
  const passed = conformanceCases.filter(filter).length;
  expect(counts).toEqual({ passed, failed: 0, differs: 0, notChecked: 0, error: 0 });
  expect(conclusion).toBe("conforms");
}
