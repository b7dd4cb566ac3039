import type { Operation } from "@knowledge-base/types";
import { createOutputSchema, type JsonSchema } from "@knowledge-base/types/internal";
import { omittedFields } from "./shape-output.ts";

/** How the output of an operation becomes the object that a tool returns. */
export interface ToolOutputSchema {
  /** Schema of the operation's output. */
  readonly declared: JsonSchema;
  /** Schema of the object that the tool returns. */
  readonly returned: JsonSchema;
  /** Field of that object that holds the output, if the output is not an object itself. */
  readonly field: string | undefined;
}

const shortened: JsonSchema = {
  type: "array",
  items: { type: "string" },
  description: "What was shortened or left out, and by how much.",
};

/** Creates the schema of what a tool returns. It has no enums and limits: a service may send newer values, and texts are shortened. */
export function createToolOutputSchema(operation: Operation, listName = "items"): ToolOutputSchema {
  const declared = createOutputSchema(operation);
  const { type } = declared;
  const isVoid = operation.success.schema._zod.def.type === "void";
  const field = isVoid ? "done" : type === "array" ? listName : type === "object" ? undefined : "value";
  const loose = isVoid ? { type: "boolean" } : loosen(declared);
  const { properties, required } = field === undefined ? loose : { properties: { [field]: loose }, required: [field] };
  return {
    declared,
    returned: { type: "object", properties: { ...properties, shortened }, ...(required && { required }) },
    field,
  };
}

function loosen({ type, description, properties, required, items, anyOf }: JsonSchema): JsonSchema {
  const isKept = (name: string) => !omittedFields.includes(name);
  const fields = properties && Object.entries(properties).filter(([name]) => isKept(name));
  return {
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
    ...(fields && { properties: Object.fromEntries(fields.map(([name, field]) => [name, loosen(field)])) }),
    ...(required && { required: required.filter(isKept) }),
    ...(items && { items: loosen(items) }),
    ...(anyOf && { anyOf: anyOf.map(loosen) }),
  };
}
