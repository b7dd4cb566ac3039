import type { ReferenceServer, ReferenceServerOptions } from "@knowledge-base/server";
import { frozenTime, openServer } from "./open-server.ts";

/** Creates a clock that stands still and calls a function each time it is read, in their order. */
export function scriptedClock(...reads: readonly (() => void)[]): { now(): number } {
  const left = [...reads];
  return {
    now() {
      left.shift()?.();
      return Date.parse(frozenTime);
    },
  };
}

/** A server whose base clock has the time that the test sets. */
export interface Ticking {
  readonly server: ReferenceServer;
  /** Moves the base clock by milliseconds, forwards or backwards. */
  readonly tick: (milliseconds: number) => void;
}

/** Opens a server with a base clock of the test. */
export function openTicking(options: ReferenceServerOptions = {}): Ticking {
  let timeMs = Date.parse(frozenTime);
  const tick = (milliseconds: number) => {
    timeMs += milliseconds;
  };
  return { server: openServer({ clock: { now: () => timeMs }, ...options }), tick };
}

/** Milliseconds of a timestamp. */
export const at = (timestamp: string) => Date.parse(timestamp);
