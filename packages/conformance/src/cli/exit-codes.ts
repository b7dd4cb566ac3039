/** Exit codes of `knowledge-base-conformance`. */
export const exitCodes = {
  /** At least one case passed, and none failed. */
  conforms: 0,
  /** A case failed, or none was checked. */
  doesNotConform: 1,
  wrongUsage: 2,
  /** The records file cannot be read, or a report cannot be written. */
  badFile: 3,
  /** There is no response from the base URL. */
  unreachable: 4,
  /** Node is too old, or the command has a bug. */
  failed: 5,
} as const;
