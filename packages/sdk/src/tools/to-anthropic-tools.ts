import type { AgentTool } from "./agent-tool.ts";
import type { ProviderTools } from "./provider-tools.ts";
import { runInOrder } from "./run-in-order.ts";
import { runToolCall } from "./run-tool-call.ts";

/** A tool of Anthropic's messages. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly strict: boolean;
}

/** A block of a message's content. Only those with the type `tool_use` are calls. */
export interface AnthropicBlock {
  readonly type: string;
}

/** The block with the result of a call, for the content of the next message. */
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

/** Writes tools for messages of Anthropic. `definitions` are the `tools` of a request, and `run` takes the `content` of a message. */
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
