import { cutText, messageOf } from "@knowledge-base/internal";
import { choices } from "../state/choices.ts";

/** Receives the changes of a server: each time the organization whose records, clock or ids have changed. */
export type OnChange = (change: { readonly organizationId: string }) => void | Promise<void>;

/**
 * Calls a listener for each organization that was changed, one call after the other. What a failed call should have stored is
 * handed over again with the next change.
 */
export class Changes {
  readonly #onChange: OnChange;
  readonly #changed = new Set<string>();
  /** The organizations whose calls have failed, which are changed again with the next change. */
  readonly #failed = new Set<string>();
  /** The calls that have not begun, by organization: several changes share one. */
  readonly #waiting = new Map<string, Promise<void>>();
  /** Resolves when the last call has ended; undefined if there is none. */
  #last: Promise<void> | undefined;

  constructor(onChange: OnChange) {
    this.#onChange = onChange;
  }

  /** Marks an organization as changed. */
  readonly mark = (organizationId: string): void => {
    this.#changed.add(organizationId);
  };

  /**
   * Calls the listener for all changes so far, and again for those with which it has failed. If it fails with an earlier one again, this
   * does not fail.
   *
   * @returns a promise that settles when the calls have ended; undefined if they have ended already
   * @throws Error if the listener throws
   */
  commit(): Promise<void> | undefined {
    const calls: Promise<void>[] = [];
    const failures: unknown[] = [];
    const changed = new Set(this.#changed);
    const failed = changed.size === 0 ? [] : [...this.#failed];
    this.#changed.clear();
    for (const id of failed) this.#failed.delete(id);
    for (const id of new Set([...failed, ...changed])) {
      try {
        const call = this.#schedule(id);
        // Methods of a server in the same process do not wait.
        call?.catch(() => {});
        if (call && changed.has(id)) calls.push(call);
      } catch (error) {
        if (changed.has(id)) failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    if (calls.length === 0) return undefined;
    const all = Promise.all(calls).then(() => {});
    all.catch(() => {});
    return all;
  }

  #schedule(id: string): Promise<void> | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting) return waiting;
    const previous = this.#last;
    let end = () => {};
    const last = new Promise<void>((resolve) => {
      end = () => {
        if (this.#last === last) this.#last = undefined;
        resolve();
      };
    });
    this.#last = last;
    if (!previous) return this.#call(id, end);
    const call = previous.then(() => {
      this.#waiting.delete(id);
      return this.#call(id, end);
    });
    this.#waiting.set(id, call);
    return call;
  }

  #call(organizationId: string, end: () => void): Promise<void> | undefined {
    const fail = (error: unknown) => {
      throw this.#fail(error, organizationId);
    };
    try {
      const ended: unknown = this.#onChange({ organizationId });
      if (ended instanceof Object && "then" in ended)
        return Promise.resolve(ended as Promise<void>)
          .catch(fail)
          .finally(end);
    } catch (error) {
      end();
      fail(error);
    }
    end();
    return undefined;
  }

  #fail(cause: unknown, organizationId: string): Error {
    this.#failed.add(organizationId);
    const reason = cutText(messageOf(cause), choices.problemTextLength);
    return new Error(
      `onChange failed for organization ${organizationId}: ${reason}. The change was made, and is handed over again with the next one`,
      { cause },
    );
  }
}
