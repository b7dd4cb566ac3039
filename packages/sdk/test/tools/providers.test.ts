import {
  type AgentTool,
  toAiSdkTools,
  toAnthropicTools,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
} from "@knowledge-base/sdk/tools";
import { expect, it } from "vitest";
import * as z from "zod";
import { brainId, defineSafe, openTools } from "../helpers/open-tools.ts";
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

const { output } = responses.response;

// biome-ignore format: one row a line
it.each<{ convert: Convert; tools: unknown; calls: unknown; results: unknown }>([
  { convert: toOpenAIChatTools, ...chat, calls: chat.response.choices[0]?.message.tool_calls, results: chat.conversation.slice(2) },
  { convert: toOpenAIResponsesTools, ...responses, calls: output, results: responses.conversation.slice(1 + output.length) },
  { convert: toAnthropicTools, ...anthropic, calls: anthropic.response.content, results: anthropic.conversation.at(-1)?.content },
])("the tools for a provider are what $convert.name creates for the recorded requests", async ({ convert, tools, calls, results }) => {
  const { definitions, run } = convert(openRecorded().tools);
  expect(definitions).toEqual(tools);
  expect(await run(calls as never)).toEqual(results);
});

it("the tools for a provider have no results if a response has no calls", async () => {
  expect(await toOpenAIChatTools(openRecorded().tools).run(undefined)).toEqual([]);
});

const noCalls = [{ id: "c", type: "custom" }, { id: "d", type: "custom", function: null as never }, null as never];
const call = (name: string, input: string) => ({
  id: "call_1",
  type: "function",
  function: { name, arguments: input },
});

it.each<{ name: string; input?: string; sent?: number; content: string }>([
  { name: "prompt_index_get", input: "", sent: 1, content: '<knowledge-base-index pages="30"' },
  { name: "pages_archive", input: "{slug", content: "fields must be an object with any of slug (got a string)" },
  { name: "pages_archiv", content: "There is no tool pages_archiv: did you mean pages_archive?" },
  { name: "constructor", content: "There is no tool constructor: the tools are prompt_index_get, pages_archive" },
  { name: "x".repeat(5000), content: "There is no tool " },
  { name: null as never, content: "There is no tool null" },
])(
  "the tools for a provider have a result for a call of $name, with '$content'",
  async ({ name, input = "{}", sent = 0, content }) => {
    const { server, tools } = openRecorded();
    const results = await toOpenAIChatTools(tools).run([...noCalls, call(name, input)]);
    expect(results).toEqual([{ role: "tool", tool_call_id: "call_1", content: expect.stringContaining(content) }]);
    expect(server.journal.entries()).toHaveLength(sent);
    const part = { type: "tool_use", id: "a", name, input };
    expect(await toAnthropicTools(tools).run([null as never, part])).toMatchObject([{ is_error: sent === 0 }]);
  },
);

it("the tools for a provider are called one after the other", async () => {
  const { server, tools } = openRecorded();
  await toOpenAIChatTools(tools).run([call("pages_archive", '{"slug":"kestrel"}'), call("prompt_index_get", "{}")]);
  expect(server.journal.entries().map(({ operation }) => operation)).toEqual(["pages.archive", "promptIndex.get"]);
});

