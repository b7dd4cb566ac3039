import { redactFailure } from "./redact-failure.ts";
import type { KnownKeys } from "./redaction.ts";

/** Receives the changes of a server: each time the organization whose records, clock or ids have changed. */
export type OnChange = (change: { readonly organizationId: string }) => void | Promise<void>;

/**
 * Calls a listener for each organization that was changed, one call after the other. What a failed call should have stored is
 * handed over again with the next change.
 */
export class Changes {
  readonly #onChange: OnChange;
  readonly #getApiKeys: () => KnownKeys;
  readonly #changed = new Set<string>();
  /** The calls that have not begun, by organization: several changes share one. */
  readonly #waiting = new Map<string, Promise<void>>();
  /** Number of the calls that have not ended. */
  #active = 0;
  /** Resolves when the last call has ended. */
  #last = Promise.resolve();

  /** @param getApiKeys - returns the keys that no error must contain */
  constructor(onChange: OnChange, getApiKeys: () => KnownKeys) {
    this.#onChange = onChange;
    this.#getApiKeys = getApiKeys;
  }

  /** Marks an organization as changed. */
  readonly mark = (organizationId: string): void => {
    this.#changed.add(organizationId);
  };

  /**
   * Calls the listener for all changes so far.
   *
   * @returns a promise that settles when the calls have ended; undefined if they have ended already
   * @throws Error if the listener throws
   */
  commit(): Promise<void> | undefined {
    const ids = [...this.#changed];
    this.#changed.clear();
    const calls = ids.map((id) => this.#schedule(id)).filter((call) => call !== undefined);
    if (calls.length === 0) return undefined;
    const all = Promise.all(calls).then(() => {});
    // Methods of a server in the same process do not wait.
    all.catch(() => {});
    return all;
  }

  #schedule(id: string): Promise<void> | undefined {
    const call = this.#waiting.get(id) ?? (this.#active === 0 ? this.#call(id) : this.#enqueue(id));
    if (!call) return undefined;
    this.#active += 1;
    this.#last = call
      .catch(() => {})
      .then(() => {
        this.#active -= 1;
      });
    return call;
  }

  #enqueue(id: string): Promise<void> {
    const call = this.#last.then(() => {
      this.#waiting.delete(id);
      return this.#call(id);
    });
    this.#waiting.set(id, call);
    return call;
  }

  #call(organizationId: string): Promise<void> | undefined {
    // The listener may change records, which are handed over when it has returned.
    this.#active += 1;
    try {
      const ended: unknown = this.#onChange({ organizationId });
      if (!(ended instanceof Object && "then" in ended)) return undefined;
      return Promise.resolve(ended as Promise<void>).catch((error: unknown) => {
        throw this.#fail(error, organizationId);
      });
    } catch (error) {
      throw this.#fail(error, organizationId);
    } finally {
      this.#active -= 1;
    }
  }

  #fail(cause: unknown, organizationId: string): Error {
    this.#changed.add(organizationId);
    const reason = redactFailure(cause, this.#getApiKeys());
    return new Error(
      `onChange failed for organization ${organizationId}: ${reason}. The change was made, and is handed over again with the next one`,
      { cause },
    );
  }
}
