/** A server that runs until it is closed, or until its only client has gone. */
export interface RunningServer {
  /** What it serves over, for the log. */
  readonly name: string;
  /** Resolves when its only client has gone; never if there may be others. */
  readonly ended: Promise<void>;
  /** Aborts the calls that are in flight. */
  readonly close: () => Promise<void>;
}
