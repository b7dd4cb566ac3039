import type { Progress } from "./progress.ts";

/** The progress since the last change: of each item only the newest. */
export class ProgressBatch {
  #byItem = new Map<string, Progress>();

  add(progress: Progress): void {
    const { item, organizationId } = progress;
    const key = JSON.stringify([item, organizationId, item === "authorization" ? progress.nonce : ""]);
    this.#byItem.delete(key); // Otherwise the new value would have the place of the old one.
    this.#byItem.set(key, progress);
  }

  /** Returns copies, in the order in which they were added, and begins again. */
  take(): Progress[] {
    const taken = structuredClone(Array.from(this.#byItem.values()));
    this.#byItem = new Map();
    return taken;
  }
}
