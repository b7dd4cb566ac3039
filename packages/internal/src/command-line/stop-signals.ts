const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/** A signal that asks a process to stop. */
export type StopSignal = (typeof stopSignals)[number];

// Terminals and process managers often send several signals at a time: all of them within a second are one.
const oneSignalMs = 1000;

/**
 * Listens for the signals that ask a process to stop, which from then on no longer end it by themselves. `second` resolves with a
 * signal that comes more than a second after the first one; `raise` has the effect of a signal.
 */
export function listenForStopSignals() {
  const first = Promise.withResolvers<StopSignal>();
  const second = Promise.withResolvers<StopSignal>();
  let next = first;
  const raise = (signal: StopSignal = "SIGTERM") => {
    next.resolve(signal);
    setTimeout(() => {
      next = second;
    }, oneSignalMs).unref();
  };
  for (const signal of stopSignals) process.on(signal, raise);
  return { first: first.promise, second: second.promise, raise };
}
