import { ConfigurationError, defineOperation } from "@knowledge-base/sdk";
import { type ToolOptions, toAnthropicTools, toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { brainId, dataOf, declare, installationId, openTool, openTools } from "./open-tools.ts";

const { kb, tools, find, call } = openTools();
const fixed = openTools({ brainId: [brainId, "brain_guest_services"], installationId });
const compile = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

describe("toTools", () => {
  it("returns the operations that change nothing, or exactly the allowed ones in their order", () => {
    const namesOf = (options?: ToolOptions) => toTools(kb, options).map(({ operation }) => operation);
    expect(namesOf()).toEqual(["channels.list", "promptIndex.get"]);
    expect(namesOf({ allow: ["pages.archive", "promptIndex.get"] })).toEqual(["pages.archive", "promptIndex.get"]);
    expect(namesOf({ allow: [] })).toEqual([]);
  });

  it("describes what each tool does to the records of the service", () => {
    const effects = openTools().tools.map(({ name, annotations }) => {
      const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
      return [name, readOnlyHint, destructiveHint, idempotentHint].join();
    });
    expect(effects.toSorted()).toEqual([
      "bindings_unbind,false,true,true",
      "bindings_update,false,false,true",
      "channels_list,true,false,true",
      "oauth_start,false,false,false",
      "pages_archive,false,true,true",
      "prompt_index_get,true,false,true",
    ]);
  });

  it("uses the name, description and effect that the program declares", () => {
    const open = (settings: object) => {
      const tool = openTool({ allow: [{ operation: "pages.archive", ...settings }] });
      return [tool.name, tool.description, tool.annotations.destructiveHint];
    };
    expect(open({ name: "hide-page", description: "Hide.", destructive: false })).toEqual([
      "hide-page",
      "Hide.",
      false,
    ]);
    expect(open({ name: undefined, description: undefined, destructive: undefined })).toEqual(open({}));
    expect(open({})).toEqual(["pages_archive", find("pages_archive").description, true]);
  });

  // biome-ignore format: one row a line
  it.each([
    ["pages.restoreAll", "pages_restore_all"],
    ["HTTPCall.get2Pages", "httpcall_get2_pages"],
    ["pages. the -- last", "pages_the_--_last"],
    [`x.${"y".repeat(100)}`, `x_${"y".repeat(62)}`],
  ])("makes a name of the id %s", (id, name) => {
    expect(openTool({ allow: [declare({ id })] }).name).toBe(name);
  });

  // biome-ignore format: one row a line
  it.each<[unknown, string]>([
    [null, "options must be an object"],
    [{ alow: [] }, "alow is not an option; did you mean allow?"],
    [{ allow: "pages.archive" }, "allow must be an array of operations"],
    [{ allow: ["pages.archiv"] }, "allow[0].operation must be an operation that defineOperation has returned, or one of "],
    [{ allow: ["constructor"] }, 'oauth.start, bindings.unbind (got "constructor")'],
    [{ allow: [7] }, "allow[0] must be an object with any of operation, name, description, destructive, fixed (got 7)"],
    [{ allow: [{}] }, "allow[0].operation is missing"],
    [{ allow: [{ operation: { id: "x" } }] }, "allow[0].operation must be an operation that defineOperation has returned"],
    [{ allow: ["pages.archive", "pages.archive"] }, "allow must not have the tool pages_archive twice"],
    [{ allow: [{ operation: "pages.archive", name: "a b" }] }, "allow[0].name must be 1 to 64 letters"],
    [{ allow: [{ operation: "pages.archive", name: "a".repeat(65) }] }, "allow[0].name must be 1 to 64 letters"],
    [{ allow: [{ operation: "pages.archive", nam: "a" }] }, "allow[0].nam is not a field; did you mean name?"],
    [{ allow: [{ operation: "pages.archive", description: 7 }] }, "allow[0].description must be a string"],
    [{ allow: [{ operation: "pages.archive", destructive: 1 }] }, "allow[0].destructive must be true or false"],
    [{ allow: [{ operation: "pages.archive", fixed: "slug" }] }, "allow[0].fixed must be an object"],
    [{ allow: [{ operation: "pages.archive", fixed: { slog: "a" } }] }, "allow[0].fixed.slog is not a field of the input; did you mean slug?"],
    [{ brainId: [] }, "brainId must be an id, or an array of different ids"],
    [{ brainId: ["a", "a"] }, "brainId must be an id, or an array of different ids"],
    [{ brainId: ["a", ""] }, "brainId must be an id, or an array of different ids"],
    [{ installationId: 7 }, "installationId must be an id, or an array of different ids (got 7)"],
    [{ confirm: true }, "confirm must be a function"],
    [{ maxOutputLength: 1999 }, "maxOutputLength must be a whole number from 2000 to 10000000"],
  ])("rejects %j: %s", (options, problem) => {
    const create = () => toTools(kb, options as ToolOptions);
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(/^Failed to create tools: /);
    expect(create).toThrow(problem);
  });
});

describe("the schemas of the tools", () => {
  it.each([...tools, ...fixed.tools])("of $name are valid, strict and described", (tool) => {
    const { inputSchema, outputSchema, strict } = tool;
    expect([strict, inputSchema.required]).toEqual([true, Object.keys(inputSchema.properties)]);
    // No other keywords are allowed by the rules of both OpenAI and Anthropic for strict tools, of those that flat inputs have.
    expect(JSON.stringify(inputSchema.properties)).not.toMatch(/"(?:\$|m|pattern|format|default|exclusive)\w*":/);
    for (const { description } of Object.values(inputSchema.properties)) expect(description).toMatch(/^[A-Z]./);
    compile(inputSchema);
    compile(outputSchema);
  });

  it("have no fields that the program fixes, and the ids that the model can choose", () => {
    const all = openTools({ brainId, installationId }).tools;
    const fields = all.map(({ inputSchema }) => Object.keys(inputSchema.properties).join());
    expect(fields.toSorted()).toEqual([
      "",
      "",
      "bindingId",
      "bindingId,notifyBriefs,notifyConnections,notifyChanges",
      "limit",
      "slug",
    ]);
    const free = openTool({ allow: ["pages.archive"], brainId: undefined });
    expect(Object.keys(free.inputSchema.properties)).toEqual(["brainId", "slug"]);
    const brains = [brainId, "brain_guest_services"];
    expect(fixed.find("prompt_index_get").inputSchema).toMatchObject({ properties: { brainId: { enum: brains } } });
  });

  it("of results match what the tools return", async () => {
    const ids = { bindingId: "binding_bridge", slug: "skippers-round-table-may", installationId };
    for (const { name, inputSchema, outputSchema } of tools) {
      const fields = Object.entries({ brainId, ...ids }).filter(([field]) => field in inputSchema.properties);
      const validate = compile(outputSchema);
      const data = dataOf(await call(name, Object.fromEntries(fields)));
      expect(validate(data), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it("are small: at most 4,000 characters for all six tools, and few fields with several types", () => {
    for (const convert of [toOpenAIChatTools, toAnthropicTools]) {
      const json = JSON.stringify(convert(tools).definitions);
      expect(json.length).toBeLessThanOrEqual(4000);
      expect(json.split('"null"')).toHaveLength(1 + 4); // Anthropic allows 16 of them.
    }
  });
});

describe("the schemas of a custom operation", () => {
  const inputOf = (body: z.ZodObject) => openTool({ allow: [declare({ body })] });
  const values = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  const nullType = { type: "null" };

  // biome-ignore format: one row a line
  it.each<[z.ZodType, object]>([
    [z.string(), { type: "string" }],
    [z.boolean().optional(), { type: ["boolean", "null"] }],
    [z.string().min(3).max(50).describe("Why.").optional(), { type: ["string", "null"], description: "Why. (minLength: 3, maxLength: 50)" }],
    [z.int().min(1), { type: "integer", description: "(minimum: 1)" }],
    [z.number().gt(0).lt(1), { type: "number", description: "(exclusiveMinimum: 0, exclusiveMaximum: 1)" }],
    [z.string().default("fast"), { type: ["string", "null"], description: '(default: "fast")' }],
    [z.enum(["low", "high"]), { type: "string", enum: ["low", "high"] }],
    [z.enum(["low", "high"]).describe("Which.").optional(), { description: "Which.", anyOf: [{ type: "string", enum: ["low", "high"] }, nullType] }],
    [z.literal("c").optional(), { anyOf: [{ type: "string", const: "c" }, nullType] }],
    [z.enum(values(250)), { type: "string", enum: values(250) }],
  ])("are strict if a field is flat (%#)", (field, written) => {
    const { strict, inputSchema } = inputOf(z.object({ constructor: field, other: z.string().optional() }));
    const other = { type: ["string", "null"] };
    const properties = { constructor: written, other };
    expect(inputSchema).toEqual({ type: "object", properties, required: ["constructor", "other"], additionalProperties: false });
    expect(strict).toBe(true);
  });

  const category = z.object({
    get parent() {
      return category.optional();
    },
  });

  // biome-ignore format: one row a line
  it.each<[string, z.ZodType]>([
    ["a list", z.array(z.string())],
    ["an object", z.object({ name: z.string() })],
    ["an object that contains itself", category],
    ["a record", z.record(z.string(), z.string())],
    ["anything", z.unknown()],
    ["nullable", z.string().nullable()],
    ["a literal of several types", z.literal(["a", 1])],
    ["one of too many values", z.enum(values(251))],
  ])("are as declared and not strict if a field is %s", (_, field) => {
    const { strict, inputSchema } = inputOf(z.object({ field, note: z.string().min(2).optional() }));
    expect(strict).toBe(false);
    expect(inputSchema).toMatchObject({ properties: { note: { minLength: 2 } }, additionalProperties: false });
    expect(inputSchema.required).toEqual(["field"]);
    expect(JSON.stringify(inputSchema)).not.toContain("$ref");
  });

  const shortened = { type: "array", items: { type: "string" }, description: expect.any(String) };
  const named = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

  // biome-ignore format: one row a line
  it.each<[z.ZodType, object]>([
    [z.array(z.object({ name: z.string().max(9), embedding: z.array(z.number()) })).max(5), { items: { type: "array", items: named } }],
    [z.number().min(1), { value: { type: "number" } }],
    [z.void(), { done: { type: "boolean" } }],
    [z.object({ slug: z.string().min(2).describe("A slug."), kind: z.enum(["a"]), owner: z.object({ name: z.string() }).nullable() }),
      { slug: { type: "string", description: "A slug." }, kind: { type: "string" }, owner: { anyOf: [named, nullType] } }],
  ])("of a result are objects without limits, enums and embeddings (%#)", (schema, properties) => {
    const status = schema instanceof z.ZodVoid ? 204 : 200;
    const { outputSchema } = openTool({ allow: [declare({ success: { status, schema } })] });
    expect(outputSchema).toEqual({ type: "object", properties: { ...properties, shortened }, required: Object.keys(properties) });
  });

  it("are those of the custom operation also if it has the id of an operation of the service", () => {
    const own = defineOperation({ ...declare({}), id: "promptIndex.get", idempotency: "unsafe" });
    const { description, annotations } = openTool({ allow: [own] });
    expect([description, annotations.destructiveHint]).toEqual(["Check a page.", true]);
  });
});
