const maxShown = 3;

/** Joins problems to a sentence with at most three of them. A problem that ends with a question mark gets no full stop. */
export function formatProblems(problems: readonly string[]): string {
  const shown = problems.slice(0, maxShown);
  if (problems.length > maxShown) shown.push(`and ${(problems.length - maxShown).toLocaleString("en")} more`);
  return shown.join("; ").replace(/[^?]$/, "$&.");
}
