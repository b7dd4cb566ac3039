import { frozenTime } from "./open-server.ts";

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
