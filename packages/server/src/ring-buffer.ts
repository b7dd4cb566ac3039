/** Keeps the newest entries and drops the oldest ones. */
export class RingBuffer<Entry> {
  readonly #capacity: number;
  #entries: Entry[] = [];
  #oldest = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add(entry: Entry): void {
    if (this.#entries.length < this.#capacity) {
      this.#entries.push(entry);
      return;
    }
    this.#entries[this.#oldest] = entry;
    this.#oldest = (this.#oldest + 1) % this.#capacity;
  }

  /** Returns the entries, oldest first. */
  toArray(): Entry[] {
    return [...this.#entries.slice(this.#oldest), ...this.#entries.slice(0, this.#oldest)];
  }

  clear(): void {
    this.#entries = [];
    this.#oldest = 0;
  }
}
