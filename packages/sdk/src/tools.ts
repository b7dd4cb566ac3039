/**
 * Converts the operations of the service to tools that a model can call, in the formats of several providers.
 *
 * @module @knowledge-base/sdk/tools
 */
export type {
  AgentTool,
  CheckedToolInput,
  ToolCallOptions,
  ToolFailure,
  ToolResult,
  ToolSchema,
  ToolSuccess,
} from "./tools/agent-tool.ts";
export type { AiSdkTool } from "./tools/providers/ai-sdk.ts";
export { toAiSdkTools } from "./tools/providers/ai-sdk.ts";
export type { AnthropicResult, AnthropicTool } from "./tools/providers/anthropic.ts";
export { toAnthropicTools } from "./tools/providers/anthropic.ts";
export type {
  OpenAIChatResult,
  OpenAIChatTool,
  OpenAIFunction,
  OpenAIResponsesResult,
  OpenAIResponsesTool,
} from "./tools/providers/openai.ts";
export { toOpenAIChatTools, toOpenAIResponsesTools } from "./tools/providers/openai.ts";
export type { ProviderTools } from "./tools/providers/provider-tools.ts";
export { toTools } from "./tools/to-tools.ts";
export type { ToolOptions } from "./tools/tool-options.ts";
