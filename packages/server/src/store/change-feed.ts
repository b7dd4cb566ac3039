import { choices } from "../choices.ts";
import type { Progress } from "../progress.ts";
import { ProgressBatch } from "../progress-batch.ts";
import { redactFailure } from "../redact-failure.ts";
import type { KnownKeys } from "../redaction.ts";
import { copyEntry } from "./copy-entry.ts";
import type { ChangeStep, StateChange } from "./state-change.ts";

/** Receives the changes of a server. */
export type OnChange = (change: StateChange) => void | Promise<void>;

interface QueuedChange {
  readonly change: StateChange;
  /** How many changes led to this one, because the listener made each in response to the one before. */
  readonly chainLength: number;
  /** Settles when the listener has handled the change or failed. */
  handled: PromiseWithResolvers<void>;
}

/**
 * Hands changes to a listener: one at a time, in order. If the listener fails, all changes that are waiting fail, too. They are
 * handed over again, from the first, before anything else happens.
 */
export class ChangeFeed {
  readonly #onChange: OnChange;
  readonly #getApiKeys: () => KnownKeys;
  readonly #queue: QueuedChange[] = [];
  #steps: ChangeStep[] = [];
  readonly #progress: ProgressBatch | undefined;
  #sequence = 0;
  #isListenerBusy = false;
  /** The change that the listener is receiving, until it returns. */
  #received: QueuedChange | undefined;
  #failure: Error | undefined;

  /**
   * @param getApiKeys - returns the keys that no error must contain, besides those of the change itself
   * @param withProgress - whether changes contain progress
   */
  constructor(onChange: OnChange, getApiKeys: () => KnownKeys, withProgress: boolean) {
    this.#onChange = onChange;
    this.#getApiKeys = getApiKeys;
    this.#progress = withProgress ? new ProgressBatch() : undefined;
  }

  /** Adds a step to the next change. */
  readonly report = (step: ChangeStep): void => {
    this.#steps.push(step);
  };

  /** Adds progress to the next change, if changes contain it. */
  readonly reportProgress = (progress: Progress): void => this.#progress?.add(progress);

  /**
   * Must be called before records are changed. Hands over the changes with which the listener has failed.
   *
   * @returns a promise if the listener is asynchronous
   * @throws Error if the listener fails again, if too many changes are waiting for it, or if it makes a change for each change
   */
  prepare(): Promise<void> | undefined {
    const { length } = this.#queue;
    if (this.#received && this.#received.chainLength >= choices.changeChainLength) {
      throw new Error(
        `Failed to change records: onChange has made ${choices.changeChainLength} changes, each in response to the one before. It must not make a change whenever it receives one`,
      );
    }
    if (this.#isListenerBusy && length < choices.changeQueueCapacity) return undefined;
    if (this.#isListenerBusy)
      throw new Error(`Failed to change records: onChange has not handled ${length} changes yet`);
    return this.flush();
  }

  /**
   * Hands over all steps that were reported, as one change.
   *
   * @returns a promise that settles when the listener has handled all changes so far; undefined if it has handled them already
   * @throws Error if the listener throws
   */
  commit(): Promise<void> | undefined {
    const progress = this.#progress?.take();
    if (this.#steps.length > 0 || (progress && progress.length > 0)) {
      this.#sequence += 1;
      const steps = this.#steps.map(copyStep);
      const change: StateChange = { sequence: this.#sequence, steps, ...(progress && { progress }) };
      const chainLength = this.#received ? this.#received.chainLength + 1 : 0;
      this.#queue.push({ change, chainLength, handled: createDeferred() });
      this.#steps = [];
    }
    return this.flush();
  }

  /** Works like {@link commit}, without a new change. */
  flush(): Promise<void> | undefined {
    const last = this.#queue.at(-1);
    if (!last) return undefined;
    const { promise } = last.handled;
    if (!this.#isListenerBusy) {
      this.#failure = undefined;
      this.#handOver();
      if (this.#failure) throw this.#failure;
    }
    return this.#queue.length === 0 ? undefined : promise;
  }

  #handOver(): void {
    for (let [first] = this.#queue; first; [first] = this.#queue) {
      const { change } = first;
      // While it runs, the listener may call methods of the server, which must not hand over the same change again.
      this.#isListenerBusy = true;
      this.#received = first;
      let handling: void | Promise<void>;
      try {
        handling = this.#onChange(change);
        this.#received = undefined;
      } catch (error) {
        this.#received = undefined;
        this.#isListenerBusy = false;
        this.#fail(error, change);
        return;
      }
      if (isPromise(handling)) {
        this.#waitFor(handling, change);
        return;
      }
      this.#isListenerBusy = false;
      this.#finishFirst();
    }
  }

  #waitFor(handling: PromiseLike<void>, change: StateChange): void {
    const onSuccess = () => {
      this.#isListenerBusy = false;
      this.#finishFirst();
      this.#handOver();
    };
    const onFailure = (error: unknown) => {
      this.#isListenerBusy = false;
      this.#fail(error, change);
    };
    Promise.resolve(handling).then(onSuccess, onFailure);
  }

  #finishFirst(): void {
    this.#queue.shift()?.handled.resolve();
  }

  #fail(cause: unknown, { sequence, steps }: StateChange): void {
    const reason = redactFailure(cause, keysOf(steps), this.#getApiKeys());
    const failure = new Error(
      `onChange failed with change ${sequence}: ${reason}. The change was made. onChange receives it again before the next one`,
      { cause },
    );
    this.#failure = failure;
    for (const queued of this.#queue) {
      queued.handled.reject(failure);
      queued.handled = createDeferred();
    }
  }
}

/** A function such as `(change) => changes.push(change)` returns a value that means nothing. */
function isPromise(value: unknown): value is PromiseLike<void> {
  return typeof Object(value).then === "function";
}

/** Returns the API keys in a change, which may have deleted them. */
function keysOf(steps: readonly ChangeStep[]): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => ("array" in step && step.array === "apiKeys" ? [step.record.key] : [])));
}

/** Creates a promise whose rejection may stay unhandled: the methods of a server in the same process do not wait. */
function createDeferred(): PromiseWithResolvers<void> {
  const deferred = Promise.withResolvers<void>();
  deferred.promise.catch(() => {});
  return deferred;
}

/** Copies a step, so that the listener cannot change stored records. */
function copyStep(step: ChangeStep): ChangeStep {
  return step.action === "put" ? { ...step, ...copyEntry(step) } : structuredClone(step);
}
