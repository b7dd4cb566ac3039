/** Waits, in real time, until the time is over or the caller gives up. */
export async function pause(milliseconds: number, signal: AbortSignal | null): Promise<void> {
  if (milliseconds === 0 || signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const wake = () => resolve();
  signal?.addEventListener("abort", wake, { once: true });
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", wake);
}
