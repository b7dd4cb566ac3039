import {
  type AgentTool,
  toAiSdkTools,
  toAnthropicTools,
  toOpenAIChatTools,
  toOpenAIResponsesTools,
} from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { brainId, declare, openTools } from "./open-tools.ts";
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

  const noCalls = [{ id: "c", type: "custom" }, { id: "d", type: "custom", function: null as never }, null as never];
  const call = (name: string, input: string) => ({ id: name, type: "function", function: { name, arguments: input } });

  // biome-ignore format: one row a line
  it.each([
    ["prompt_index_get", "", '<knowledge-base-index pages="30"', 1],
    ["pages_archiv", "{}", "There is no tool pages_archiv: did you mean pages_archive?", 0],
    ["constructor", "{}", "There is no tool constructor: the tools are prompt_index_get, pages_archive", 0],
    ["x".repeat(5000), "{}", "There is no tool ", 0],
    [null as never, "{}", "There is no tool null", 0],
    [undefined as never, "{}", "There is no tool undefined", 0],
    ["pages_archive", "{slug", "fields must be an object with any of slug (got a string)", 0],
  ])("have a result for every call: %s %j", async (name, input, content, sent) => {
    const { server, tools } = openRecorded();
    const results = await toOpenAIChatTools(tools).run([...noCalls, call(name, input)]);
    expect(results).toEqual([{ role: "tool", tool_call_id: name, content: expect.stringContaining(content) }]);
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
      expect([validate({ slug: 1 }), jsonSchema.output()]).toEqual([{ value: { slug: 1 } }, jsonSchema.input()]);
      // The AI SDK closes objects itself.
      return {
        type: "function",
        name,
        inputSchema: { ...jsonSchema.input(), additionalProperties: false },
        description,
        strict,
      };
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

  it("asks for approval if only the call can check the input, because a schema is asynchronous", async () => {
    const body = z.object({ note: z.string().refine(async () => true) });
    const { tools } = openTools({ allow: [declare({ id: "pages.note", idempotency: "unsafe", body })] });
    expect(await toAiSdkTools(tools)["pages_note"]?.needsApproval({ note: "a" })).toBe(true);
  });

  it("passes the abort signal on", async () => {
    const { tools } = openRecorded();
    const options = { abortSignal: AbortSignal.abort() };
    const call = toAiSdkTools(tools)["prompt_index_get"]?.execute({ limit: null }, options);
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });
});

