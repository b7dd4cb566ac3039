import type { Server } from "node:http";
import { type OptionRules, optionsError } from "../options-error.ts";
import type { Connections } from "./connections.ts";
import { ListenError } from "./listen-error.ts";
import type { CloseOptions, Listener } from "./listener.ts";
import { longestTimeoutMs, wholeNumberRule } from "./whole-number.ts";

const defaultTimeoutMs = 10_000;

const optionRules: OptionRules<CloseOptions> = { timeout: wholeNumberRule(longestTimeoutMs) };

/** Makes what closes a server gracefully. */
export function createClose(server: Server, connections: Connections): Listener["close"] {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const timers: NodeJS.Timeout[] = [];
  let isClosing = false;

  function begin(): void {
    // Node would also end the connections whose answer is written, though a slow client may not have all of it yet.
    server.closeIdleConnections = () => {};
    server.close(() => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
    connections.end();
  }

  function cutAfter(timeout: number): void {
    if (timeout === 0) connections.cut();
    else timers.push(setTimeout(() => connections.cut(), timeout));
  }

  return ({ timeout } = {}) => {
    const error = optionsError("close", { timeout }, optionRules);
    if (error) return Promise.reject(new ListenError("INVALID_OPTION", error.message));
    if (!isClosing) {
      isClosing = true;
      connections.announceEnd();
      // Requests that have arrived, but were not read yet, are in flight too. A whole turn of the event loop reads them.
      setImmediate(() => setImmediate(begin));
      cutAfter(timeout ?? defaultTimeoutMs);
    } else if (timeout !== undefined) {
      cutAfter(timeout);
    }
    return closed;
  };
}
