import { cutText, type Fields, fieldsOf, showName, suggestName, toStandardSchema } from "@knowledge-base/internal";
import type { AgentTool, ToolCallOptions, ToolResult, ToolSchema } from "./agent-tool.ts";

/**
 * Tools in the format of a provider.
 *
 * @typeParam Definition - a tool as a request to the provider describes it
 * @typeParam Result - the result of a call, for the next request
 */
export type ProviderTools<Definition, Result> = {
  /** The tools for a request to the provider. */
  readonly definitions: Definition[];
  /**
   * Calls the tools that a response of the provider names, one after the other, and returns the results for the next
   * request. Other parts of the response are ignored. The result of an unknown tool is an error message: if your
   * program has other tools too, pass only the calls of these tools.
   *
   * Rejects if the signal aborts a call, or if `confirm` throws.
   */
  readonly run: (parts: readonly ResponsePart[] | undefined | null, options?: ToolCallOptions) => Promise<Result[]>;
};

/** A part of a response, such as a block of text or a call of a tool. */
export type ResponsePart = {
  /** Kind of the part. */
  readonly type: string;
};

interface Call {
  readonly id: unknown;
  readonly name: unknown;
  readonly input: unknown;
}

interface Provider<Definition, Result> {
  readonly define: (tool: AgentTool) => Definition;
  // Returns undefined for a part that isn't a call.
  readonly read: (part: Fields) => Call | undefined;
  readonly write: (id: string, result: ToolResult) => Result;
}

function convert<Definition, Result>(
  tools: readonly AgentTool[],
  { define, read, write }: Provider<Definition, Result>,
): ProviderTools<Definition, Result> {
  return {
    definitions: tools.map(define),
    async run(parts, options) {
      const results: Result[] = [];
      // One after the other: a later call of a model may depend on an earlier one.
      for (const part of parts ?? []) {
        const call = read(fieldsOf(part));
        if (call) results.push(write(String(call.id), await callTool(tools, call, options)));
      }
      return results;
    },
  };
}

// A call that no tool can handle is a failure that the model can read.
async function callTool(tools: readonly AgentTool[], call: Call, options?: ToolCallOptions): Promise<ToolResult> {
  const name = String(call.name);
  const names = tools.map((tool) => tool.name);
  const tool = tools[names.indexOf(name)];
  if (tool) return tool.call(call.input, options);
  const text = cutText(`There is no tool ${showName(name)}: ${suggestName(name, names, "tool")}`, 1000);
  return { ok: false, code: "input", text };
}

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
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export function toAnthropicTools(tools: readonly AgentTool[]) {
  return convert(tools, {
    define({ name, description, inputSchema, strict }) {
      const closed = strict && { additionalProperties: false };
      const schema = { ...inputSchema, required: [...inputSchema.required], ...closed };
      return { name, description, input_schema: schema, strict };
    },
    read: ({ type, id, name, input }) => (type === "tool_use" ? { id, name, input } : undefined),
    write: (id, { ok, text }) => ({ type: "tool_result" as const, tool_use_id: id, content: text, is_error: !ok }),
  });
}

function defineFunction({ name, description, inputSchema, strict }: AgentTool) {
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
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export function toOpenAIChatTools(tools: readonly AgentTool[]) {
  return convert(tools, {
    define: (tool) => ({ type: "function" as const, function: defineFunction(tool) }),
    read({ id, function: called }) {
      const { name, arguments: input } = fieldsOf(called);
      return called ? { id, name, input } : undefined;
    },
    write: (id, { text }) => ({ role: "tool" as const, tool_call_id: id, content: text }),
  });
}

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
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export function toOpenAIResponsesTools(tools: readonly AgentTool[]) {
  return convert(tools, {
    define: (tool) => ({ type: "function" as const, ...defineFunction(tool) }),
    read: ({ type, call_id: id, name, arguments: input }) =>
      type === "function_call" ? { id, name, input } : undefined,
    write: (id, { text }) => ({ type: "function_call_output" as const, call_id: id, output: text }),
  });
}

/**
 * Converts tools for `generateText`, `streamText` and agents of the AI SDK of Vercel. The result has the tools by their
 * names. Destructive tools need an approval of the AI SDK, unless {@link ToolOptions.confirm} is set. Results have no error
 * object, because the AI SDK keeps them with the messages.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { toAiSdkTools, toTools } from "@knowledge-base/sdk/tools";
 *
 * const tools = toAiSdkTools(toTools(new KnowledgeBase()));
 * console.log(Object.keys(tools).join()); // channels_list,prompt_index_get
 * ```
 *
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export function toAiSdkTools(tools: readonly AgentTool[]) {
  return Object.fromEntries(tools.map((tool) => [tool.name, toAiSdkTool(tool)]));
}

function toAiSdkTool({ description, inputSchema, annotations, asksPerson, validate, call }: AgentTool) {
  return {
    title: annotations.title,
    description,
    // OpenAI refuses a strict schema with optional fields.
    strict: false,
    inputSchema: toStandardSchema(inputSchema),
    async needsApproval(input: unknown): Promise<boolean> {
      if (!annotations.destructiveHint || asksPerson) return false;
      const valid = await validate(input);
      // After any other failure, the call could still succeed: it also runs asynchronous schemas, which `validate` can't.
      return valid.ok || valid.code !== "input";
    },
    async execute(input: unknown, options: { readonly abortSignal?: AbortSignal | undefined }): Promise<ToolResult> {
      const result = await call(input, { signal: options.abortSignal });
      return result.ok ? result : { ok: false, text: result.text, code: result.code };
    },
    toModelOutput: ({ output }: { readonly output: ToolResult }) => {
      return { type: output.ok ? ("text" as const) : ("error-text" as const), value: output.text };
    },
  };
}
