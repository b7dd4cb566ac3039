/** What the exit code of the command means. */
export const exitCodes = {
  /** The server stopped because it was asked to. */
  stopped: 0,
  /** Something else failed: Node is too old, or it is a fault of the command itself. */
  failed: 1,
  /** The command was called in a wrong way. */
  wrongUsage: 2,
  /** A state file could not be read or written, or its state was refused. */
  badStateFile: 3,
  /** The port could not be taken. */
  cannotListen: 4,
} as const;
