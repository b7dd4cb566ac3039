import { parseTimestamp } from "@knowledge-base/types/internal";

/** Returns the time of this machine in milliseconds since 1970, to compare the clock of an implementation with it. */
export function localTimeMs(): number {
  return Date.now();
}

// By how much the clocks of two parts of a service may differ. A timestamp may also leave out milliseconds.
const clockToleranceMs = 5000;

/** Returns whether a timestamp is at least some time after an earlier one, as far as the clocks of a service agree. */
export function isSince(timestamp: string, earlier: string, delayMs = 0): boolean {
  return parseTimestamp(timestamp) - parseTimestamp(earlier) >= delayMs - clockToleranceMs;
}

// CI systems kill a process soon after they have stopped it.
const maxEndMs = 5000;

/**
 * Resolves or rejects as a function of the target does.
 *
 * @param name - name of the function, for the message
 * @param stop - shortens the time when it is aborted meanwhile
 * @throws an error if it takes longer than a time
 */
export async function withinTime<Result>(
  name: string,
  milliseconds: number,
  call: () => Result | PromiseLike<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  const limitTo = (ms: number) => setTimeout(() => limit.reject(new Error(`${name} took longer than ${ms} ms`)), ms);
  const timers = [limitTo(milliseconds)];
  const shorten = () => timers.push(limitTo(maxEndMs));
  stop?.addEventListener("abort", shorten);
  try {
    return await Promise.race([call(), limit.promise]);
  } finally {
    timers.forEach(clearTimeout);
    stop?.removeEventListener("abort", shorten);
  }
}
