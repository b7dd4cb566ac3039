import { ConfigurationError } from "@knowledge-base/sdk";
import { type ToolOptions, toAnthropicTools, toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { contract } from "@knowledge-base/types";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { brainId, dataOf, defineSafe, installationId, openTool, openTools } from "../helpers/open-tools.ts";

const { kb, tools, call } = openTools();
const brains = [brainId, "brain_guest_services"];
const fixed = openTools({ brainId: brains, installationId });
const compile = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

describe("toTools", () => {
  // biome-ignore format: one row a line
  it.each<[what: string, allow: ToolOptions["allow"], operations: readonly string[]]>([
    ["that change nothing by default", undefined, ["channels.list", "promptIndex.get"]],
    ["that are allowed", ["pages.archive", "promptIndex.get"], ["pages.archive", "promptIndex.get"]],
    ["that an empty list allows, which are none", [], []],
  ])("returns exactly the tools %s", (_, allow, operations) => {
    expect(toTools(kb, { allow }).map(({ operation }) => operation)).toEqual(operations);
  });

  it("describes what each tool does to the records of the service, and hides the fields that the program fixes", () => {
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

  // biome-ignore format: one row a line
  it.each<[entry: NonNullable<ToolOptions["allow"]>[number], name: string, description: string, destructive: boolean]>([
    [{ operation: "pages.archive", name: "hide-page", description: "Hide.", destructive: false }, "hide-page", "Hide.", false],
    [{ operation: "pages.archive", name: undefined, destructive: undefined }, "pages_archive", "Archive one page: hide it", true],
    [defineSafe({ id: "pages.restoreAll" }), "pages_restore_all", "Check a page.", false],
    [defineSafe({ id: "HTTPCall.get2 -- last", idempotency: "idempotent" }), "httpcall_get2_--_last", "Check a page.", true],
    [defineSafe({ id: `x.${"y".repeat(100)}` }), `x_${"y".repeat(62)}`, "Check a page.", false],
    [defineSafe({ id: "2fa.check" }), "_2fa_check", "Check a page.", false],
    [defineSafe({ id: "promptIndex.get", idempotency: "unsafe" }), "prompt_index_get", "Check a page.", true],
  ])("names and describes the tool $1", (entry, name, description, destructive) => {
    const tool = openTool({ allow: [entry] });
    expect(tool).toMatchObject({ name, annotations: { destructiveHint: destructive } });
    expect(tool.description.startsWith(description)).toBe(true);
  });

  const archive = (settings: object) => ({ allow: [{ operation: "pages.archive", ...settings }] });

  // biome-ignore format: one row a line
  it.each<[unknown, string]>([
    [null, "options must be an object"],
    [{ alow: [] }, "alow is not an option; did you mean allow?"],
    [{ allow: "pages.archive" }, "allow must be an array of operations"],
    [{ allow: ["constructor"] }, "allow[0].operation must be an operation that defineOperation has returned, not a copy, or one of "],
    [{ allow: [7] }, "allow[0] must be an object with any of operation, name, description, destructive, fixed (got 7)"],
    [{ allow: [{}] }, "allow[0].operation is missing"],
    [{ allow: [{ operation: { id: "x" } }] }, "allow[0].operation must be an operation that defineOperation has returned"],
    [{ allow: ["pages.archive", "pages.archive"] }, "allow must not have the tool pages_archive twice"],
    [archive({ name: "a b" }), "allow[0].name must be 1 to 64 letters"],
    [archive({ name: "2a" }), "allow[0].name must be 1 to 64 letters"],
    [archive({ name: "a".repeat(65) }), "allow[0].name must be 1 to 64 letters"],
    [archive({ nam: "a" }), "allow[0].nam is not a field; did you mean name?"],
    [archive({ description: 7 }), "allow[0].description must be a string"],
    [archive({ destructive: 1 }), "allow[0].destructive must be true or false"],
    [archive({ fixed: "slug" }), "allow[0].fixed must be an object"],
    [archive({ fixed: { slog: "a" } }), "allow[0].fixed.slog is not a field; did you mean slug?"],
    [{ brainId: [] }, "brainId must be an id, or an array of different ids"],
    [{ brainId: ["a", "a"] }, "brainId must be an id, or an array of different ids"],
    [{ brainId: ["a", ""] }, "brainId must be an id, or an array of different ids"],
    [{ installationId: 7 }, "installationId must be an id, or an array of different ids (got 7)"],
    [{ confirm: true }, "confirm must be a function"],
    [{ maxOutputLength: 1999 }, "maxOutputLength must be a whole number from 2000 to 10000000"],
  ])("rejects options, because $1", (options, problem) => {
    const create = () => toTools(kb, options as ToolOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(`Failed to create tools: ${problem}`);
  });

  it("rejects a copy of an operation, as a call does", () => {
    const problem = "allow[0].operation must be an operation that defineOperation has returned, not a copy";
    for (const operation of [contract["pages.archive"], defineSafe({})]) {
      expect(() => toTools(kb, { allow: [operation] })).not.toThrow();
      expect(() => toTools(kb, { allow: [{ ...operation }] })).toThrow(problem);
    }
  });
});

describe("the schemas of the tools", () => {
  it.each([...tools, ...fixed.tools])(
    "of $name are valid, strict and described",
    ({ inputSchema, outputSchema, strict }) => {
      expect(strict).toBe(true);
      for (const { description } of Object.values(inputSchema.properties)) expect(description).toMatch(/^[A-Z]./);
      for (const schema of [inputSchema, outputSchema]) compile(schema);
    },
  );

  it("of results match what the tools return", async () => {
    const ids = { brainId, bindingId: "binding_bridge", slug: "skippers-round-table-may", installationId };
    for (const { name, inputSchema, outputSchema } of tools) {
      const input = Object.entries(ids).filter(([field]) => field in inputSchema.properties);
      const validate = compile(outputSchema);
      expect(validate(dataOf(await call(name, Object.fromEntries(input)))), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it.each([toOpenAIChatTools, toAnthropicTools])("are small: 4,000 characters for all six tools: $0", (convert) => {
    const json = JSON.stringify(convert(tools).definitions);
    expect(json.length).toBeLessThanOrEqual(4000);
  });
});

describe("the schemas of a custom operation", () => {
  const category = z.object({
    get parent() {
      return category.optional();
    },
  });
  const level = z.enum(["low", "high"]);
  const text = { type: "string" };
  const writtenCategory = { type: "object", required: [] };
  const person = z.object({ a: z.string() });
  const choice = { type: "string", enum: ["low", "high"] };
  const writtenPerson = { type: "object", properties: { a: text }, required: ["a"] };

  // biome-ignore format: one row a line
  it.each<[z.ZodType, object, strict: boolean]>([
    [z.string(), { type: "string" }, true],
    [z.boolean().optional(), { type: "boolean" }, true],
    [z.string().min(3).max(50).describe("Why.").optional(), { type: "string", description: "Why. (minLength: 3, maxLength: 50)" }, true],
    [z.number().gt(0).lt(1), { type: "number", description: "(exclusiveMinimum: 0, exclusiveMaximum: 1)" }, true],
    [z.string().default("fast"), { type: "string", description: '(default: "fast")' }, true],
    [level.describe("Which.").optional(), { ...choice, description: "Which." }, true],
    [z.literal("c").optional(), { type: "string", enum: ["c"] }, true],
    [z.literal([1, 2]), { type: "number", description: "(enum: [1,2])" }, true],
    [z.array(z.string().min(2)), { type: "array", items: { type: "string", description: "(minLength: 2)" } }, false],
    [z.array(z.string()).min(1), { type: "array", items: text, description: "(minItems: 1)" }, false],
    [person.partial(), { ...writtenPerson, required: [] }, false],
    [person.nullable().describe("Who."), { ...writtenPerson, description: "Who. (nullable: true)" }, false],
    [z.object({ a: level.nullable() }), { ...writtenPerson, properties: { a: { ...choice, description: "(nullable: true)" } } }, false],
    [category, { ...writtenCategory, properties: { parent: { ...writtenCategory, properties: { parent: {} } } } }, false],
    [z.unknown(), {}, false],
    [z.string().nullable(), { type: "string", description: "(nullable: true)" }, false],
    [z.literal(["a", 1]), { anyOf: [{ type: "string" }, { type: "number" }], description: '(enum: ["a",1])' }, false],
    [z.union([z.string(), z.array(z.string())]), { anyOf: [{ type: "string" }, { type: "array", items: text }] }, false],
  ])("have one type and what all providers take, and are strict if each field is flat: $1", (field, written, isStrict) => {
    const body = z.object({ constructor: field, other: z.string() });
    const { strict, inputSchema } = openTool({ allow: [defineSafe({ body })] });
    expect(inputSchema.properties).toEqual({ constructor: written, other: { type: "string" } });
    const isOptional = field instanceof z.ZodOptional || field instanceof z.ZodDefault;
    expect(inputSchema.required).toEqual(isOptional ? ["other"] : ["constructor", "other"]);
    expect(strict).toBe(isStrict);
  });

  const shortened = { type: "array", items: { type: "string" }, description: expect.any(String) };
  const named = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

  // biome-ignore format: one row a line
  it.each<[z.ZodType, object]>([
    [z.array(z.object({ name: z.string().max(9), embedding: z.array(z.number()) })).max(5), { items: { type: "array", items: named } }],
    [z.number().min(1), { value: { type: "number" } }],
    [z.object({ ref: z.string().nullable() }), { ref: { anyOf: [{ type: "string" }, { type: "null" }] } }],
    [z.void(), { done: { type: "boolean" } }],
    [z.object({ slug: z.string().min(2).describe("A slug.") }), { slug: { type: "string", description: "A slug." } }],
    [z.object({ kind: z.enum(["a"]) }), { kind: { type: "string" } }],
    [z.object({ owner: z.object({ name: z.string() }).nullable() }), { owner: { anyOf: [named, { type: "null" }] } }],
  ])("of a result are objects without limits, enums and embeddings: $1", (schema, properties) => {
    const status = schema instanceof z.ZodVoid ? 204 : 200;
    const { outputSchema } = openTool({ allow: [defineSafe({ success: { status, schema } })] });
    expect(outputSchema).toStrictEqual({ type: "object", properties: { ...properties, shortened }, required: Object.keys(properties) });
  });
});
