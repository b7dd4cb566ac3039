import type { ToolCallOptions } from "./agent-tool.ts";

/** Tools in the form of a provider. */
export interface ProviderTools<Definition, Call, Result> {
  /** The tools for a request to the provider. */
  readonly definitions: Definition[];
  /**
   * Calls the tools that a response of the provider names, one after the other, and returns what the next request must contain.
   * Other parts of the response are ignored. A name that is not a tool has a result that says so: if your program has more tools,
   * pass only the calls of these.
   *
   * Rejects if a tool does: if the signal aborts it, or with what `confirm` throws.
   */
  readonly run: (calls: readonly Call[] | undefined | null, options?: ToolCallOptions) => Promise<Result[]>;
}
