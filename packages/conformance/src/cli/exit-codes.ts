/** What the exit code of the command means. */
export const exitCodes = {
  /** Something passed, and nothing failed. */
  conforms: 0,
  /** Something failed: the service does something else than the specification says. Or nothing was checked. */
  doesNotConform: 1,
  /** The command was called in a wrong way. */
  wrongUsage: 2,
  /** The records file could not be read, or a report could not be written. */
  badFile: 3,
  /** Nothing answers at the base URL. */
  unreachable: 4,
  /** Node is too old, or it is a fault of the command itself. */
  broken: 5,
} as const;
