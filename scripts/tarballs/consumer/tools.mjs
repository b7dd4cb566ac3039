// Uses the real package of each provider with a scripted model. What the packages send must be recorded in the folder of the first
// argument, where the tests of the SDK read it, with the response of the model. What the packages themselves would change in a strict
// schema is wrong. To record it again, install the packages here:
// node --conditions=@knowledge-base/source tools.mjs ../../../packages/sdk/test/tools/recorded --record
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
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
import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import OpenAI from "openai";
import { toStrictJsonSchema } from "openai/lib/transform";

const [folder = ".", record] = process.argv.slice(2);

const model = "scripted";
const question = { role: "user", content: "Archive the page that was deleted yesterday." };

/**
 * Each sends a question, runs the tools that the response calls, and sends the results. `fetch` receives the recorded response
 * every time, and records the requests.
 */
const conversations = {
  async "open-ai-chat"({ tools, fetch }) {
    const { chat } = new OpenAI({ apiKey: "sk-test", fetch });
    const { definitions, run } = toOpenAIChatTools(tools);
    for (const {
      function: { parameters },
    } of definitions)
      assert.deepEqual(toStrictJsonSchema(parameters), parameters);
    const request = { model, tools: definitions };
    const { choices } = await chat.completions.create({ ...request, messages: [question] });
    const results = await run(choices[0].message.tool_calls);
    await chat.completions.create({ ...request, messages: [question, choices[0].message, ...results] });
  },

  async "open-ai-responses"({ tools, fetch }) {
    const { responses } = new OpenAI({ apiKey: "sk-test", fetch });
    const { definitions, run } = toOpenAIResponsesTools(tools);
    const request = { model, tools: definitions };
    const { output } = await responses.create({ ...request, input: [question] });
    await responses.create({ ...request, input: [question, ...output, ...(await run(output))] });
  },

  async anthropic({ tools, fetch }) {
    const { messages } = new Anthropic({ apiKey: "sk-test", fetch });
    const { definitions, run } = toAnthropicTools(tools);
    for (const { input_schema } of definitions) assert.deepEqual(transformJSONSchema(input_schema), input_schema);
    const request = { model, max_tokens: 100, tools: definitions };
    const { content } = await messages.create({ ...request, messages: [question] });
    const conversation = [question, { role: "assistant", content }, { role: "user", content: await run(content) }];
    await messages.create({ ...request, messages: conversation });
  },

  async "ai-sdk"({ tools, server, response, requests }) {
    const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
    const calls = { ...response, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
    const text = { ...calls, content: [{ type: "text", text: "There is no such page." }] };
    const scripted = new MockLanguageModelV4({ doGenerate: [calls, text] });
    const request = { model: scripted, tools: toAiSdkTools(tools) };
    const first = await generateText({ ...request, messages: [question] });
    const [{ approvalId }] = first.content.filter(({ type }) => type === "tool-approval-request");
    assert.equal(server.journal.entries().length, 1, "it waits for the approval of the destructive call");
    const approved = { type: "tool-approval-response", approvalId, approved: true };
    const messages = [question, ...first.response.messages, { role: "tool", content: [approved] }];
    await generateText({ ...request, messages });
    requests.push(...scripted.doGenerateCalls);
  },
};

for (const [name, hold] of Object.entries(conversations)) {
  const server = createReferenceServer({ seed: demoSeed() });
  const kb = new KnowledgeBase(server.connection);
  const tools = toTools(kb, { allow: ["promptIndex.get", "pages.archive"], brainId: "brain_operations" });
  const file = join(folder, `${name}.json`);
  const recorded = JSON.parse(await readFile(file, "utf8"));
  const { response } = recorded;
  const requests = [];
  const fetch = async (...args) => {
    requests.push(await new Request(...args).json());
    return Response.json(response);
  };
  await hold({ tools, server, response, requests, fetch });
  const [first, last] = requests;
  const conversation = last.messages ?? last.input ?? last.prompt;
  const sent = JSON.parse(JSON.stringify({ tools: first.tools, response, conversation }));
  if (record === "--record") await writeFile(file, `${JSON.stringify(sent, null, 2)}\n`);
  else assert.deepEqual(sent, recorded, name);
}
