/** What asks a server to stop. */
export interface StopSignals {
  /** Settles at the first signal, or when something failed that nobody expected. */
  readonly first: Promise<void>;
  /** Settles at the second of them. */
  readonly second: Promise<void>;
  /** What failed, if anything did. */
  readonly failure: { readonly error: unknown } | undefined;
}

const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens for what asks to stop. None of it ends the process by itself any more. */
export function listenForStop(): StopSignals {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let count = 0;
  let failure: { readonly error: unknown } | undefined;
  const note = () => {
    count += 1;
    if (count === 1) first.resolve();
    else second.resolve();
  };
  for (const name of names) process.on(name, note);
  process.on("uncaughtException", (error) => {
    failure ??= { error };
    note();
  });
  return {
    first: first.promise,
    second: second.promise,
    get failure() {
      return failure;
    },
  };
}
