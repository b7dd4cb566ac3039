import {
  type AgentTool,
  toAiSdkTools,
  toAnthropicTools,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
} from "@knowledge-base/sdk/tools";
import type { JsonSchema } from "@knowledge-base/types/openapi";
import { describe, expect, it } from "vitest";
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

describe("the tools for a provider", () => {
  const { output } = responses.response;

  // biome-ignore format: one row a line
  it.each<{ convert: Convert; tools: unknown; calls: unknown; results: unknown }>([
    { convert: toOpenAIChatTools, ...chat, calls: chat.response.choices[0]?.message.tool_calls, results: chat.conversation.slice(2) },
    { convert: toOpenAIResponsesTools, ...responses, calls: output, results: responses.conversation.slice(1 + output.length) },
    { convert: toAnthropicTools, ...anthropic, calls: anthropic.response.content, results: anthropic.conversation.at(-1)?.content },
  ])("are what $convert.name creates for the recorded requests", async ({ convert, tools, calls, results }) => {
    const { definitions, run } = convert(openRecorded().tools);
    expect(definitions).toEqual(tools);
    expect(await run(calls as never)).toEqual(results);
  });

  it("have no results if a response has no calls", async () => {
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
  ])("have a result for a call of $name, with '$content'", async ({ name, input = "{}", sent = 0, content }) => {
    const { server, tools } = openRecorded();
    const results = await toOpenAIChatTools(tools).run([...noCalls, call(name, input)]);
    expect(results).toEqual([{ role: "tool", tool_call_id: "call_1", content: expect.stringContaining(content) }]);
    expect(server.journal.entries()).toHaveLength(sent);
    const part = { type: "tool_use", id: "a", name, input };
    expect(await toAnthropicTools(tools).run([null as never, part])).toMatchObject([{ is_error: sent === 0 }]);
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
  ])("$what", async ({ name = "pages_archive", input, confirm, asks }) => {
    const tools = toAiSdkTools(openTools({ brainId, confirm }).tools);
    expect(await tools[name]?.needsApproval({ ...input })).toBe(asks);
  });

  it("asks for approval if only the call can check the input, because a schema is asynchronous", async () => {
    const body = z.object({ note: z.string().refine(async () => true) });
    const { tools } = openTools({ allow: [defineSafe({ id: "pages.note", idempotency: "unsafe", body })] });
    expect(await toAiSdkTools(tools)["pages_note"]?.needsApproval({ note: "a" })).toBe(true);
  });

  it("passes the abort signal on", async () => {
    const { tools } = openRecorded();
    const options = { abortSignal: AbortSignal.abort() };
    const call = toAiSdkTools(tools)["prompt_index_get"]?.execute({ limit: null }, options);
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });
});

/** Returns a schema and all schemas inside of it. */
function partsOf(part: JsonSchema): readonly JsonSchema[] {
  const inner = [...Object.values(part.properties ?? {}), ...(part.anyOf ?? []), ...(part.items ? [part.items] : [])];
  return [part, ...inner.flatMap(partsOf)];
}

