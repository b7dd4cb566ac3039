import { defineOperation } from "@knowledge-base/sdk";
import { toTools } from "@knowledge-base/sdk/tools";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClientWithJson } from "../create-client.ts";
import { findStrictProblems } from "./strict-rules.ts";

/** Returns the tool of an own operation with a body and an output. */
function toolWith({ body = z.object({}), output = z.object({}) }: { body?: z.ZodObject; output?: z.ZodType }) {
  const operation = defineOperation({
    id: "pages.check",
    summary: "Check a page",
    method: "POST",
    path: "/v1/check",
    body,
    success: { status: output instanceof z.ZodVoid ? 204 : 200, schema: output },
    errors: [],
    idempotency: "safe",
  });
  const [tool] = toTools(createClientWithJson(200, {}), { allow: [operation] });
  if (!tool) throw new Error("There is no tool");
  return tool;
}

const shortened = {
  type: "array",
  items: { type: "string" },
  description: "What was shortened or left out, and by how much.",
};

describe("the schema of a result", () => {
  it("has no limits and enums, and no field that is left out", () => {
    const output = z.object({
      slug: z.string().min(2).describe("A slug."),
      kind: z.enum(["topic", "person"]).optional(),
      embedding: z.array(z.number()),
      tags: z.array(z.object({ name: z.string().max(9) })).max(5),
      owner: z.object({ id: z.string(), embedding: z.string() }).nullable(),
    });
    expect(toolWith({ output }).outputSchema).toEqual({
      type: "object",
      properties: {
        slug: { type: "string", description: "A slug." },
        kind: { type: "string" },
        tags: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        },
        owner: {
          anyOf: [{ type: "object", properties: { id: { type: "string" } }, required: ["id"] }, { type: "null" }],
        },
        shortened,
      },
      required: ["slug", "tags", "owner"],
    });
  });

  it.each([
    ["a list", z.array(z.string()), { items: { type: "array", items: { type: "string" } } }],
    ["a number", z.number().min(1), { value: { type: "number" } }],
    ["nothing", z.void(), { done: { type: "boolean" } }],
  ])("is an object if the output is %s", (_, output, properties) => {
    expect(toolWith({ output }).outputSchema).toEqual({
      type: "object",
      properties: { ...properties, shortened },
      required: Object.keys(properties),
    });
  });
});

const values = (count: number, length: number) =>
  z.enum(Array.from({ length: count }, (_, index) => `${index}`.padStart(length, "x")));

describe("the schema of an input", () => {
  it.each([
    ["250 long values", values(250, 100), true],
    ["251 values with 15,060 characters", values(251, 60), false],
    ["300 values with 15,000 characters", values(300, 50), true],
    ["1,000 short values", values(1000, 4), true],
    ["1,001 short values", values(1001, 4), false],
  ])("is strict as far as providers allow it: one of %s", (_, value, isStrict) => {
    const tool = toolWith({ body: z.object({ value }) });
    expect(tool.strict).toBe(isStrict);
    if (isStrict) expect(findStrictProblems(tool.inputSchema)).toEqual([]);
  });

  it.each([
    [
      "their first fields differ",
      z.object({ a: z.string(), c: z.int() }),
      z.object({ b: z.string(), c: z.int() }),
      true,
    ],
    ["their first fields have other values", z.object({ a: z.literal("x") }), z.object({ a: z.literal("y") }), true],
    ["their first fields have the same value", z.object({ a: z.literal("x") }), z.object({ a: z.literal("x") }), false],
    ["only the first has one value", z.object({ a: z.literal("x") }), z.object({ a: z.string() }), false],
    ["only the second has one value", z.object({ a: z.string() }), z.object({ a: z.literal("x") }), false],
  ])("can have one of two objects: %s", (_, first, second, isStrict) => {
    expect(toolWith({ body: z.object({ value: z.union([first, second]) }) }).strict).toBe(isStrict);
  });

  it("describes a field that may be left out", () => {
    const { strict, inputSchema } = toolWith({
      body: z.object({
        state: z.enum(["a", "b"]).describe("Which.").optional(),
        kind: z.literal("c").optional(),
        note: z.string().describe("Why.").nullable().optional(),
      }),
    });
    expect(strict).toBe(true);
    expect(inputSchema.properties).toEqual({
      state: { description: "Which.", anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] },
      kind: { anyOf: [{ type: "string", const: "c" }, { type: "null" }] },
      note: { anyOf: [{ type: "string", description: "Why." }, { type: "null" }] },
    });
  });

  it("allows no field if there is none", async () => {
    const result = await toolWith({ body: z.object({}) }).call({ slug: "kestrel" });
    expect(result).toMatchObject({
      ok: false,
      code: "input",
      error: { issues: [{ path: ["slug"], message: "slug is not a known field; the input has no fields" }] },
    });
  });
});
