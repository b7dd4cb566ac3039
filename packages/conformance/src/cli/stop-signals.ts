import type { exitCodes } from "./exit-codes.ts";

type StopSignal = Extract<keyof typeof exitCodes, `SIG${string}`>;

const names: readonly StopSignal[] = ["SIGINT", "SIGTERM"];

/** Stops a run on Ctrl-C or SIGTERM, so that its records are removed. The second signal ends the process at once. */
export class StopSignals implements Disposable {
  readonly #controller = new AbortController();
  readonly #listeners = names.map((name) => {
    const listener = () => {
      this.received ??= name;
      this.#controller.abort();
    };
    process.once(name, listener);
    return [name, listener] as const;
  });

  /** The signal that was received first. */
  received: StopSignal | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    for (const [name, listener] of this.#listeners) process.off(name, listener);
  }
}
