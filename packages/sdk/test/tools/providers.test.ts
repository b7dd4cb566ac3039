import {
  type AgentTool,
  toAiSdkTools,
  toAnthropicTools,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
} from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import { brainId, type OpenTools, openTools } from "./open-tools.ts";
import aiSdk from "./recorded/ai-sdk.json" with { type: "json" };
import anthropic from "./recorded/anthropic.json" with { type: "json" };
import openAIChat from "./recorded/open-ai-chat.json" with { type: "json" };
import openAIResponses from "./recorded/open-ai-responses.json" with { type: "json" };

// The files in `recorded/` have what the packages of the providers send and receive: the tools of a request, the response in which
// the model calls them, and the conversation of the next request, which ends with the results.

function openRecorded(): OpenTools {
  return openTools({ allow: ["promptIndex.get", "pages.archive"], brainId });
}

describe("toOpenAIChatTools", () => {
  it("creates the tools and results of the recorded requests", async () => {
    const { definitions, run } = toOpenAIChatTools(openRecorded().tools);
    expect(definitions).toEqual(openAIChat.tools);
    const [choice] = openAIChat.response.choices;
    expect(await run(choice?.message.tool_calls)).toEqual(openAIChat.conversation.slice(2));
  });

  function chat(tools: readonly AgentTool[], ...calls: readonly { name: string; arguments: string }[]) {
    return toOpenAIChatTools(tools).run(
      calls.map((called, index) => ({ id: `call_${index}`, type: "function", function: called })),
    );
  }

  it("reads an empty text as an input without fields", async () => {
    const [result] = await chat(openRecorded().tools, { name: "prompt_index_get", arguments: "" });
    expect(result?.content).toContain('<knowledge-base-index pages="30"');
  });

  it.each([
    ["pages_archiv", "{}", "There is no tool pages_archiv: did you mean pages_archive?"],
    ["pages_archive", "{slug", "The input is not JSON. Call the tool again."],
    ["pages_archive", '"kestrel"', "input must be an object"],
    ["constructor", "{}", "There is no tool constructor"],
  ])("returns a result for the call %s with %j", async (name, input, problem) => {
    const { server, tools } = openRecorded();
    const results = await chat(tools, { name, arguments: input });
    expect(results).toEqual([{ role: "tool", tool_call_id: "call_0", content: expect.stringContaining(problem) }]);
    expect(server.journal.entries()).toEqual([]);
  });

  it("calls the tools one after the other", async () => {
    const { server, tools } = openRecorded();
    await chat(
      tools,
      { name: "pages_archive", arguments: '{"slug":"kestrel"}' },
      { name: "prompt_index_get", arguments: '{"limit":null}' },
    );
    expect(server.journal.entries().map(({ operation }) => operation)).toEqual(["pages.archive", "promptIndex.get"]);
  });
});

describe("toOpenAIResponsesTools", () => {
  it("creates the tools and results of the recorded requests", async () => {
    const { definitions, run } = toOpenAIResponsesTools(openRecorded().tools);
    const { tools, response, conversation } = openAIResponses;
    expect(definitions).toEqual(tools);
    expect(await run(response.output)).toEqual(conversation.slice(1 + response.output.length));
  });
});

describe("toAnthropicTools", () => {
  it("creates the tools and results of the recorded requests", async () => {
    const { definitions, run } = toAnthropicTools(openRecorded().tools);
    const { tools, response, conversation } = anthropic;
    expect(definitions).toEqual(tools);
    expect(await run(response.content)).toEqual(conversation.at(-1)?.content);
  });
});

describe("toAiSdkTools", () => {
  it("creates the tools and results of the recorded requests", async () => {
    const tools = toAiSdkTools(openRecorded().tools);
    const definitions = Object.entries(tools).map(([name, { description, strict, inputSchema }]) => ({
      type: "function",
      name,
      inputSchema: inputSchema["~standard"].jsonSchema.input(),
      description,
      strict,
    }));
    expect(definitions).toEqual(aiSdk.tools);

    const results = aiSdk.response.content.map(async ({ toolCallId, toolName, input }) => {
      const output = await tools[toolName]?.execute(JSON.parse(input), {});
      return {
        type: "tool-result",
        toolCallId,
        toolName,
        output: output && tools[toolName]?.toModelOutput({ output }),
      };
    });
    expect(await Promise.all(results)).toEqual(aiSdk.conversation.at(-1)?.content);
  });

  it.each([
    { name: "pages_archive", input: { slug: "kestrel" }, needed: true },
    { name: "pages_archive", input: {}, needed: false },
    { name: "prompt_index_get", input: { limit: null }, needed: false },
  ])("needs an approval of valid input for destructive tools: $name $input", async ({ name, input, needed }) => {
    expect(await toAiSdkTools(openRecorded().tools)[name]?.needsApproval(input)).toBe(needed);
  });

  it("needs no approval if the tool asks itself", async () => {
    const { pages_archive } = toAiSdkTools(openTools({ brainId, confirm: () => true }).tools);
    expect(await pages_archive?.needsApproval({ slug: "kestrel" })).toBe(false);
  });

  it("passes the abort signal on", async () => {
    const { server, tools } = openRecorded();
    server.faults.add({ kind: "hang", operation: "promptIndex.get" });
    const controller = new AbortController();
    const { prompt_index_get } = toAiSdkTools(tools);
    const output = prompt_index_get?.execute({ limit: null }, { abortSignal: controller.signal });
    await expect.poll(() => server.journal.entries()).toHaveLength(1);
    controller.abort();
    await expect(output).rejects.toMatchObject({ code: "aborted" });
  });
});
