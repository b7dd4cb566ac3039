import type { ValidationIssue } from "@knowledge-base/types/internal";

/** Maximum number of issues that an error holds. */
export const maxIssues = 100;

const maxPathLength = 100;
const maxNameLength = 200;
const maxMessageLength = 1000;

/** Returns an issue whose path and message have a limited length: both may quote a response or an input. */
export function showIssue<Issue extends ValidationIssue>(issue: Issue): Issue {
  const path = issue.path
    .slice(0, maxPathLength)
    .map((part) => (typeof part === "number" ? part : String(part).slice(0, maxNameLength)));
  return { ...issue, path, message: issue.message.slice(0, maxMessageLength) };
}
