import type { AgentTool } from "./agent-tool.ts";
import type { ProviderTools } from "./provider-tools.ts";
import { runInOrder } from "./run-in-order.ts";
import { runToolCall } from "./run-tool-call.ts";

/** A function of OpenAI's responses. */
export interface OpenAIResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly strict: boolean;
}

/** An item of a response's output. Only those with the type `function_call` are calls. */
export interface OpenAIResponsesItem {
  readonly type: string;
}

/** The item with the result of a call, for the input of the next request. */
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

/** Writes tools for responses of OpenAI. `definitions` are the `tools` of a request, and `run` takes the `output` of a response. */
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