it("toAiSdkTools creates the tools and results of the recorded requests", async () => {
  const tools = toAiSdkTools(openRecorded().tools);
  const definitions = Object.entries(tools).map(([name, { description, strict, inputSchema }]) => {
    const { validate, jsonSchema } = inputSchema["~standard"];
    expect(validate({ slug: 1 })).toEqual({ value: { slug: 1 } });
    expect(jsonSchema.output()).toEqual(jsonSchema.input());
    // The AI SDK closes objects itself.
    const closed = { ...jsonSchema.input(), additionalProperties: false };
    return { type: "function", name, inputSchema: closed, description, strict };
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

it.each<{ what: string; name?: string; input: object; confirm?: () => boolean; asks: boolean }>([
  { what: "asks for approval of a destructive call", input: { slug: "kestrel" }, asks: true },
  { what: "leaves it to a tool that asks itself", input: { slug: "kestrel" }, confirm: () => true, asks: false },
  { what: "doesn't ask about an invalid call", input: {}, asks: false },
  { what: "doesn't ask about a call that only reads", name: "prompt_index_get", input: { limit: null }, asks: false },
])("toAiSdkTools $what", async ({ name = "pages_archive", input, confirm, asks }) => {
  const tools = toAiSdkTools(openTools({ brainId, confirm }).tools);
  expect(await tools[name]?.needsApproval({ ...input })).toBe(asks);
});

it("toAiSdkTools asks for approval if only the call can check the input, because a schema is asynchronous", async () => {
  const body = z.object({ note: z.string().refine(async () => true) });
  const { tools } = openTools({ allow: [defineSafe({ id: "pages.note", idempotency: "unsafe", body })] });
  expect(await toAiSdkTools(tools)["pages_note"]?.needsApproval({ note: "a" })).toBe(true);
});

it("toAiSdkTools passes the abort signal on", async () => {
  const { tools } = openRecorded();
  const options = { abortSignal: AbortSignal.abort() };
  const call = toAiSdkTools(tools)["prompt_index_get"]?.execute({ limit: null }, options);
  await expect(call).rejects.toMatchObject({ code: "aborted" });
});

// The published rules:
// Google: ai.google.dev/api/caching#FunctionDeclaration and #Schema
// OpenAI: platform.openai.com/docs/guides/structured-outputs#supported-schemas
// Anthropic: platform.claude.com/docs/en/build-with-claude/structured-outputs
const flat = z.object({
  level: z.enum(["low", "high"]).optional(),
  on: z.boolean().default(true),
  "a.b": z.string(),
});
const nested = z.object({ list: z.array(z.string()), ["x".repeat(70)]: z.number().optional() });

type Written = { readonly schema: unknown; readonly strict: boolean };
const written: Readonly<Record<string, (tool: AgentTool) => Written | undefined>> = {
  "OpenAI chat": (tool) => {
    const [
      {
        function: { parameters, strict },
      } = expect.fail(),
    ] = toOpenAIChatTools([tool]).definitions;
    return { schema: parameters, strict };
  },
  "OpenAI responses": (tool) => {
    const [{ parameters, strict } = expect.fail()] = toOpenAIResponsesTools([tool]).definitions;
    return { schema: parameters, strict };
  },
  Anthropic: (tool) => {
    const [{ input_schema: schema, strict } = expect.fail()] = toAnthropicTools([tool]).definitions;
    return { schema, strict };
  },
  "AI SDK": (tool) => {
    const [{ inputSchema, strict } = expect.fail()] = Object.values(toAiSdkTools([tool]));
    return { schema: inputSchema["~standard"].jsonSchema.input(), strict };
  },
  // As MCP lists them, and as programs for Gemini, Groq or Mistral pass them on. Old versions of Gemini refuse additionalProperties.
  hosts: ({ inputSchema, strict }) => ({ schema: inputSchema, strict }),
};

const level = { type: "string", enum: ["low", "high"] };
const on = { type: "boolean", description: "(default: true)" };
const orNull = {
  level: { type: ["string", "null"], enum: ["low", "high", null] },
  on: { ...on, type: ["boolean", "null"] },
};
const open = { type: "object", properties: { level, on, a_b: { type: "string" } }, required: ["a_b"] };
const closed = { ...open, additionalProperties: false };
const complete = { ...closed, properties: { ...open.properties, ...orNull }, required: ["level", "on", "a_b"] };

it.each<{ name: string; expected: Written }>([
  { name: "OpenAI chat", expected: { schema: complete, strict: true } },
  { name: "OpenAI responses", expected: { schema: complete, strict: true } },
  { name: "Anthropic", expected: { schema: closed, strict: true } },
  { name: "AI SDK", expected: { schema: open, strict: false } },
  { name: "hosts", expected: { schema: open, strict: true } },
])("the schemas of $name for a tool with flat fields are in its own form", ({ name, expected }) => {
  const { find } = openTools({ allow: [defineSafe({ id: "2x.flat", body: flat })] });
  expect(written[name]?.(find("_2x_flat"))).toEqual(expected);
});

it.each(Object.keys(written))("the schemas of %s for a tool with other fields aren't strict", (name) => {
  const { find } = openTools({ allow: [defineSafe({ id: "x.nested", body: nested })] });
  const properties = { list: { type: "array", items: { type: "string" } }, ["x".repeat(64)]: { type: "number" } };
  const schema = { type: "object", properties, required: ["list"] };
  expect(written[name]?.(find("x_nested"))).toEqual({ schema, strict: false });
});
