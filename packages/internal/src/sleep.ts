/** The longest delay of a timer: with a longer one, it fires at once. */
export const maxTimerMs = 2 ** 31 - 1;

/**
 * Resolves after a time in milliseconds, at the latest after the longest delay of a timer, or as soon as a signal is aborted. Without a
 * time it needs no timer, which tests replace.
 */
export function sleep(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  if (milliseconds === 0 || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.min(milliseconds, maxTimerMs));
    signal?.addEventListener("abort", finish);
  });
}
