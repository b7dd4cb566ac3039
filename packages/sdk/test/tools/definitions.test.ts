import { ConfigurationError } from "@knowledge-base/sdk";
import { type ToolOptions, toAnthropicTools, toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { contract } from "@knowledge-base/types";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import * as z from "zod";
import { brainId, dataOf, defineSafe, installationId, openTool, openTools } from "../helpers/open-tools.ts";

const { kb, server, tools, call } = openTools();
const brains = [brainId, "brain_guest_services"];
const fixed = openTools({ brainId: brains, installationId });
const compile = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

it.each<{ what: string; allow: ToolOptions["allow"]; operations: readonly string[] }>([
  { what: "that change nothing by default", allow: undefined, operations: ["channels.list", "promptIndex.get"] },
  { what: "that are allowed", allow: ["pages.archive", "oauth.start"], operations: ["pages.archive", "oauth.start"] },
  { what: "that an empty list allows, which are none", allow: [], operations: [] },
])("toTools returns exactly the tools $what", ({ allow, operations }) => {
  expect(toTools(kb, { allow }).map(({ operation }) => operation)).toEqual(operations);
});

it("toTools describes what each tool does to the records of the service, and hides the fields that the program fixes", () => {
  const described = openTools({ brainId, installationId }).tools.map(({ name, annotations, inputSchema }) => {
    const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
    const hints = [readOnlyHint, destructiveHint, idempotentHint].join();
    return `${name}(${Object.keys(inputSchema.properties).join()}): ${hints}`;
  });
  expect(described.toSorted()).toEqual([
    "bindings_unbind(bindingId): false,true,true",
    "bindings_update(bindingId,notifyBriefs,notifyConnections,notifyChanges): false,false,true",
    "channels_list(): true,false,true",
    "oauth_start(): false,false,false",
    "pages_archive(slug): false,true,true",
    "prompt_index_get(limit): true,false,true",
  ]);
  expect(fixed.find("prompt_index_get").inputSchema.properties).toMatchObject({ brainId: { enum: brains } });
});

it.each<{ id: string; idempotency?: "idempotent" | "unsafe"; name: string; destructive: boolean }>([
  { id: "pages.restoreAll", name: "pages_restore_all", destructive: false },
  { id: "HTTPCall.get2 -- last", idempotency: "idempotent", name: "httpcall_get2_last", destructive: true },
  { id: `x.${"y".repeat(100)}`, name: `x_${"y".repeat(62)}`, destructive: false },
  { id: "2fa.check", name: "_2fa_check", destructive: false },
  { id: "promptIndex.get", idempotency: "unsafe", name: "prompt_index_get", destructive: true },
])("toTools names the tool of an operation of your own: $name", ({ name, destructive, ...operation }) => {
  const tool = openTool({ allow: [defineSafe(operation)] });
  expect(tool).toMatchObject({ name, annotations: { destructiveHint: destructive } });
  expect(tool.description).toMatch(/^Check a page\./);
});

it.each([
  { given: { name: "hide-page", description: "Hide.", destructive: false }, name: "hide-page", starts: "Hide." },
  { given: { name: undefined, destructive: undefined }, name: "pages_archive", starts: "Archive one page: hide it" },
])("toTools describes the tool $name as its entry says, or by default", ({ given, name, starts }) => {
  const tool = openTool({ allow: [{ operation: "pages.archive", ...given }] });
  expect(tool).toMatchObject({ name, annotations: { destructiveHint: given.destructive ?? true } });
  expect(tool.description.startsWith(starts)).toBe(true);
});

const archive = (settings: object) => ({ allow: [{ operation: "pages.archive", ...settings }] });

const isOperation = "must be an operation that defineOperation has returned, not a copy, or one of ";
const notIds = "must be an id, or an array of different ids";
// biome-ignore format: one row a line
it.each<{ options: unknown; problem: string }>([
  { options: null, problem: "options must be an object" },
  { options: { alow: [] }, problem: "alow is not an option; did you mean allow?" },
  { options: { allow: "pages.archive" }, problem: "allow must be an array of operations" },
  { options: { allow: ["constructor"] }, problem: `allow[0].operation ${isOperation}` },
  { options: { allow: [7] }, problem: `allow[0].operation ${isOperation}` },
  { options: { allow: [undefined] }, problem: "allow[0].operation is missing" },
  { options: { allow: [{ name: "a" }] }, problem: `allow[0].operation ${isOperation}` },
  { options: { allow: [{ operation: { id: "x" } }] }, problem: `allow[0].operation ${isOperation}` },
  { options: { allow: ["pages.archive", "pages.archive"] }, problem: "allow must not have the tool pages_archive twice" },
  { options: archive({ name: "a b" }), problem: "allow[0].name must be 1 to 64 letters" },
  { options: archive({ name: "2a" }), problem: "allow[0].name must be 1 to 64 letters" },
  { options: archive({ name: "a".repeat(65) }), problem: "allow[0].name must be 1 to 64 letters" },
  { options: archive({ nam: "a" }), problem: "allow[0].nam is not a field; did you mean name?" },
  { options: archive({ description: 7 }), problem: "allow[0].description must be a string" },
  { options: archive({ destructive: 1 }), problem: "allow[0].destructive must be true or false" },
  { options: archive({ fixed: "slug" }), problem: "allow[0].fixed must be an object" },
  { options: archive({ fixed: { slog: "a" } }), problem: "allow[0].fixed.slog is not a field; did you mean slug?" },
  { options: { brainId: [] }, problem: `brainId ${notIds}` },
  { options: { brainId: ["a", "a"] }, problem: `brainId ${notIds}` },
  { options: { brainId: ["a", ""] }, problem: `brainId ${notIds}` },
  { options: { installationId: 7 }, problem: `installationId ${notIds} (got 7)` },
  { options: { confirm: true }, problem: "confirm must be a function" },
  { options: { maxOutputLength: 1999 }, problem: "maxOutputLength must be a whole number from 2000 to 10000000" },
])("toTools rejects options, because $problem", ({ options, problem }) => {
  const create = () => toTools(kb, options as ToolOptions);
  expect(create).toThrow(ConfigurationError);
  expect(create).toThrow(`Failed to create tools: ${problem}`);
});

it("toTools rejects a copy of an operation, as a call does", () => {
  const problem = "allow[0].operation must be an operation that defineOperation has returned, not a copy";
  for (const operation of [contract["pages.archive"], defineSafe({})]) {
    expect(() => toTools(kb, { allow: [operation] })).not.toThrow();
    expect(() => toTools(kb, { allow: [{ ...operation }] })).toThrow(problem);
  }
});

it.each([...tools, ...fixed.tools])("the schemas of the tools of $name are valid, strict and described", (tool) => {
  const { inputSchema, outputSchema, strict } = tool;
  expect(strict).toBe(true);
  for (const { description } of Object.values(inputSchema.properties)) expect(description).toMatch(/^[A-Z]./);
  for (const schema of [inputSchema, outputSchema]) compile(schema);
});

it("the schemas of the tools of results match what the tools return", async () => {
  const ids = { brainId, bindingId: "binding_bridge", slug: "skippers-round-table-may", installationId };
  for (const { name, inputSchema, outputSchema } of tools) {
    const input = Object.entries(ids).filter(([field]) => field in inputSchema.properties);
    const validate = compile(outputSchema);
    expect(validate(dataOf(await call(name, Object.fromEntries(input)))), JSON.stringify(validate.errors)).toBe(true);
  }
});

it("the schemas of the tools of results match what is left of a record if a new field of it is large", async () => {
  const page = server.control.pages.get({ brainId, slug: "kestrel" });
  const list = (element: unknown) => Array.from({ length: 30 }, () => element);
  const respond = () => Response.json({ ...page, novelty: list(list(list(1))) }, { status: 201 });
  const tool = openTool({ allow: ["pages.archive"], maxOutputLength: 2000 }, respond);
  const validate = compile(tool.outputSchema);
  const { shortened, ...data } = dataOf(await tool.call({ slug: page.slug }));
  expect(shortened).toContainEqual(expect.stringMatching(/^result: the first \d+ of \d+ fields$/));
  expect(validate({ ...data, shortened }), JSON.stringify(validate.errors)).toBe(true);
});

it.each([
  { provider: "OpenAI", convert: toOpenAIChatTools },
  { provider: "Anthropic", convert: toAnthropicTools },
])("the schemas of the tools have at most 4,000 characters for all six tools of $provider", ({ convert }) => {
  const json = JSON.stringify(convert(tools).definitions);
  expect(json.length).toBeLessThanOrEqual(4000);
});

const category = z.object({
  get parent() {
    return category.optional();
  },
});
const level = z.enum(["low", "high"]);
const text = { type: "string" };
const number = { type: "number" };
const choice = { type: "string", enum: ["low", "high"] };
const person = z.object({ a: z.string() });
const writtenPerson = { type: "object", properties: { a: text }, required: ["a"] };
const writtenCategory = { type: "object", required: [], properties: { parent: {} } };
const note = (description: string) => ({ description });

// Writes the schema of a custom operation with a field, and expects what becomes of it.
function expectWritten(field: z.ZodType, written: object, isStrict: boolean): void {
  const body = z.object({ constructor: field, other: z.string() });
  const { strict, inputSchema } = openTool({ allow: [defineSafe({ body })] });
  expect(inputSchema.properties).toEqual({ constructor: written, other: text });
  const isOptional = field instanceof z.ZodOptional || field instanceof z.ZodDefault;
  expect(inputSchema.required).toEqual(isOptional ? ["other"] : ["constructor", "other"]);
  expect(strict).toBe(isStrict);
}

// biome-ignore format: one row a line
it.each<{ field: z.ZodType; written: object }>([
  { field: z.string(), written: text },
  { field: z.boolean().optional(), written: { type: "boolean" } },
  { field: z.string().min(3).max(50).describe("Why.").optional(), written: { ...text, ...note("Why. (minLength: 3, maxLength: 50)") } },
  { field: z.number().gt(0).lt(1), written: { ...number, ...note("(exclusiveMinimum: 0, exclusiveMaximum: 1)") } },
  { field: z.string().default("fast"), written: { ...text, ...note('(default: "fast")') } },
  { field: level.describe("Which.").optional(), written: { ...choice, ...note("Which.") } },
  { field: z.literal("c").optional(), written: { ...text, enum: ["c"] } },
  { field: z.literal([1, 2]), written: { ...number, ...note("(enum: [1,2])") } },
])("a custom operation is strict if its fields are flat, such as $written", ({ field, written }) => expectWritten(field, written, true));

const choiceOrNull = { ...writtenPerson, properties: { a: { ...choice, ...note("(nullable: true)") } } };

it.each<{ field: z.ZodType; written: object }>([
  { field: z.array(z.string().min(2)), written: { type: "array", items: { ...text, ...note("(minLength: 2)") } } },
  { field: z.array(z.string()).min(1), written: { type: "array", items: text, ...note("(minItems: 1)") } },
  { field: person.partial(), written: { ...writtenPerson, required: [] } },
  { field: person.nullable().describe("Who."), written: { ...writtenPerson, ...note("Who. (nullable: true)") } },
  { field: z.object({ a: level.nullable() }), written: choiceOrNull },
  { field: category, written: { ...writtenCategory, properties: { parent: writtenCategory } } },
  { field: z.unknown(), written: {} },
  { field: z.string().nullable(), written: { ...text, ...note("(nullable: true)") } },
  { field: z.literal(["a", 1]), written: { anyOf: [text, number], ...note('(enum: ["a",1])') } },
  { field: z.union([z.string(), z.array(z.string())]), written: { anyOf: [text, { type: "array", items: text }] } },
])(
  "the schemas of a custom operation have one type and what all providers take, such as $written",
  ({ field, written }) => expectWritten(field, written, false),
);

const shortened = { type: "array", items: text, description: expect.any(String) };
const named = { type: "object", properties: { name: text } };
const owner = z.object({ name: z.string() });
const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });

// biome-ignore format: one row a line
it.each<{ schema: z.ZodType; properties: object }>([
  { schema: z.array(owner.extend({ embedding: z.array(z.number()) })).max(5), properties: { items: { type: "array", items: named } } },
  { schema: z.number().min(1), properties: { value: number } },
  { schema: z.object({ ref: z.string().nullable() }), properties: { ref: orNull(text) } },
  { schema: z.void(), properties: { done: { type: "boolean" } } },
  { schema: z.object({ slug: z.string().min(2).describe("A slug.") }), properties: { slug: { ...text, ...note("A slug.") } } },
  { schema: z.object({ kind: z.enum(["a"]) }), properties: { kind: text } },
  { schema: z.object({ owner: owner.nullable() }), properties: { owner: orNull(named) } },
])(
  "the schemas of a custom operation of a result are objects with $properties, without limits, enums, embeddings and required fields",
  ({ schema, properties }) => {
    const status = schema instanceof z.ZodVoid ? 204 : 200;
    const { outputSchema } = openTool({ allow: [defineSafe({ success: { status, schema } })] });
    expect(outputSchema).toStrictEqual({ type: "object", properties: { ...properties, shortened }, required: [] });
  },
);
