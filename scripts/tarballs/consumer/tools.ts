// Compiles with the packages of the providers: they take the tools and results, and the tools take their calls.
import type Anthropic from "@anthropic-ai/sdk";
import { KnowledgeBase } from "@knowledge-base/sdk";
import {
  toAiSdkTools,
  toAnthropicTools,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
  toTools,
} from "@knowledge-base/sdk/tools";
import type { ToolSet } from "ai";
import type OpenAI from "openai";

const kb = new KnowledgeBase();
const tools = toTools(kb);

export const aiSdkTools: ToolSet = toAiSdkTools(tools);

const chat = toOpenAIChatTools(tools);
export const chatTools: OpenAI.ChatCompletionTool[] = chat.definitions;
export const runChat = ({ tool_calls }: OpenAI.ChatCompletionMessage): Promise<OpenAI.ChatCompletionMessageParam[]> =>
  chat.run(tool_calls);

const responses = toOpenAIResponsesTools(tools);
export const responsesTools: OpenAI.Responses.Tool[] = responses.definitions;
export const runResponses = ({ output }: OpenAI.Responses.Response): Promise<OpenAI.Responses.ResponseInput> =>
  responses.run(output);

const anthropic = toAnthropicTools(tools);
export const anthropicTools: Anthropic.ToolUnion[] = anthropic.definitions;
export const runAnthropic = ({ content }: Anthropic.Message): Promise<Anthropic.ContentBlockParam[]> =>
  anthropic.run(content);
