const intervalMs = 10;

/** Measures how long this process was kept from running timers, so that slow machines are not taken for slow clients. */
export class DelayWatch {
  #total = 0;
  #last = performance.now();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    this.#total += Math.max(0, now - this.#last - intervalMs);
    this.#last = now;
  }, intervalMs);

  /** Milliseconds of delays since the start. */
  get total(): number {
    return this.#total;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
