/** Maximum number of issues that an error holds. */
export const maxIssues = 100;
