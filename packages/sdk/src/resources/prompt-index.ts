import type { GetPromptIndexInput, IndexEntry } from "@knowledge-base/types";
import type { ResourceMethods } from "@knowledge-base/types/internal";
import type { CallPromise } from "../call/call-promise.ts";
import type { CallError } from "../errors/error-table.ts";
import type { CallOptions } from "../options/client-options.ts";

/** Reads compact indexes of brains, for prompts. */
export interface PromptIndex extends ResourceMethods<"promptIndex"> {
  /**
   * Returns a compact index of the most important pages of a brain, for a prompt. Pinned entries come first.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const entries = await kb.promptIndex.get({ brainId: "brain_operations", limit: 20 });
   * console.log(entries[0]?.slug); // electric-fleet-programme
   * ```
   *
   * @see [promptIndex.get](../../../../docs/operations/promptIndex.get.md)
   * @see Specification, section 4.4
   */
  get(input: GetPromptIndexInput, options?: CallOptions): CallPromise<IndexEntry[], CallError<"promptIndex.get">>;
}
