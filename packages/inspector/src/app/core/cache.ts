import { UnreachableError } from "./unreachable-error.ts";

/** A value that is loaded when it is first used. */
export interface Loaded<Value> {
  /** Undefined until it is loaded. While it is loaded again, or the server cannot be reached, the previous one. */
  readonly value: Value | undefined;
  /** Why it could not be loaded. */
  readonly error: string | undefined;
}

interface Entry extends Loaded<unknown> {
  readonly load: () => Promise<unknown>;
  readonly isStale: boolean;
  readonly isLoading: boolean;
  /** Number of the rendering that used it last. */
  readonly lastUse: number;
}

/** Values that are not shown any more are forgotten beyond this number. */
const maxEntries = 300;

/** A value that changes all the time is loaded again no sooner than after this time, and after four times its duration. */
const minIntervalMs = 300;

/** Milliseconds after which it is tried again to reach the server. */
const retryMs = 1000;

/** What the page shows of the server. A value is loaded when a view uses it, and again if it is used after it has changed. */
export class Cache {
  readonly #entries = new Map<string, Entry>();
  readonly #onChange: () => void;
  #rendering = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Begins a rendering. The values that it uses are kept until the next one, however many there are. */
  beginRendering(): void {
    this.#rendering += 1;
  }

  /** Returns a value, and loads it unless it is known. */
  use<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
    const known = this.#entries.get(key);
    const entry = known ?? { value: undefined, error: undefined, load, isStale: true, isLoading: false };
    this.#set(key, { ...entry, load, lastUse: this.#rendering });
    if (entry.isStale && !entry.isLoading) void this.#load(key);
    return entry as Loaded<Value>;
  }

  /** Marks values as changed. */
  invalidate(prefix = ""): void {
    for (const [key, entry] of this.#entries) {
      if (key.startsWith(prefix)) this.#entries.set(key, { ...entry, isStale: true });
    }
    this.#onChange();
  }

  async #load(key: string): Promise<void> {
    const started = performance.now();
    let pauseMs = minIntervalMs;
    this.#update(key, { isLoading: true, isStale: false });
    try {
      const value = await this.#entries.get(key)?.load();
      this.#update(key, { value, error: undefined });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof UnreachableError) {
        this.#update(key, { error: message, isStale: true });
        pauseMs = retryMs;
      } else this.#update(key, { error: message, value: undefined });
    }
    const durationMs = performance.now() - started;
    this.#onChange();
    await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, 4 * durationMs)));
    this.#update(key, { isLoading: false });
    if (this.#entries.get(key)?.isStale) this.#onChange();
  }

  #update(key: string, change: Partial<Entry>): void {
    const entry = this.#entries.get(key);
    if (entry) this.#entries.set(key, { ...entry, ...change });
  }

  #set(key: string, entry: Entry): void {
    // The order of a map is that of the last use.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries;
    // A value that is deleted while it is shown would be loaded again and again.
    if (this.#entries.size > maxEntries && oldest && oldest[1].lastUse < this.#rendering - 1) {
      this.#entries.delete(oldest[0]);
    }
  }
}
