import type { ApiKey } from "./record-types.ts";

/** API keys by their value. Their lengths are known without reading each key, so that looking for keys in a text costs little. */
export class ApiKeyMap extends Map<string, ApiKey> {
  readonly #countByLength = new Map<number, number>();

  /** The different lengths of the keys. */
  get lengths(): Iterable<number> {
    return this.#countByLength.keys();
  }

  override set(key: string, apiKey: ApiKey): this {
    if (!this.has(key)) this.#count(key, 1);
    return super.set(key, apiKey);
  }

  override delete(key: string): boolean {
    if (this.has(key)) this.#count(key, -1);
    return super.delete(key);
  }

  #count({ length }: string, change: 1 | -1): void {
    const count = (this.#countByLength.get(length) ?? 0) + change;
    if (count === 0) this.#countByLength.delete(length);
    else this.#countByLength.set(length, count);
  }
}
