/** The signals that ask a server to stop. */
export interface StopSignals extends Disposable {
  /** Settles at the first signal. */
  readonly first: Promise<void>;
  /** Settles at the second signal. */
  readonly second: Promise<void>;
}

const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens for the signals that ask to stop. None of them ends the process any more. */
export function listenForStop(): StopSignals {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let count = 0;
  const note = () => {
    count += 1;
    if (count === 1) first.resolve();
    else second.resolve();
  };
  for (const name of names) process.on(name, note);
  return {
    first: first.promise,
    second: second.promise,
    [Symbol.dispose]() {
      for (const name of names) process.off(name, note);
    },
  };
}
