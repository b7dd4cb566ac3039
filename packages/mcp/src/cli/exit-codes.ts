/** Exit codes of `knowledge-base-mcp`. */
export const exitCodes = {
  /** The client has closed the connection, or a signal has stopped the server. */
  stopped: 0,
  /** Node is too old, or the command has a bug. */
  failed: 1,
  wrongUsage: 2,
  /** The port is not available. */
  cannotListen: 3,
} as const;
