/**
 * Limits that the specification states. Limits that it leaves open are choices of the reference server.
 *
 * @see Specification, sections 3 and 8
 */
export const limits = {
  /** Maximum number of UTF-16 code units of a summary in the prompt index. Longer summaries are cut. */
  maxIndexSummaryLength: 160,
} as const;
