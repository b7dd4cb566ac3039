import type { AgentTool } from "./agent-tool.ts";
import type { ProviderTools } from "./provider-tools.ts";
import { runInOrder } from "./run-in-order.ts";
import { runToolCall } from "./run-tool-call.ts";

/** A function of OpenAI's chat completions. */
export interface OpenAIChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
    readonly strict: boolean;
  };
}

/** A call in a message of a chat completion. */
export interface OpenAIChatCall {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** The message with the result of a call. */
export interface OpenAIChatResult {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

/**
 * Writes tools for chat completions of OpenAI. `definitions` are the `tools` of a request, and `run` takes the `tool_calls` of a
 * message.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { definitions } = toOpenAIChatTools(toTools(kb, { brainId: "brain_operations" }));
 * console.log(definitions.map((tool) => tool.function.name).join()); // channels_list,prompt_index_get
 * ```
 */
export function toOpenAIChatTools(
  tools: readonly AgentTool[],
): ProviderTools<OpenAIChatTool, OpenAIChatCall, OpenAIChatResult> {
  return {
    definitions: tools.map(({ name, description, inputSchema, strict }) => ({
      type: "function",
      function: { name, description, parameters: { ...inputSchema }, strict },
    })),
    run: (calls, options) =>
      runInOrder(
        (calls ?? []).flatMap(({ id, function: called }) => (called ? [{ id, ...called }] : [])),
        async ({ id, name, arguments: input }) => {
          const { text } = await runToolCall(tools, { name, input }, options);
          return { role: "tool", tool_call_id: id, content: text };
        },
      ),
  };
}
