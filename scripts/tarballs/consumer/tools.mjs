// Holds a conversation with the real package of each provider over a scripted model, which calls tools. The packages must send the
// JSON that is recorded in a folder, from which the tests of the SDK read it. `node tools.mjs FOLDER --record` records it again.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
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
import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import OpenAI from "openai";

const [folder = join(import.meta.dirname, "recorded"), record] = process.argv.slice(2);

const model = "scripted";
const question = { role: "user", content: "Archive the page that was deleted yesterday." };
/** The calls of the model: one that succeeds, and one that fails. */
const calls = [
  { id: "call_0", name: "prompt_index_get", input: { limit: 1 } },
  { id: "call_1", name: "pages_archive", input: { slug: "no-such-page" } },
];
const answer = "There is no such page.";

const conversations = {
  async "open-ai-chat"(tools) {
    const tool_calls = calls.map(({ id, name, input }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    const message = { role: "assistant", content: null, refusal: null };
    const { exchanges, fetch } = scriptedModel(
      {
        id: "c",
        object: "chat.completion",
        created: 0,
        model,
        choices: [{ index: 0, finish_reason: "tool_calls", message: { ...message, tool_calls } }],
      },
      {
        id: "c",
        object: "chat.completion",
        created: 0,
        model,
        choices: [{ index: 0, finish_reason: "stop", message: { ...message, content: answer } }],
      },
    );
    const { chat } = new OpenAI({ apiKey: "sk-test", fetch, maxRetries: 0 });
    const { definitions, run } = toOpenAIChatTools(tools);
    const messages = [question];
    const first = await chat.completions.create({ model, messages, tools: definitions });
    messages.push(first.choices[0].message, ...(await run(first.choices[0].message.tool_calls)));
    const last = await chat.completions.create({ model, messages, tools: definitions });
    check(last.choices[0].message.content === answer, "OpenAI's chat ends with a text");
    return exchanges;
  },

  async "open-ai-responses"(tools) {
    const output = calls.map(({ id, name, input }, index) => ({
      type: "function_call",
      id: `item_${index}`,
      call_id: id,
      name,
      arguments: JSON.stringify(input),
    }));
    const text = { type: "output_text", text: answer, annotations: [] };
    const response = { id: "r", object: "response", created_at: 0, status: "completed", model };
    const { exchanges, fetch } = scriptedModel(
      { ...response, output: [{ type: "reasoning", id: "r", summary: [] }, ...output] },
      { ...response, output: [{ type: "message", id: "m", role: "assistant", status: "completed", content: [text] }] },
    );
    const { responses } = new OpenAI({ apiKey: "sk-test", fetch, maxRetries: 0 });
    const { definitions, run } = toOpenAIResponsesTools(tools);
    const first = await responses.create({ model, input: [question], tools: definitions });
    const input = [question, ...first.output, ...(await run(first.output))];
    const last = await responses.create({ model, input, tools: definitions });
    check(last.output_text === answer, "OpenAI's responses end with a text");
    return exchanges;
  },

  async anthropic(tools) {
    const uses = calls.map((call) => ({ type: "tool_use", ...call }));
    const message = { id: "m", type: "message", role: "assistant", model };
    const { exchanges, fetch } = scriptedModel(
      { ...message, stop_reason: "tool_use", content: [{ type: "text", text: "I look it up." }, ...uses] },
      { ...message, stop_reason: "end_turn", content: [{ type: "text", text: answer }] },
    );
    const anthropic = new Anthropic({ apiKey: "sk-test", fetch, maxRetries: 0 });
    const { definitions, run } = toAnthropicTools(tools);
    const request = { model, max_tokens: 100, tools: definitions };
    const { content } = await anthropic.messages.create({ ...request, messages: [question] });
    const messages = [question, { role: "assistant", content }, { role: "user", content: await run(content) }];
    const last = await anthropic.messages.create({ ...request, messages });
    check(last.content[0].text === answer, "Anthropic's messages end with a text");
    return exchanges;
  },

  async "ai-sdk"(tools, server) {
    const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
    const toolCalls = calls.map(({ id, name, input }) => ({
      type: "tool-call",
      toolCallId: id,
      toolName: name,
      input: JSON.stringify(input),
    }));
    const results = [
      { content: toolCalls, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] },
      {
        content: [{ type: "text", text: answer }],
        finishReason: { unified: "stop", raw: "stop" },
        usage,
        warnings: [],
      },
    ];
    const scripted = new MockLanguageModelV4({ doGenerate: results });
    const request = { model: scripted, tools: toAiSdkTools(tools), maxRetries: 0 };
    const first = await generateText({ ...request, messages: [question] });
    const approvals = first.content.filter(({ type }) => type === "tool-approval-request");
    check(approvals.length === 1, "The AI SDK asks for an approval of the destructive call");
    check(server.journal.entries().length === 1, "The AI SDK waits for the approval");
    const approved = { type: "tool-approval-response", approvalId: approvals[0].approvalId, approved: true };
    const messages = [question, ...first.response.messages, { role: "tool", content: [approved] }];
    const last = await generateText({ ...request, messages });
    check(last.text === answer, "The AI SDK ends with a text");
    return scripted.doGenerateCalls.map((request, index) => ({
      request,
      response: { content: results[index].content },
    }));
  },
};

/** A `fetch` that receives these bodies, with the exchanges that it has recorded. */
function scriptedModel(...bodies) {
  const exchanges = [];
  const fetch = async (...args) => {
    const response = bodies[exchanges.length];
    exchanges.push({ request: await new Request(...args).json(), response });
    return Response.json(response);
  };
  return { exchanges, fetch };
}

for (const [name, hold] of Object.entries(conversations)) {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey, fetch } = server;
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch });
  const tools = toTools(kb, { allow: ["promptIndex.get", "pages.archive"], brainId: "brain_operations" });
  const [{ request, response }, { request: last }] = await hold(tools, server);
  const conversation = last.messages ?? last.input ?? last.prompt;
  const sent = JSON.parse(JSON.stringify({ tools: request.tools, response, conversation }));
  const operations = server.journal.entries().map(({ operation }) => operation);
  check(operations.join() === "promptIndex.get,pages.archive", `${name} calls the tools`);
  const file = join(folder, `${name}.json`);
  if (record === "--record") await writeFile(file, `${JSON.stringify(sent, null, 2)}\n`);
  check(isDeepStrictEqual(sent, JSON.parse(await readFile(file, "utf8"))), `${name} sends what was recorded`);
}
console.log("tools work");

function check(condition, expectation) {
  if (!condition) throw new Error(`Not fulfilled: ${expectation}.`);
}
