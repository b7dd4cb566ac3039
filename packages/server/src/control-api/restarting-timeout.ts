/** A timeout that begins again with each part of a response. */
export class RestartingTimeout {
  readonly #controller = new AbortController();
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts the timeout. */
  constructor(delayMs: number) {
    this.#delayMs = delayMs;
    this.restart();
  }

  /** Aborts after the delay. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), this.#delayMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
