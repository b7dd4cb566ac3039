import type { AgentTool, ToolFailure, ToolSuccess } from "./agent-tool.ts";
import { type ToolSchema, toStandardSchema } from "./to-standard-schema.ts";

/** Output of a tool of the AI SDK: the result of the tool, without the error object. */
export type AiSdkToolOutput = ToolSuccess | Omit<ToolFailure, "error">;

/** A tool of the AI SDK. */
export interface AiSdkTool {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly strict: boolean;
  /** Resolves with true if the tool is destructive and the input is valid: the AI SDK then asks for approval. */
  readonly needsApproval: (input: Readonly<Record<string, unknown>>) => Promise<boolean>;
  readonly execute: (
    input: Readonly<Record<string, unknown>>,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<AiSdkToolOutput>;
  /** Returns the text of the result, which is all that the model receives. */
  readonly toModelOutput: (result: {
    readonly output: AiSdkToolOutput;
  }) => { type: "text"; value: string } | { type: "error-text"; value: string };
}

/**
 * Converts tools for `generateText`, `streamText` and agents of the AI SDK of Vercel. The result has the tools by their names.
 * Destructive tools need an approval of the AI SDK, unless {@link ToolOptions.confirm} is set.
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
 * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
 */
export function toAiSdkTools(tools: readonly AgentTool[]): Record<string, AiSdkTool> {
  return Object.fromEntries(tools.map((tool) => [tool.name, toAiSdkTool(tool)]));
}

function toAiSdkTool(tool: AgentTool): AiSdkTool {
  const { annotations, description, inputSchema, strict } = tool;
  const needsApproval = annotations.destructiveHint && !tool.asksPerson;
  return {
    title: annotations.title,
    description,
    strict,
    inputSchema: toStandardSchema(inputSchema),
    needsApproval: async (input) => needsApproval && (await tool.validate(input)).ok,
    async execute(input, { abortSignal }) {
      const result = await tool.call(input, { signal: abortSignal });
      if (result.ok) return result;
      const { error: _, ...failure } = result;
      return failure;
    },
    toModelOutput: ({ output: { ok, text } }) => ({ type: ok ? "text" : "error-text", value: text }),
  };
}
