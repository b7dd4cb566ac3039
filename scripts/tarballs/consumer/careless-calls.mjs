// Every tool is called through the package of each provider and host, with input as models and hosts write it.
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { KnowledgeBase } from "@knowledge-base/sdk";
import {
  toAiSdkTools,
  toAnthropicTools,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
  toTools,
} from "@knowledge-base/sdk/tools";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import OpenAI from "openai";
import { allow, brainId, calls, carelessCalls, installationId, mcpServer } from "./calls.mjs";

const model = "scripted";
const question = { role: "user", content: "Call the tool." };

/** Each returns a function that calls a tool, and returns the text that the model gets. */
const callers = {
  openAiChat: (tools) => async (name, input) => {
    const call = { id: "call_0", type: "function", function: { name, arguments: JSON.stringify(input) } };
    const message = { role: "assistant", content: null, tool_calls: [call] };
    const { chat } = new OpenAI({ apiKey: "sk-test", fetch: async () => Response.json({ choices: [{ message }] }) });
    const { definitions, run } = toOpenAIChatTools(tools);
    const { choices } = await chat.completions.create({ model, tools: definitions, messages: [question] });
    const [result] = await run(choices[0].message.tool_calls);
    return result.content;
  },

  openAiResponses: (tools) => async (name, input) => {
    const call = { type: "function_call", id: "fc_0", call_id: "call_0", name, arguments: JSON.stringify(input) };
    const { responses } = new OpenAI({ apiKey: "sk-test", fetch: async () => Response.json({ output: [call] }) });
    const { definitions, run } = toOpenAIResponsesTools(tools);
    const { output } = await responses.create({ model, tools: definitions, input: [question] });
    const [result] = await run(output);
    return result.output;
  },

  anthropic: (tools) => async (name, input) => {
    const fetch = async () => Response.json({ content: [{ type: "tool_use", id: "call_0", name, input }] });
    const { messages } = new Anthropic({ apiKey: "sk-test", fetch });
    const { definitions, run } = toAnthropicTools(tools);
    const { content } = await messages.create({ model, max_tokens: 100, tools: definitions, messages: [question] });
    const [result] = await run(content);
    return result.content;
  },

  aiSdk: (tools) => async (name, input) => {
    const content = [{ type: "tool-call", toolCallId: "call_0", toolName: name, input: JSON.stringify(input) }];
    const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
    const response = { content, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
    const scripted = new MockLanguageModelV4({ doGenerate: [response] });
    const { toolResults } = await generateText({ model: scripted, tools: toAiSdkTools(tools), messages: [question] });
    return toolResults[0].output.text;
  },

  async mcp() {
    const client = new Client({ name: "consumer", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ ...mcpServer, stderr: "ignore" }));
    return async (name, input) => textOf(await client.callTool({ name, arguments: input }));
  },

  async langChain() {
    const client = new MultiServerMCPClient({ mcpServers: { kb: { ...mcpServer, stderr: "ignore" } } });
    const tools = await client.getTools();
    return async (name, input) => {
      const tool = tools.find((one) => one.name === name);
      return tool.invoke(input).then(
        ({ text }) => text,
        ({ message }) => message,
      );
    };
  },
};

const textOf = ({ content }) => content.map(({ text }) => text).join("\n");

// LangChain checks the input with the schema itself, and shows its own sentence to the model.
const ownSentence = { langChain: "Received tool input did not match expected schema" };

for (const [caller, open] of Object.entries(callers)) {
  const { connection } = createReferenceServer({ seed: demoSeed() });
  const options = { allow, brainId, installationId, confirm: () => true };
  const call = await open(toTools(new KnowledgeBase(connection), options));
  const careless = carelessCalls.map(([name, input, part]) => [name, input, ownSentence[caller] ?? part]);
  for (const [name, input, part] of [...calls, ...careless]) {
    const text = await call(name, input);
    assert(text.includes(part), `${caller}: ${name} ${JSON.stringify(input)} returned ${text}`);
  }
}
process.exit();
