import type { KnowledgeBaseErrorCode } from "@knowledge-base/sdk";
import type { ToolOptions } from "@knowledge-base/sdk/tools";

/**
 * A completed call of a tool.
 *
 * @inline
 */
export type ToolCallEvent = {
  /** Name of the tool. */
  readonly tool: string;
  /**
   * `ok` if it succeeded, `asked` if a person was asked first, `denied` if the person did not confirm it, `refused` if nobody could
   * be asked, otherwise the code of the error.
   */
  readonly outcome: "ok" | "asked" | "denied" | "refused" | KnowledgeBaseErrorCode;
};

/**
 * Options of {@link createMcpServerFactory}.
 *
 * @example
 * ```ts
 * import { createMcpServerFactory } from "@knowledge-base/mcp";
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const createServer = createMcpServerFactory(kb, { brainId: "brain_operations", allow: ["promptIndex.get"] });
 * ```
 *
 * @see [Tools for agents](../../../docs/guides/tools-for-agents.md)
 */
export interface McpOptions extends Omit<ToolOptions, "brainId" | "confirm"> {
  /**
   * The brains that the MCP host may use, at least one. With one brain, it is not part of the input of any tool; with several, the model
   * chooses one of them. The prompt index of each is a resource and a prompt, if `allow` contains `promptIndex.get`.
   */
  readonly brainId: string | readonly string[];
  /**
   * Whether destructive tools are called without confirmation. Otherwise the client must support elicitation and ask a person. If it
   * does not, calls of destructive tools are rejected.
   *
   * @default false
   */
  readonly allowDestructive?: boolean | undefined;
  /**
   * Function that is called after each call of a tool. It must not throw.
   *
   * @default none
   */
  readonly onToolCall?: ((event: ToolCallEvent) => void) | undefined;
}
