import type { AgentTool, ToolSchema } from "../agent-tool.ts";
import { convertTools, type ProviderTools } from "./provider-tools.ts";

/** A tool in a request to the Messages API of Anthropic. */
export type AnthropicTool = {
  /** Name of the tool. */
  name: string;
  /** Purpose of the tool, and when to call it. */
  description: string;
  /** JSON Schema of the input. */
  input_schema: {
    /** Always an object. */
    type: "object";
    /** Schemas of the fields. */
    properties: ToolSchema["properties"];
    /** Names of the required fields. */
    required: string[];
    /** False if the tool is strict; otherwise absent. */
    additionalProperties?: boolean;
  };
  /** Whether the provider enforces the schema. */
  strict: boolean;
};

/** The result of a tool for the Messages API of Anthropic, as a part of the next message of the user. */
export type AnthropicResult = {
  /** Kind of the part. */
  type: "tool_result";
  /** Id of the call. */
  tool_use_id: string;
  /** The result for the model. */
  content: string;
  /** Whether the tool failed. */
  is_error: boolean;
};

/**
 * Converts tools for the Messages API of Anthropic. Pass `definitions` as the `tools` of a request, and the `content`
 * of a message to `run`.
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
 * @see [Prompts and agents](../../../../../docs/guides/prompts-and-agents.md)
 */
export function toAnthropicTools(tools: readonly AgentTool[]): ProviderTools<AnthropicTool, AnthropicResult> {
  return convertTools(tools, {
    define({ name, description, inputSchema, strict }) {
      const closed = strict && { additionalProperties: false };
      const schema = { ...inputSchema, required: [...inputSchema.required], ...closed };
      return { name, description, input_schema: schema, strict };
    },
    read: ({ type, id, name, input }) => (type === "tool_use" ? { id, name, input } : undefined),
    write: (id, { ok, text }) => ({ type: "tool_result", tool_use_id: id, content: text, is_error: !ok }),
  });
}
