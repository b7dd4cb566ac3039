import type { ApiKey } from "./state.ts";

/** API keys by their value, and by length. */
export class ApiKeyCollection extends Map<string, ApiKey> {
  readonly #countByLength = new Map<number, number>();

  override set(key: string, apiKey: ApiKey): this {
    if (!this.has(key)) this.#count(key, 1);
    return super.set(key, apiKey);
  }

  override delete(key: string): boolean {
    if (this.has(key)) this.#count(key, -1);
    return super.delete(key);
  }

  /** The different lengths of the keys. */
  get lengths(): Iterable<number> {
    return this.#countByLength.keys();
  }

  #count({ length }: string, change: 1 | -1): void {
    const count = (this.#countByLength.get(length) ?? 0) + change;
    if (count === 0) this.#countByLength.delete(length);
    else this.#countByLength.set(length, count);
  }
}
