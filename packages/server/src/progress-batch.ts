import type { Progress } from "./progress.ts";

/** The progress since the last change: of each item only the newest. */
export class ProgressBatch {
  #byItem = new Map<string, Progress>();

  add(progress: Progress): void {
    const { item, organizationId } = progress;
    if (item === "reset") this.#forget(organizationId);
    this.#byItem.set(JSON.stringify([item, organizationId, item === "authorization" ? progress.nonce : ""]), progress);
  }

  /** Returns copies, in the order in which they were added, and begins again. */
  take(): Progress[] {
    const taken = structuredClone(Array.from(this.#byItem.values()));
    this.#byItem = new Map();
    return taken;
  }

  #forget(organizationId: string | null): void {
    for (const [key, progress] of this.#byItem) {
      if (organizationId === null || progress.organizationId === organizationId) this.#byItem.delete(key);
    }
  }
}
