/**
 * The numbers that the specification states. Numbers that it leaves open are choices of the reference server and
 * live there.
 *
 * @see Specification, sections 3 and 8
 */
export const limits = {
  /** Maximum number of UTF-16 code units of a summary in the prompt index; longer summaries are cut. */
  indexSummaryLength: 160,
} as const;
