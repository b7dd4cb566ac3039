import type { ToolCallOptions } from "./agent-tool.ts";

/** Tools in the format of a provider. */
export interface ProviderTools<Definition, Call, Result> {
  /** The tools for a request to the provider. */
  readonly definitions: Definition[];
  /**
   * Calls the tools that a response of the provider names, one after the other, and returns the results for the next request. Other
   * parts of the response are ignored. The result of an unknown tool is an error message: if your program has other tools too, pass
   * only the calls of these tools.
   *
   * Rejects if the signal aborts a call, or if `confirm` throws.
   */
  readonly run: (calls: readonly Call[] | undefined | null, options?: ToolCallOptions) => Promise<Result[]>;
}
