const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/** A signal that asks a process to stop. */
export type StopSignal = (typeof stopSignals)[number];

// Terminals and process managers often send several signals at a time.
const oneSignalMs = 1000;

/**
 * Listens for the signals that ask a process to stop, which from then on no longer end it by themselves. `stop` has the effect of
 * a signal. All signals within a second are one.
 */
export function listenForStopSignals() {
  const [first, second] = [Promise.withResolvers<StopSignal>(), Promise.withResolvers<StopSignal>()];
  let { resolve } = first;
  const stop = (signal: StopSignal = "SIGTERM") => {
    resolve(signal);
    setTimeout(() => ({ resolve } = second), oneSignalMs).unref();
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return { first: first.promise, second: second.promise, stop };
}
