import { formatIssue, type ValidationIssue } from "@knowledge-base/types/internal";

/**
 * Describes what is wrong with a body, without its indexes and numbers, so that the description is the same for all bodies with
 * the same cause, however many elements they have: `[].status is missing`.
 */
export function describeIssues(issues: readonly ValidationIssue[]): string {
  const descriptions = issues.map((issue) =>
    formatIssue(issue, "body")
      .replaceAll(/\[\d+\]/g, "[]")
      .replace(/, not -?\d\S*$/, ", not a number"),
  );
  return [...new Set(descriptions)].join("; ");
}
