import type { AgentTool } from "./agent-tool.ts";
import type { ProviderTools } from "./provider-tools.ts";
import { runInOrder } from "./run-in-order.ts";
import { runToolCall } from "./run-tool-call.ts";

/** A tool of the Messages API of Anthropic. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly strict: boolean;
}

/** A content block of a message. Only blocks of the type `tool_use` are calls. */
export interface AnthropicBlock {
  readonly type: string;
}

/** A content block with the result of a call, for the next message. */
export interface AnthropicResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error: boolean;
}

interface ToolUse extends AnthropicBlock {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/**
 * Converts tools for the Messages API of Anthropic. Pass `definitions` as the `tools` of a request, and the `content` of a message to
 * `run`.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { toAnthropicTools, toTools } from "@knowledge-base/sdk/tools";
 *
 * const { definitions } = toAnthropicTools(toTools(new KnowledgeBase()));
 * console.log(definitions[0]?.name); // channels_list
 * ```
 *
 * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
 */
export function toAnthropicTools(
  tools: readonly AgentTool[],
): ProviderTools<AnthropicTool, AnthropicBlock, AnthropicResult> {
  return {
    definitions: tools.map(({ name, description, inputSchema, strict }) => ({
      name,
      description,
      input_schema: { ...inputSchema, type: "object" },
      strict,
    })),
    run: (blocks, options) =>
      runInOrder((blocks ?? []).filter(isCall), async ({ id, name, input }) => {
        const { ok, text } = await runToolCall(tools, { name, input }, options);
        return { type: "tool_result", tool_use_id: id, content: text, is_error: !ok };
      }),
  };
}

function isCall(block: AnthropicBlock): block is ToolUse {
  return block.type === "tool_use";
}
