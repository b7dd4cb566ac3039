import { KeyFinder } from "./key-finder.ts";

/** Number of deleted keys that are remembered. */
const maxDeletedKeys = 1000;

/** More than the redactor compares of a key. It needs to know only that the key is longer. */
const rememberedLength = 257;

/**
 * The API keys that the unread entries of a server's journals may contain: the current ones, and those that were deleted
 * since. Entries are redacted when they are read, so that recording them costs little.
 */
export class JournalKeys {
  readonly #currentKeys: () => { readonly size: number; keys(): Iterable<string> };
  readonly #redactAll: () => void;
  readonly #deleted = new Set<string>();
  #finder: KeyFinder | undefined;
  #finderSize = 0;

  /**
   * @param currentKeys - returns the keys that are valid now
   * @param redactAll - redacts all entries of all journals, so that deleted keys can be forgotten
   */
  constructor(currentKeys: () => { readonly size: number; keys(): Iterable<string> }, redactAll: () => void) {
    this.#currentKeys = currentKeys;
    this.#redactAll = redactAll;
  }

  /** Returns a finder of all keys. */
  get finder(): KeyFinder {
    const current = this.#currentKeys();
    // Deleting a key discards the finder, so keys were added if and only if their number has changed.
    if (!this.#finder || this.#finderSize !== current.size) {
      this.#finder = new KeyFinder([...current.keys(), ...this.#deleted]);
      this.#finderSize = current.size;
    }
    return this.#finder;
  }

  /** Remembers keys that were or will be deleted. */
  delete(keys: Iterable<string>): void {
    for (const key of keys) this.#deleted.add(key.slice(0, rememberedLength));
    this.#finder = undefined;
    if (this.#deleted.size <= maxDeletedKeys) return;
    this.#redactAll();
    this.#deleted.clear();
    this.#finder = undefined;
  }
}
