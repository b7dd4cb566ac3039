/** Exit codes of `knowledge-base-conformance`. */
export const exitCodes = {
  /** At least one case passed, and none failed, except for known deviations. */
  conforms: 0,
  /** A case failed or was not completed, or too few cases were checked. */
  doesNotConform: 1,
  wrongUsage: 2,
  /** A file cannot be read, the module of the setup cannot be loaded, or a report cannot be written. */
  badFile: 3,
  /** The base URL, the API key or the brain is wrong, or the setup failed. */
  unusable: 4,
  /** Node is too old, or the command has a bug. */
  failed: 5,
  /** The service stopped responding in the middle of the run. */
  interrupted: 6,
  /** The records of the setup could not be removed. */
  recordsLeft: 7,
  /** The run was stopped by a signal. */
  SIGINT: 130,
  SIGTERM: 143,
} as const;
