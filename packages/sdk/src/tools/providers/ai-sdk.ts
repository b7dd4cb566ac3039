import { toStandardSchema } from "@knowledge-base/internal/to-standard-schema";
import type { AgentTool, ToolResult } from "../agent-tool.ts";

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
 * @see [Prompts and agents](../../../../../docs/guides/prompts-and-agents.md)
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
