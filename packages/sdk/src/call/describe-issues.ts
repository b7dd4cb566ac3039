import { formatIssue, type ValidationIssue } from "@knowledge-base/types";

/** Maximum number of issues that an error holds. */
export const maxIssues = 100;

const maxDescribedIssues = 3;

/** Describes issues in one sentence: the first three, and the number of the others. */
export function describeIssues(issues: readonly ValidationIssue[], root?: string): string {
  const described = issues.slice(0, maxDescribedIssues).map((issue) => formatIssue(issue, root));
  const others = issues.length - described.length;
  if (others > 0) described.push(`and ${others.toLocaleString("en")} more`);
  return described.join("; ");
}
