import { contract, defineOperation, type Operation, pageSchema, type Schema } from "@knowledge-base/types";
import { createInputSchema, createOutputSchema } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const declare = (changes: Partial<Operation>) =>
  defineOperation({
    id: "pages.check",
    summary: "Check a page",
    method: "POST",
    path: "/v1/brains/{brainId}/check",
    success: { status: 200, schema: z.string() },
    errors: [],
    idempotency: "safe",
    ...changes,
  });
const outputOf = (schema: Schema) => createOutputSchema(declare({ success: { status: 200, schema } }));

const slug = z.string().meta({ id: "Slug" });
const tree = z.object({
  slug: z.string(),
  get inner() {
    return z.optional(tree);
  },
});

describe.each(Object.values<Operation>(contract))("the schemas of $id", (operation) => {
  it("are described with each of their fields", () => {
    const { items, ...output } = createOutputSchema(operation);
    for (const { properties = {} } of [createInputSchema(operation), items ?? output]) {
      expect(Object.keys(properties)).not.toEqual([]);
      for (const { description } of Object.values(properties)) expect(description).toMatch(/^[A-Z].*\.$/s);
    }
  });
});

it("the schemas of a custom operation have all fields of the input, with the bounds of numbers", () => {
  const query = z.object({ limit: z.int().min(1).max(500), offset: z.int().optional() });
  expect(createInputSchema(declare({ query, body: z.object({ slug }) }))).toStrictEqual({
    type: "object",
    properties: {
      brainId: { type: "string" },
      limit: { type: "integer", minimum: 1, maximum: 500 },
      offset: { type: "integer" },
      slug: { type: "string" },
    },
    required: ["brainId", "limit", "slug"],
  });
});

it("the schemas of a custom operation aren't described, even if they return a page", () => {
  expect(outputOf(pageSchema)).toMatchObject({
    properties: {
      slug: { type: "string" },
      embedding: { type: "array", items: { type: "number", format: "double" } },
    },
  });
  expect(JSON.stringify(outputOf(pageSchema))).not.toContain("description");
});

it("the schemas of a custom operation have the keyword anyOf for unions that exclude each other", () => {
  const kinds = [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })] as const;
  const oneOf = z.object({ oneOf: z.discriminatedUnion("kind", kinds) });
  expect(outputOf(oneOf)).toMatchObject({
    properties: { oneOf: { anyOf: [{ type: "object" }, { type: "object" }] } },
  });
});

it("the schemas of a custom operation have definitions in place of references, and any value inside of themselves", () => {
  expect(outputOf(z.object({ slug, tree: z.array(tree) }))).toMatchObject({
    properties: {
      slug: { type: "string" },
      tree: { items: { properties: { slug: { type: "string" }, inner: {} } } },
    },
  });
  expect(JSON.stringify(outputOf(tree))).not.toContain("$");
});

it("the schemas of a custom operation are of limited size, also if many schemas refer to each other", () => {
  const schemas: Record<string, z.ZodType> = {};
  for (let index = 0; index < 12; index += 1)
    schemas[index] = z.lazy(() => z.object({ ...schemas })).meta({ id: `Schema${index}` });
  expect(JSON.stringify(outputOf(z.object(schemas))).length).toBeLessThan(1_000_000);
});
