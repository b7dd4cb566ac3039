import type { AgentTool } from "./agent-tool.ts";
import type { ProviderTools } from "./provider-tools.ts";
import { runInOrder } from "./run-in-order.ts";
import { runToolCall } from "./run-tool-call.ts";

/** A tool of the Responses API of OpenAI. */
export interface OpenAIResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly strict: boolean;
}

/** An output item of a response. Only items of the type `function_call` are calls. */
export interface OpenAIResponsesItem {
  readonly type: string;
}

/** An input item with the result of a call, for the next request. */
export interface OpenAIResponsesResult {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string;
}

interface FunctionCall extends OpenAIResponsesItem {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * Converts tools for the Responses API of OpenAI. Pass `definitions` as the `tools` of a request, and the `output` of a response to
 * `run`.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { toOpenAIResponsesTools, toTools } from "@knowledge-base/sdk/tools";
 *
 * const { definitions } = toOpenAIResponsesTools(toTools(new KnowledgeBase()));
 * console.log(definitions[0]?.name); // channels_list
 * ```
 *
 * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
 */
export function toOpenAIResponsesTools(
  tools: readonly AgentTool[],
): ProviderTools<OpenAIResponsesTool, OpenAIResponsesItem, OpenAIResponsesResult> {
  return {
    definitions: tools.map(({ name, description, inputSchema, strict }) => ({
      type: "function",
      name,
      description,
      parameters: { ...inputSchema },
      strict,
    })),
    run: (items, options) =>
      runInOrder((items ?? []).filter(isCall), async ({ call_id, name, arguments: input }) => {
        const { text } = await runToolCall(tools, { name, input }, options);
        return { type: "function_call_output", call_id, output: text };
      }),
  };
}

function isCall(item: OpenAIResponsesItem): item is FunctionCall {
  return item.type === "function_call";
}
