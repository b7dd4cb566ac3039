import type { ReferenceServerOptions } from "@knowledge-base/server";
import { frozenTime } from "./build-state.ts";
import { openServer } from "./open-server.ts";

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

/** Opens a server, and a function that moves its base clock by milliseconds, forwards or backwards. */
export function openTicking(options: ReferenceServerOptions = {}) {
  let timeMs = Date.parse(frozenTime);
  const tick = (milliseconds: number) => {
    timeMs += milliseconds;
  };
  return { server: openServer({ clock: { now: () => timeMs }, ...options }), tick };
}

/** Milliseconds of a timestamp. */
export const at = (timestamp: string) => Date.parse(timestamp);
