import { type AgentTool, toOpenAIChatTools, toOpenAIResponsesTools } from "@knowledge-base/sdk/tools";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { brainId, openTools } from "./open-tools.ts";

interface SentBody {
  readonly tools?: unknown;
  readonly messages?: unknown;
  readonly input?: unknown;
}

/** A client of OpenAI that receives these responses, and records what it sends. */
function openAiWith(...bodies: readonly object[]) {
  const sent: SentBody[] = [];
  const fetch = async (...args: Parameters<typeof globalThis.fetch>) => {
    sent.push((await new Request(...args).json()) as SentBody);
    return Response.json(bodies[sent.length - 1]);
  };
  return { sent, openai: new OpenAI({ apiKey: "sk-test", baseURL: "https://openai.test/v1", fetch, maxRetries: 0 }) };
}

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

function completion(message: object) {
  return {
    id: "c",
    object: "chat.completion",
    created: 0,
    model: "m",
    choices: [
      { index: 0, finish_reason: "stop", message: { role: "assistant", content: null, refusal: null, ...message } },
    ],
  };
}

async function chat(tools: readonly AgentTool[], ...calls: readonly { name: string; arguments: string }[]) {
  const tool_calls = calls.map((called, index) => ({ id: `call_${index}`, type: "function", function: called }));
  const { openai, sent } = openAiWith(completion({ tool_calls }), completion({ content: "Done." }));
  const { definitions, run } = toOpenAIChatTools(tools);
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Help." }];
  const { choices } = await openai.chat.completions.create({ model: "m", messages, tools: definitions });
  const [{ message } = { message: undefined }] = choices;
  if (!message) throw new Error("There is no message");
  messages.push(message, ...(await run(message.tool_calls)));
  const last = await openai.chat.completions.create({ model: "m", messages, tools: definitions });
  return { sent, text: last.choices[0]?.message.content };
}

describe("toOpenAIChatTools", () => {
  it("sends strict functions and the results of calls", async () => {
    const { tools } = openTools({ brainId });
    const { sent, text } = await chat(
      tools,
      { name: "prompt_index_get", arguments: '{"limit":1}' },
      { name: "prompt_index_get", arguments: "" },
    );
    expect(text).toBe("Done.");
    expect(sent[0]?.tools).toEqual(
      tools.map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: inputSchema, strict: true },
      })),
    );
    expect(sent[1]?.messages).toMatchObject([
      { role: "user" },
      { role: "assistant" },
      { role: "tool", tool_call_id: "call_0", content: expect.stringContaining('<knowledge-base-index pages="1"') },
      { role: "tool", tool_call_id: "call_1", content: expect.stringContaining('<knowledge-base-index pages="30"') },
    ]);
  });

  it.each([
    ["pages_archiv", "{}", "There is no tool pages_archiv: did you mean pages_archive?"],
    ["pages_archive", "{slug", "The input is not JSON. Call the tool again."],
    ["pages_archive", '"kestrel"', "input must be an object"],
    ["constructor", "{}", "There is no tool constructor"],
  ])("returns a result for the call %s with %j", async (name, input, problem) => {
    const { server, tools } = openTools({ brainId });
    const { sent } = await chat(tools, { name, arguments: input });
    expect(sent[1]?.messages).toMatchObject([{}, {}, { role: "tool", content: expect.stringContaining(problem) }]);
    expect(server.journal.entries()).toEqual([]);
  });

  it("calls the tools one after the other", async () => {
    const { server, tools } = openTools({ brainId });
    await chat(
      tools,
      { name: "pages_archive", arguments: '{"slug":"kestrel"}' },
      { name: "prompt_index_get", arguments: '{"limit":null}' },
    );
    expect(server.journal.entries().map(({ operation }) => operation)).toEqual(["pages.archive", "promptIndex.get"]);
  });
});

describe("toOpenAIResponsesTools", () => {
  it("sends strict functions and the results of calls", async () => {
    const { tools } = openTools({ brainId });
    const output = [
      { type: "reasoning", id: "r", summary: [] },
      { type: "function_call", id: "f", call_id: "call_0", name: "pages_archive", arguments: '{"slug":"kestrel"}' },
    ];
    const response = { id: "r", object: "response", created_at: 0, status: "completed", model: "m", usage };
    const { openai, sent } = openAiWith({ ...response, output }, { ...response, output: [] });
    const { definitions, run } = toOpenAIResponsesTools(tools);
    const first = await openai.responses.create({ model: "m", input: "Help.", tools: definitions });
    const input = [...first.output, ...(await run(first.output))] as OpenAI.Responses.ResponseInput;
    await openai.responses.create({ model: "m", input, tools: definitions });
    expect(sent[0]?.tools).toMatchObject(tools.map(({ name }) => ({ type: "function", name, strict: true })));
    expect(sent[1]?.input).toMatchObject([
      { type: "reasoning" },
      { type: "function_call" },
      { type: "function_call_output", call_id: "call_0", output: expect.stringContaining('"archived":true') },
    ]);
  });
});
