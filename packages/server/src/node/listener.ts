// Without it the declarations would compile only with lib `esnext.disposable`, which many projects do not have.
declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** Options of {@link Listener.close}. */
export interface CloseOptions {
  /**
   * Milliseconds that requests in flight may still take before they are cut off. 0 cuts them off at once.
   *
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

/** A server that listens on a socket. */
export interface Listener {
  /**
   * Base URL for clients, without a slash at its end: the address of the socket, and the path of the server's own base
   * URL. Where the listener listens on every address, this is the one of the machine itself.
   */
  readonly url: string;
  /** Port on which it listens. */
  readonly port: number;
  /** IP address on which it listens. */
  readonly host: string;
  /**
   * Takes no more connections, ends those that are idle, and lets the requests in flight finish. Settles when every
   * connection is closed; the port is free then.
   *
   * Called again it gives the same promise. With a `timeout` it then hastens a close that is under way, as a second
   * signal to a process would.
   *
   * @throws {@link ListenError} where the timeout is no whole number
   */
  readonly close: (options?: CloseOptions) => Promise<void>;
  /** Closes at the end of a block that began with `await using`, as {@link Listener.close} does. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
