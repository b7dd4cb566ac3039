import type { Server } from "node:http";
import type { OptionRules } from "@knowledge-base/types/internal";
import { findOptionsError } from "../find-options-error.ts";
import type { Connections } from "./connections.ts";
import { ListenError } from "./listen-error.ts";
import { timeoutRule } from "./listen-options.ts";

// Without it the declarations would compile only with lib `esnext.disposable`, which many projects do not have.
declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/**
 * Options of {@link Listener.close}.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { listen } from "@knowledge-base/server/node";
 *
 * const listener = await listen(createReferenceServer());
 * await listener.close({ timeout: 0 });
 * ```
 *
 * @see [The server command](../../../../docs/guides/the-server-command.md)
 */
export interface CloseOptions {
  /**
   * How long requests in flight may still take before their connections are closed, in milliseconds up to a day. 0 closes them
   * at once.
   *
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

/** A server that listens on a socket. */
export interface Listener {
  /**
   * Base URL for clients, without a trailing slash: the address of the socket and the path of the server's own base URL.
   * If the listener listens on every address, this is the loopback address.
   */
  readonly url: string;
  /** Port that the listener listens on. */
  readonly port: number;
  /** IP address that the listener listens on. */
  readonly host: string;
  /**
   * Stops accepting connections, closes idle ones, and lets the requests in flight finish, except those that a planned fault
   * never completes. Resolves when every connection is closed and the port is free.
   *
   * Further calls return the same promise. If a further call has a `timeout`, that timeout also applies, so a second signal
   * to a process can shorten the wait.
   *
   * @throws {@link ListenError} if the timeout is not a whole number from 0 to a day
   */
  readonly close: (options?: CloseOptions) => Promise<void>;
  /** Closes the listener at the end of an `await using` block, as {@link Listener.close} does. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

const defaultTimeoutMs = 10_000;

const optionRules: OptionRules<CloseOptions> = { timeout: timeoutRule };

/** Creates the function that closes a server gracefully. */
export function createClose(server: Server, connections: Connections): Listener["close"] {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const timers: NodeJS.Timeout[] = [];
  let isClosing = false;

  function closeServer(): void {
    // Node would also close connections whose response is written, even if a slow client has not received all of it.
    server.closeIdleConnections = () => {};
    server.close(() => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
    connections.closeWhenIdle();
  }

  function destroyAfter(timeoutMs: number): void {
    if (timeoutMs === 0) connections.destroy();
    else timers.push(setTimeout(() => connections.destroy(), timeoutMs));
  }

  return (options) => {
    // Passed to a runner of tests or to an event, the function gets an argument that is no options.
    const { timeout }: CloseOptions = options ?? {};
    const error = findOptionsError("close", { timeout }, optionRules);
    if (error) return Promise.reject(new ListenError("INVALID_OPTION", error.message));
    if (!isClosing) {
      isClosing = true;
      connections.startClosing();
      // Requests that have arrived but were not read yet are in flight too. One turn of the event loop reads them.
      setImmediate(() => setImmediate(closeServer));
      destroyAfter(timeout ?? defaultTimeoutMs);
    } else if (timeout !== undefined) {
      destroyAfter(timeout);
    }
    return closed;
  };
}
