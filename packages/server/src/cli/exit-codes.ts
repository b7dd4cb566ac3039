/** Exit codes of `knowledge-base-server`. */
export const exitCodes = {
  /** The server stopped after a signal. */
  stopped: 0,
  /** Node is too old, or the command has a bug. */
  failed: 1,
  wrongUsage: 2,
  /** A state file cannot be read or written, or its state is invalid. */
  badStateFile: 3,
  /** The port or the host is not available. */
  cannotListen: 4,
} as const;