describe("the schemas keep the published rules", () => {
  const letters = z.array(z.enum(["a", "b"]).nullable());
  const awkward = z.object({
    "filter[id]": z.string().min(1).optional(),
    $top: z.int().min(1).max(50).optional(),
    ["x".repeat(70)]: z.literal([1, 2]).optional(),
    "2nd": z.email().nullable(),
    list: letters.min(1).optional(),
    either: z.union([z.string(), z.object({ a: z.iso.date() })]).optional(),
    any: z.unknown().optional(),
  });
  const level = z.enum(["low", "high"]).optional();
  const flat = z.object({ level, on: z.boolean().default(true), "a.b": z.string() });
  const custom = [defineSafe({ id: "x.awkward", body: awkward }), defineSafe({ id: "2x.flat", body: flat })];
  const { tools } = openTools({
    allow: [...openTools().tools.map(({ operation }) => operation as "oauth.start"), ...custom],
    brainId: ["a", "b"],
  });

  type Tool = { readonly name: string; readonly schema: JsonSchema; readonly strict: boolean };
  const write = (name: string, schema: object, strict: boolean): Tool => ({ name, schema, strict });
  const writeFunction = (tool: { readonly name: string; readonly parameters: object; readonly strict: boolean }) =>
    write(tool.name, tool.parameters, tool.strict);
  const writeChat = (written: readonly AgentTool[]) =>
    toOpenAIChatTools(written).definitions.map((tool) => writeFunction(tool.function));
  const chatTools = writeChat(tools);
  const responsesTools = toOpenAIResponsesTools(tools).definitions.map(writeFunction);
  const anthropicTools = toAnthropicTools(tools).definitions.map((tool) =>
    write(tool.name, tool.input_schema, tool.strict),
  );
  const strictOnes = (written: readonly Tool[]) => written.filter(({ strict }) => strict);
  const written: Readonly<Record<string, readonly Tool[]>> = {
    // As MCP lists them, and as programs for Gemini, Groq or Mistral pass them on.
    hosts: tools.map(({ name, inputSchema }) => write(name, inputSchema, false)),
    "AI SDK": Object.entries(toAiSdkTools(tools)).map(([name, { inputSchema, strict }]) =>
      write(name, inputSchema["~standard"].jsonSchema.input(), strict),
    ),
    "OpenAI chat without strict": writeChat(tools.map((tool) => ({ ...tool, strict: false }))),
    Anthropic: anthropicTools,
    "OpenAI chat": chatTools,
    "OpenAI responses": responsesTools,
    "Anthropic, strict": strictOnes(anthropicTools),
    "OpenAI chat, strict": strictOnes(chatTools),
    "OpenAI responses, strict": strictOnes(responsesTools),
  };
  const all = Object.keys(written);
  const strictOpenAi = ["OpenAI chat, strict", "OpenAI responses, strict"];
  const strict = ["Anthropic, strict", ...strictOpenAi];
  const loose = ["hosts", "AI SDK", "OpenAI chat without strict"];
  const plain = [...loose, "Anthropic"];

  const keywords = ["type", "description", "enum", "anyOf", "items", "properties", "required", "additionalProperties"];
  const isWord = (name: string) => /^[a-z_]\w{0,63}$/i.test(name);
  const isOptional = (name: string) => ["limit", "notifyBriefs", "level", "on", "_top", "list"].includes(name);
  const isSubset = (part: readonly string[] | undefined, whole: readonly string[] | undefined) =>
    part?.every((name) => whole?.includes(name)) === true;
  const fieldsOf = ({ schema }: Tool) => Object.keys(schema.properties ?? {});
  const isFilledText = (value: unknown) => typeof value === "string" && value !== "";
  const isNullable = ({ type }: JsonSchema) => Array.isArray(type) && type.includes("null");

  /** Returns a row for each provider that publishes a rule. */
  const rule = <Kept>(providers: readonly string[], rule: string, isKept: Kept) =>
    providers.map((name) => ({ name, rule, isKept }));
  const toolRule = rule<(tool: Tool) => boolean>;
  const schemaRule = rule<(part: JsonSchema) => boolean>;

  // Google: ai.google.dev/api/caching#FunctionDeclaration and #Schema
  // OpenAI: platform.openai.com/docs/guides/structured-outputs#supported-schemas
  // Anthropic: platform.claude.com/docs/en/build-with-claude/structured-outputs
  const toolRules = [
    toolRule(all, "has a name that begins with a letter", ({ name }) => /^[a-z_][\w-]{0,63}$/i.test(name)),
    toolRule(all, "has fields whose names are words", (tool) => fieldsOf(tool).every((name) => isWord(name))),
    toolRule(all, "takes an object", ({ schema }) => schema.type === "object" && !schema.anyOf),
    toolRule(all, "requires only fields that it has", (tool) => isSubset(tool.schema.required, fieldsOf(tool))),
    toolRule(plain, "requires no optional field", ({ schema }) => !schema.required?.some(isOptional)),
    toolRule(loose, "isn't strict", (tool) => !tool.strict),
    toolRule(strictOpenAi, "requires all fields", (tool) => isSubset(fieldsOf(tool), tool.schema.required)),
    toolRule(strictOpenAi, "takes null for optional fields", ({ schema: { properties = {} } }) =>
      Object.entries(properties).every(([name, part]) => isNullable(part) || !isOptional(name)),
    ),
    toolRule(strict, "takes no other fields", ({ schema }) => schema.additionalProperties === false),
  ];

  const schemaRules = [
    schemaRule(plain, "has one type", ({ type = "" }) => typeof type === "string"),
    schemaRule(plain, "lists texts if it has an enum", ({ type, enum: values }) => {
      return !values || (type === "string" && values.every(isFilledText));
    }),
    schemaRule(all, "lists values if it has an enum", (part) => part.enum?.length !== 0),
    schemaRule(all, "has elements if it is a list", ({ type, items }) => type !== "array" || items !== undefined),
    schemaRule(["hosts"], "lacks additionalProperties, which old versions of Gemini refuse", (part) => {
      return !("additionalProperties" in part);
    }),
    schemaRule(all, "has only keywords that all know", (part) => isSubset(Object.keys(part), keywords)),
    schemaRule(strictOpenAi, "lists null if it takes null", (part) => {
      return !part.enum || part.enum.includes(null as never) === isNullable(part);
    }),
    schemaRule(["Anthropic, strict"], "isn't a union", (part) => !part.anyOf && !isNullable(part)),
  ];

  it.each(toolRules.flat())("of $name, where each tool $rule", ({ name, isKept }) => {
    expect(written[name]?.filter((tool) => !isKept(tool))).toEqual([]);
  });

  it.each(schemaRules.flat())("of $name, where each schema $rule", ({ name, isKept }) => {
    const parts = written[name]?.flatMap(({ schema }) => partsOf(schema));
    expect(parts?.filter((part) => !isKept(part))).toEqual([]);
  });

  it.each(strict)("of %s, in seven tools", (name) => {
    expect(written[name]).toHaveLength(7);
  });
});
