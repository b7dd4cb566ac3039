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
  readonly run: (parts: readonly object[] | undefined | null, options?: ToolCallOptions) => Promise<Result[]>;
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
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export function toAnthropicTools(tools: readonly AgentTool[]): ProviderTools<AnthropicTool, AnthropicResult> {
  return convert(tools, {
    define({ name, description, inputSchema, strict }) {
      const closed = strict && { additionalProperties: false };
      const schema = { ...inputSchema, required: [...inputSchema.required], ...closed };
      return { name, description, input_schema: schema, strict };
    },
    read: ({ type, id, name, input }) => (type === "tool_use" ? { id, name, input } : undefined),
    write: (id, { ok, text }) => ({ type: "tool_result", tool_use_id: id, content: text, is_error: !ok }),
  });
}

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
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export function toOpenAIChatTools(tools: readonly AgentTool[]): ProviderTools<OpenAIChatTool, OpenAIChatResult> {
  return convert(tools, {
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
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export function toOpenAIResponsesTools(
  tools: readonly AgentTool[],
): ProviderTools<OpenAIResponsesTool, OpenAIResponsesResult> {
  return convert(tools, {
    define: (tool) => ({ type: "function", ...defineFunction(tool) }),
    read: ({ type, call_id: id, name, arguments: input }) =>
      type === "function_call" ? { id, name, input } : undefined,
    write: (id, { text }) => ({ type: "function_call_output", call_id: id, output: text }),
  });
}

/** A tool of the AI SDK of Vercel. */
export type AiSdkTool = {
  /** Title for display. */
  title: string;
  /** Purpose of the tool, and when to call it. */
  description: string;
  /** False: OpenAI refuses a strict schema with optional fields. */
  strict: boolean;
  /** JSON Schema and check of the input, as a Standard Schema. */
  inputSchema: ReturnType<typeof toStandardSchema>;
  /** Whether a person has to approve a call: the tool is destructive, its input isn't wrong, and the tool itself asks nobody. */
  needsApproval: (input: Readonly<Record<string, unknown>>) => Promise<boolean>;
  /** Calls the operation. The result has no error object, because the AI SDK keeps it with the messages. */
  execute: (
    input: Readonly<Record<string, unknown>>,
    options: {
      /** Signal that aborts the call. */
      readonly abortSignal?: AbortSignal | undefined;
    },
  ) => Promise<ToolResult>;
  /** Writes a result as the model gets it. */
  toModelOutput: (result: {
    /** The result of `execute`. */
    readonly output: ToolResult;
  }) => {
    /** Whether the tool succeeded. */
    type: "text" | "error-text";
    /** The result for the model. */
    value: string;
  };
};

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
export function toAiSdkTools(tools: readonly AgentTool[]): Record<string, AiSdkTool> {
  return Object.fromEntries(tools.map((tool) => [tool.name, toAiSdkTool(tool)]));
}

function toAiSdkTool({ description, inputSchema, annotations, asksPerson, validate, call }: AgentTool): AiSdkTool {
  return {
    title: annotations.title,
    description,
    strict: false,
    inputSchema: toStandardSchema(inputSchema),
    async needsApproval(input) {
      if (!annotations.destructiveHint || asksPerson) return false;
      const valid = await validate(input);
      // After any other failure, the call could still succeed: it also runs asynchronous schemas, which `validate` can't.
      return valid.ok || valid.code !== "input";
    },
    async execute(input, options) {
      const result = await call(input, { signal: options.abortSignal });
      return result.ok ? result : { ok: false, text: result.text, code: result.code };
    },
    toModelOutput: ({ output: { ok, text } }) => ({ type: ok ? "text" : "error-text", value: text }),
  };
}
