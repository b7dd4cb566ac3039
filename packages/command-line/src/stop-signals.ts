/** Signals and failures that stop a command. */
export interface StopSignals {
  /** Resolves at the first signal or uncaught exception. */
  readonly first: Promise<void>;
  /** Resolves at the second one. */
  readonly second: Promise<void>;
  /** Has the effect of a signal. */
  readonly stop: () => void;
  /** The first uncaught exception. */
  readonly failure: { readonly error: unknown } | undefined;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens for signals and uncaught exceptions, which from then on no longer end the process by themselves. */
export function listenForStopSignals(): StopSignals {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let count = 0;
  let failure: { readonly error: unknown } | undefined;
  const onStop = () => {
    count += 1;
    if (count === 1) first.resolve();
    else second.resolve();
  };
  for (const signal of signals) process.on(signal, onStop);
  process.on("uncaughtException", (error) => {
    failure ??= { error };
    onStop();
  });
  return {
    first: first.promise,
    second: second.promise,
    stop: onStop,
    get failure() {
      return failure;
    },
  };
}
