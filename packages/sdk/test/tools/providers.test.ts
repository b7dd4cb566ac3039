import {
  type AgentTool,
  toAiSdkTools,
  toAnthropicTools,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
} from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import { brainId, openTools } from "./open-tools.ts";
import aiSdk from "./recorded/ai-sdk.json" with { type: "json" };
import anthropic from "./recorded/anthropic.json" with { type: "json" };
import chat from "./recorded/open-ai-chat.json" with { type: "json" };
import responses from "./recorded/open-ai-responses.json" with { type: "json" };

// The files in `recorded/` have what the packages of the providers send and receive: the tools of a request, the response in which
// the model calls them, and the conversation of the next request, which ends with the results. `scripts/tarballs/consumer/tools.mjs`
// compares them with the packages, and records them.

const openRecorded = () => openTools({ allow: ["promptIndex.get", "pages.archive"], brainId });

type Convert = (tools: readonly AgentTool[]) => {
  readonly definitions: readonly unknown[];
  readonly run: (parts: never) => Promise<unknown[]>;
};

describe("the tools for a provider", () => {
  const { output } = responses.response;
  const chatCalls = chat.response.choices[0]?.message.tool_calls;
  const results = anthropic.conversation.at(-1)?.content;

  // biome-ignore format: one row a line
  it.each<[string, Convert, unknown, unknown, unknown]>([
    ["toOpenAIChatTools", toOpenAIChatTools, chat.tools, chatCalls, chat.conversation.slice(2)],
    ["toOpenAIResponsesTools", toOpenAIResponsesTools, responses.tools, output, responses.conversation.slice(1 + output.length)],
    ["toAnthropicTools", toAnthropicTools, anthropic.tools, anthropic.response.content, results],
  ])("are what %s creates for the recorded requests", async (_, convert, tools, calls, expected) => {
    const { definitions, run } = convert(openRecorded().tools);
    expect(definitions).toEqual(tools);
    expect(await run(calls as never)).toEqual(expected);
    expect(await run(undefined as never)).toEqual([]);
  });

  const call = (name: string, input: string) => ({ id: name, type: "function", function: { name, arguments: input } });

  // biome-ignore format: one row a line
  it.each([
    ["prompt_index_get", "", '<knowledge-base-index pages="30"', 1],
    ["prompt_index_get", " \n", '<knowledge-base-index pages="30"', 1],
    ["pages_archiv", "{}", "There is no tool pages_archiv: did you mean pages_archive?", 0],
    ["constructor", "{}", "There is no tool constructor: the tools are prompt_index_get, pages_archive", 0],
    ["x".repeat(5000), "{}", "There is no tool ", 0],
    ["pages_archive", "{slug", "The input is not JSON. Call the tool again.", 0],
    ["pages_archive", '"kestrel"', "fields must be an object with any of slug", 0],
  ])("have a result for every call: %s %j", async (name, input, content, sent) => {
    const { server, tools } = openRecorded();
    const results = await toOpenAIChatTools(tools).run([{ id: "c", type: "custom" }, call(name, input)]);
    expect(results).toEqual([{ role: "tool", tool_call_id: name, content: expect.stringContaining(content) }]);
    expect(server.journal.entries()).toHaveLength(sent);
    const part = { type: "tool_use", id: "a", name, input };
    expect(await toAnthropicTools(tools).run([part])).toMatchObject([{ is_error: sent === 0 }]);
  });

  it("are called one after the other", async () => {
    const { server, tools } = openRecorded();
    await toOpenAIChatTools(tools).run([call("pages_archive", '{"slug":"kestrel"}'), call("prompt_index_get", "{}")]);
    expect(server.journal.entries().map(({ operation }) => operation)).toEqual(["pages.archive", "promptIndex.get"]);
  });
});

describe("toAiSdkTools", () => {
  it("creates the tools and results of the recorded requests", async () => {
    const tools = toAiSdkTools(openRecorded().tools);
    const definitions = Object.entries(tools).map(([name, { description, strict, inputSchema }]) => {
      const { validate, jsonSchema } = inputSchema["~standard"];
      expect([validate({ slug: 1 }), jsonSchema.output()]).toEqual([{ value: { slug: 1 } }, jsonSchema.input()]);
      return { type: "function", name, inputSchema: jsonSchema.input(), description, strict };
    });
    expect(definitions).toEqual(aiSdk.tools);
    const results = aiSdk.response.content.map(async ({ toolCallId, toolName, input }) => {
      const output = await tools[toolName]?.execute(JSON.parse(input), {});
      expect(output).not.toHaveProperty("error");
      const shown = output && tools[toolName]?.toModelOutput({ output });
      return { type: "tool-result", toolCallId, toolName, output: shown };
    });
    expect(await Promise.all(results)).toEqual(aiSdk.conversation.at(-1)?.content);
  });

  // biome-ignore format: one row a line
  it.each([
    ["pages_archive", { slug: "kestrel" }, undefined, true],
    ["pages_archive", { slug: "kestrel" }, () => true, false],
    ["pages_archive", {}, undefined, false],
    ["prompt_index_get", { limit: null }, undefined, false],
  ])("asks for approval of valid calls of destructive tools that do not ask: %s %j", async (name, input, confirm, needed) => {
    expect(await toAiSdkTools(openTools({ brainId, confirm }).tools)[name]?.needsApproval(input)).toBe(needed);
  });

  it("passes the abort signal on", async () => {
    const { tools } = openRecorded();
    const options = { abortSignal: AbortSignal.abort() };
    const call = toAiSdkTools(tools)["prompt_index_get"]?.execute({ limit: null }, options);
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });
});
