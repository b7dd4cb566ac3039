import type { AgentTool } from "./agent-tool.ts";
import type { ProviderTools } from "./provider-tools.ts";
import { runInOrder } from "./run-in-order.ts";
import { runToolCall } from "./run-tool-call.ts";

/** A tool of the Chat Completions API of OpenAI. */
export interface OpenAIChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
    readonly strict: boolean;
  };
}

/** A tool call in a message of the Chat Completions API. */
export interface OpenAIChatCall {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** A message with the result of a call. */
export interface OpenAIChatResult {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

/**
 * Converts tools for the Chat Completions API of OpenAI. Pass `definitions` as the `tools` of a request, and the `tool_calls` of a
 * message to `run`.
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
 *
 * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
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
