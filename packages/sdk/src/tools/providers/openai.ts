import { fieldsOf } from "@knowledge-base/internal/json";
import type { AgentTool, ToolSchema } from "../agent-tool.ts";
import { convertTools, type ProviderTools } from "./provider-tools.ts";

/** A function as both APIs of OpenAI describe it. */
export type OpenAIFunction = {
  /** Name of the tool. */
  name: string;
  /** Purpose of the tool, and when to call it. */
  description: string;
  /** JSON Schema of the input. If the tool is strict, each field is required, and an optional one may be null. */
  parameters: Record<string, unknown>;
  /** Whether the provider enforces the schema. */
  strict: boolean;
};

function defineFunction({ name, description, inputSchema, strict }: AgentTool): OpenAIFunction {
  return { name, description, parameters: strict ? writeStrict(inputSchema) : { ...inputSchema }, strict };
}

// Strict schemas of OpenAI require every field, so that an optional one is nullable.
function writeStrict({ properties, required, ...schema }: ToolSchema): Record<string, unknown> {
  const fields = Object.entries(properties).map(([name, field]) => {
    const { type, enum: values } = field;
    const nullable = { ...field, type: [type, "null"], ...(Array.isArray(values) && { enum: [...values, null] }) };
    return [name, required.includes(name) ? field : nullable];
  });
  const all = { properties: Object.fromEntries(fields), required: Object.keys(properties) };
  return { ...schema, ...all, additionalProperties: false };
}

/** A tool in a request to the Chat Completions API of OpenAI. */
export type OpenAIChatTool = {
  /** Kind of the tool. */
  type: "function";
  /** The tool itself. */
  function: OpenAIFunction;
};

/** The result of a tool for the Chat Completions API of OpenAI, a message of the next request. */
export type OpenAIChatResult = {
  /** Role of the message. */
  role: "tool";
  /** Id of the call. */
  tool_call_id: string;
  /** The result for the model. */
  content: string;
};

/**
 * Converts tools for the Chat Completions API of OpenAI. Pass `definitions` as the `tools` of a request, and the
 * `tool_calls` of a message to `run`.
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
 * @see [Prompts and agents](../../../../../docs/guides/prompts-and-agents.md)
 */
export function toOpenAIChatTools(tools: readonly AgentTool[]): ProviderTools<OpenAIChatTool, OpenAIChatResult> {
  return convertTools(tools, {
    define: (tool) => ({ type: "function", function: defineFunction(tool) }),
    read({ id, function: called }) {
      const { name, arguments: input } = fieldsOf(called);
      return called ? { id, name, input } : undefined;
    },
    write: (id, { text }) => ({ role: "tool", tool_call_id: id, content: text }),
  });
}

/** A tool in a request to the Responses API of OpenAI. */
export type OpenAIResponsesTool = OpenAIFunction & {
  /** Kind of the tool. */
  type: "function";
};

/** The result of a tool for the Responses API of OpenAI, a part of the `input` of the next request. */
export type OpenAIResponsesResult = {
  /** Kind of the part. */
  type: "function_call_output";
  /** Id of the call. */
  call_id: string;
  /** The result for the model. */
  output: string;
};

/**
 * Converts tools for the Responses API of OpenAI. Pass `definitions` as the `tools` of a request, and the `output` of a
 * response to `run`.
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
 * @see [Prompts and agents](../../../../../docs/guides/prompts-and-agents.md)
 */
export function toOpenAIResponsesTools(
  tools: readonly AgentTool[],
): ProviderTools<OpenAIResponsesTool, OpenAIResponsesResult> {
  return convertTools(tools, {
    define: (tool) => ({ type: "function", ...defineFunction(tool) }),
    read: ({ type, call_id: id, name, arguments: input }) =>
      type === "function_call" ? { id, name, input } : undefined,
    write: (id, { text }) => ({ type: "function_call_output", call_id: id, output: text }),
  });
}
