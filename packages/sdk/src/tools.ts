/**
 * Converts the operations of the service to tools that a model can call, in the formats of several providers.
 *
 * @module
 */
export type {
  AgentTool,
  ToolAnnotations,
  ToolCallOptions,
  ToolFailure,
  ToolInput,
  ToolResult,
  ToolSuccess,
} from "./tools/agent-tool.ts";
export type { ToolClient } from "./tools/contract-tools.ts";
export type { OutputLimits } from "./tools/output-limits.ts";
export type { ProviderTools } from "./tools/provider-tools.ts";
export type { AiSdkTool, AiSdkToolOutput } from "./tools/to-ai-sdk-tools.ts";
export { toAiSdkTools } from "./tools/to-ai-sdk-tools.ts";
export type { AnthropicBlock, AnthropicResult, AnthropicTool } from "./tools/to-anthropic-tools.ts";
export { toAnthropicTools } from "./tools/to-anthropic-tools.ts";
export type { OpenAIChatCall, OpenAIChatResult, OpenAIChatTool } from "./tools/to-open-ai-chat-tools.ts";
export { toOpenAIChatTools } from "./tools/to-open-ai-chat-tools.ts";
export type {
  OpenAIResponsesItem,
  OpenAIResponsesResult,
  OpenAIResponsesTool,
} from "./tools/to-open-ai-responses-tools.ts";
export { toOpenAIResponsesTools } from "./tools/to-open-ai-responses-tools.ts";
export type { ToolSchema } from "./tools/to-standard-schema.ts";
export { toStandardSchema } from "./tools/to-standard-schema.ts";
export { toTools } from "./tools/to-tools.ts";
export type { ConfirmationRequest, ToolDeclaration, ToolOptions } from "./tools/tool-options.ts";
