import { cutText, showName, suggestName, toStandardSchema } from "@knowledge-base/internal";
import type { AgentTool, ToolCallOptions, ToolResult } from "./agent-tool.ts";
import { mapFields } from "./tool-schema.ts";

/**
 * Tools in the format of a provider.
 *
 * @inline
 */
export type ProviderTools<Definition, Part, Result> = {
  /** The tools for a request to the provider. */
  readonly definitions: Definition[];
  /**
   * Calls the tools that a response of the provider names, one after the other, and returns the results for the next
   * request. Other parts of the response are ignored. The result of an unknown tool is an error message: if your
   * program has other tools too, pass only the calls of these tools.
   *
   * Rejects if the signal aborts a call, or if `confirm` throws.
   */
  readonly run: (parts: readonly Part[] | undefined | null, options?: ToolCallOptions) => Promise<Result[]>;
};

/** How a provider writes tools and results, and which parts of its responses are calls. */
function convert<Definition, Part, Call extends Part, Result>(
  tools: readonly AgentTool[],
  provider: {
    readonly define: (tool: AgentTool) => Definition;
    readonly isCall: (part: Part) => part is Call;
    /** Returns the name of the tool and its input, or JSON of it. */
    readonly read: (call: Call) => readonly [name: string, input: unknown];
    readonly write: (call: Call, result: ToolResult) => Result;
  },
): ProviderTools<Definition, Part, Result> {
  const { define, isCall, read, write } = provider;
  return {
    definitions: tools.map(define),
    async run(parts, options) {
      const results: Result[] = [];
      // One after the other: a later call of a model may depend on an earlier one.
      for (const call of (parts ?? []).filter(isCall)) {
        results.push(write(call, await callTool(tools, read(call), options)));
      }
      return results;
    },
  };
}

/** Calls the tool that a model names. A call that no tool can handle is a failure that the model can read. */
async function callTool(
  tools: readonly AgentTool[],
  [name, input]: readonly [name: string, input: unknown],
  options: ToolCallOptions | undefined,
): Promise<ToolResult> {
  const names = tools.map((tool) => tool.name);
  const tool = tools[names.indexOf(name)];
  if (!tool) {
    const text = cutText(`There is no tool ${showName(name)}: ${suggestName(name, names, "tool")}`, 1000);
    return { ok: false, code: "input", text };
  }
  return tool.call(input, options);
}

/** A part of a response, such as a block of text. */
type Part = { readonly type: string };

type FunctionCall = { readonly name: string; readonly arguments: string };

type ChatPart = Part & { readonly id: string; readonly function?: FunctionCall };

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
  type Call = Part & { readonly id: string; readonly name: string; readonly input: unknown };
  return convert(tools, {
    define({ name, description, inputSchema, strict }) {
      const closed = strict && { additionalProperties: false };
      const schema = { ...inputSchema, required: [...inputSchema.required], ...closed };
      return { name, description, input_schema: schema, strict };
    },
    isCall: (part: Part): part is Call => part.type === "tool_use",
    read: ({ name, input }) => [name, input],
    write: ({ id }, { ok, text }) => ({ type: "tool_result" as const, tool_use_id: id, content: text, is_error: !ok }),
  });
}

/** Writes a tool as both APIs of OpenAI take it. Their strict schemas require every field, so that an optional one is nullable. */
function defineFunction({ name, description, inputSchema, strict }: AgentTool) {
  const { properties, required } = inputSchema;
  const write = (field: { readonly enum?: readonly unknown[]; readonly type?: unknown }, fieldName: string) => {
    if (required.includes(fieldName)) return field;
    const { type, enum: values, ...others } = field;
    return { type: [type, "null"], ...(values && { enum: [...values, null] }), ...others };
  };
  const all = { properties: mapFields(properties, write), required: Object.keys(properties) };
  const parameters: Record<string, unknown> = {
    ...inputSchema,
    ...(strict && { ...all, additionalProperties: false }),
  };
  return { name, description, parameters, strict };
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
  type Call = ChatPart & { readonly function: FunctionCall };
  return convert(tools, {
    define: (tool) => ({ type: "function" as const, function: defineFunction(tool) }),
    isCall: (part: ChatPart): part is Call => part.function !== undefined,
    read: (call) => [call.function.name, call.function.arguments],
    write: ({ id }, { text }) => ({ role: "tool" as const, tool_call_id: id, content: text }),
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
  type Call = Part & FunctionCall & { readonly call_id: string };
  return convert(tools, {
    define: (tool) => ({ type: "function" as const, ...defineFunction(tool) }),
    isCall: (part: Part): part is Call => part.type === "function_call",
    read: (call) => [call.name, call.arguments],
    write: ({ call_id }, { text }) => ({ type: "function_call_output" as const, call_id, output: text }),
  });
}

/**
 * Converts tools for `generateText`, `streamText` and agents of the AI SDK of Vercel. The result has the tools by their
 * names. Destructive tools need an approval of the AI SDK, unless {@link ToolOptions.confirm} is set.
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
  type Fields = Readonly<Record<string, unknown>>;
  return {
    title: annotations.title,
    description,
    // The AI SDK sends the same schema to every provider, and OpenAI refuses a strict one with optional fields.
    strict: false,
    inputSchema: toStandardSchema(inputSchema),
    needsApproval: async (input: Fields) => annotations.destructiveHint && !asksPerson && (await validate(input)).ok,
    // The AI SDK keeps the output with the messages, so that it has no error object.
    async execute(input: Fields, options: { readonly abortSignal?: AbortSignal | undefined }): Promise<ToolResult> {
      const result = await call(input, { signal: options.abortSignal });
      return result.ok ? result : { ok: false, text: result.text, code: result.code };
    },
    toModelOutput: ({ output: { ok, text } }: { readonly output: ToolResult }) => {
      return { type: ok ? ("text" as const) : ("error-text" as const), value: text };
    },
  };
}
