/**
 * Converts the operations of the service to tools that a model can call, in the formats of several providers.
 *
 * @module @knowledge-base/sdk/tools
 */
export type {
  AgentTool,
  ToolCallOptions,
  ToolFailure,
  ToolResult,
  ToolSchema,
  ToolSuccess,
  ValidToolInput,
} from "./tools/agent-tool.ts";
export type {
  AiSdkTool,
  AnthropicResult,
  AnthropicTool,
  OpenAIChatResult,
  OpenAIChatTool,
  OpenAIFunction,
  OpenAIResponsesResult,
  OpenAIResponsesTool,
  ProviderTools,
} from "./tools/providers.ts";
export { toAiSdkTools, toAnthropicTools, toOpenAIChatTools, toOpenAIResponsesTools } from "./tools/providers.ts";
export { toTools } from "./tools/to-tools.ts";
export type { ToolOptions } from "./tools/tool-options.ts";