/** A part of a schema, as the rules of the providers speak of it. */
interface Part {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Part[];
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** Returns a schema and all schemas inside of it. */
function partsOf(part: Part): readonly Part[] {
  const inner = [...Object.values(part.properties ?? {}), ...(part.anyOf ?? []), ...(part.items ? [part.items] : [])];
  return [part, ...inner.flatMap(partsOf)];
}

describe("the schemas keep the published rules of", () => {
  const awkward = z.object({
    "filter[id]": z.string().min(1).optional(),
    $top: z.int().min(1).max(50).optional(),
    ["x".repeat(70)]: z.literal([1, 2]).optional(),
    "2nd": z.email().nullable(),
    list: z
      .array(z.enum(["a", "b"]).nullable())
      .min(1)
      .optional(),
    either: z.union([z.string(), z.object({ a: z.iso.date() })]).optional(),
    any: z.unknown().optional(),
  });
  const flat = z.object({
    level: z.enum(["low", "high"]).optional(),
    on: z.boolean().default(true),
    "a.b": z.string(),
  });
  const custom = [declare({ id: "x.awkward", body: awkward }), declare({ id: "2x.flat", body: flat })];
  const { tools } = openTools({
    allow: [...openTools().tools.map(({ operation }) => operation as "oauth.start"), ...custom],
    brainId: ["a", "b"],
  });

  type Written = readonly { readonly name: string; readonly schema: Part; readonly strict: boolean }[];
  const providers: Readonly<Record<string, Written>> = {
    // As MCP lists them, and as programs for Gemini, Groq or Mistral pass them on.
    hosts: tools.map(({ name, inputSchema }) => ({ name, schema: inputSchema, strict: false })),
    "AI SDK": Object.entries(toAiSdkTools(tools)).map(([name, { inputSchema, strict }]) => ({
      name,
      schema: inputSchema["~standard"].jsonSchema.input(),
      strict,
    })),
    Anthropic: toAnthropicTools(tools).definitions.map(({ name, input_schema: schema, strict }) => ({
      name,
      schema: schema as Part,
      strict,
    })),
    "OpenAI chat": toOpenAIChatTools(tools).definitions.map(({ function: { name, parameters: schema, strict } }) => ({
      name,
      schema,
      strict,
    })),
    "OpenAI responses": toOpenAIResponsesTools(tools).definitions.map(({ name, parameters: schema, strict }) => ({
      name,
      schema,
      strict,
    })),
    "OpenAI chat without strict": toOpenAIChatTools(tools.map((tool) => ({ ...tool, strict: false }))).definitions.map(
      ({ function: { name, parameters: schema, strict } }) => ({ name, schema: schema as Part, strict }),
    ),
  };
  const all = Object.keys(providers);
  const openAi = ["OpenAI chat", "OpenAI responses"];
  const others = all.filter((name) => !openAi.includes(name));

  const fieldsOf = ({ schema }: Written[number]) => Object.keys(schema.properties ?? {});
  const parts = (written: Written) => written.flatMap(({ schema }) => partsOf(schema));
  const strictOnes = (written: Written) => written.filter(({ strict }) => strict);
  const known = ["type", "description", "enum", "anyOf", "items", "properties", "required", "additionalProperties"];

  // biome-ignore format: one row a line
  const rules: readonly (readonly [rule: string, providers: readonly string[], broken: (written: Written) => readonly unknown[]])[] = [
    // ai.google.dev/api/caching#FunctionDeclaration and #Schema
    ["names of tools begin with a letter", all, (written) => written.filter(({ name }) => !/^[a-z_][\w-]{0,63}$/i.test(name))],
    ["names of fields are words of at most 64 characters", all, (written) => written.flatMap(fieldsOf).filter((name) => !/^[a-z_]\w{0,63}$/i.test(name))],
    ["a field has one type", others, (written) => parts(written).filter(({ type }) => type !== undefined && typeof type !== "string")],
    ["an enum has texts", others, (written) => parts(written).filter((part) => part.enum && !(part.type === "string" && part.enum.length > 0 && part.enum.every((value) => typeof value === "string" && value !== "")))],
    ["a list has items", all, (written) => parts(written).filter(({ type, items }) => type === "array" && !items)],
    ["an object has no additionalProperties, which old versions of Gemini refuse", ["hosts"], (written) => parts(written).filter((part) => "additionalProperties" in part)],
    ["there are only keywords that all know", all, (written) => parts(written).flatMap(Object.keys).filter((keyword) => !known.includes(keyword))],
    ["the input is an object", all, (written) => written.filter(({ schema }) => schema.type !== "object" || schema.anyOf)],
    ["required fields are fields", all, (written) => written.filter((one) => one.schema.required?.some((name) => !fieldsOf(one).includes(name)))],
    ["optional fields are not required", others, (written) => written.flatMap(({ schema }) => schema.required ?? []).filter((name) => ["limit", "notifyBriefs", "level", "on", "_top", "list"].includes(name))],
    // platform.openai.com/docs/guides/structured-outputs#supported-schemas
    ["a strict object requires all fields", openAi, (written) => strictOnes(written).filter((one) => String(fieldsOf(one)) !== String(one.schema.required))],
    ["an optional field of a strict object is nullable", openAi, (written) => strictOnes(written).flatMap(({ schema }) => ["limit", "level", "on"].filter((name) => schema.properties?.[name] && !String(schema.properties[name]?.type).endsWith(",null")))],
    ["a nullable enum has null", openAi, (written) => parts(strictOnes(written)).filter((part) => part.enum && Array.isArray(part.type) && !part.enum.includes(null))],
    // platform.claude.com/docs/en/build-with-claude/structured-outputs
    ["a strict object is closed", [...openAi, "Anthropic"], (written) => strictOnes(written).filter(({ schema }) => schema.additionalProperties !== false)],
    ["some tools are strict", [...openAi, "Anthropic"], (written) => (strictOnes(written).length === 7 ? [] : written)],
    ["a strict schema has no unions", ["Anthropic"], (written) => parts(strictOnes(written)).filter(({ type, anyOf }) => Array.isArray(type) || anyOf)],
    ["no tool is strict", ["AI SDK", "OpenAI chat without strict"], strictOnes],
  ];

  const rows = rules.flatMap(([rule, names, broken]) => names.map((name) => [name, rule, broken] as const));

  it.each(rows)("%s: %s", (name, _, broken) => {
    expect(broken(providers[name] ?? [])).toEqual([]);
  });
});
