import type { $ZodTypeDef } from "zod/v4/core";
import { isContractOperation, type Operation } from "../contract/operation.ts";
import { type OperationId, pathParamNames } from "../contract/operation-types.ts";
import type { Schema } from "../schema/schema.ts";
import { components, descriptions } from "./components.ts";
import {
  createJsonSchemaWriter,
  describeFields,
  type JsonSchema,
  resourceSchemas,
  type TypeDescriptions,
} from "./json-schema.ts";

const writer = /* @__PURE__ */ createJsonSchemaWriter({ components: {}, customSchemas: resourceSchemas });

/** Writes a schema without references, for readers that know no components. */
function writeInlineSchema(schema: Schema, io: "input" | "output"): JsonSchema {
  return inlineDefinitions(writer.write(schema, io));
}

/**
 * Returns the input of an operation as one JSON Schema: path parameters, query parameters and body fields in one flat object, with
 * descriptions if it is an operation of the contract. It contains no references to components.
 *
 * @see Specification, section 4
 */
export function createInputSchema(operation: Operation): JsonSchema {
  const { id, path, query, body } = operation;
  const parts = [
    pathSchema(path),
    ...[query, body].flatMap((part) => (part ? [writeInlineSchema(part, "input")] : [])),
  ];
  const schema: JsonSchema = {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
  if (!isContractOperation(operation)) return schema;
  const { description, input } = descriptions.operations[id as OperationId];
  return describeFields(schema, { description, fields: input });
}

function pathSchema(path: string): JsonSchema {
  const names = pathParamNames(path);
  return { properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])), required: names };
}

/**
 * Returns the output of an operation as one JSON Schema, with descriptions if it is an operation of the contract. It contains no
 * references to components.
 *
 * @see Specification, section 2
 */
export function createOutputSchema(operation: Operation): JsonSchema {
  const { schema } = operation.success;
  const written = writeInlineSchema(schema, "output");
  if (!isContractOperation(operation)) return written;
  const { element = schema }: $ZodTypeDef & { readonly element?: Schema } = schema._zod.def;
  const [name = ""] = Object.entries(components).find(([, component]) => component === element) ?? [];
  const types: TypeDescriptions = descriptions.components;
  return describeFields(written, types[name]);
}

type Keywords = Readonly<Record<string, unknown>>;

const prefix = "#/$defs/";

/** Schemas that refer to each other have definitions whose number grows exponentially with their depth. */
const maxInlined = 1_000;

/**
 * Returns a schema that zod has written without references and without keywords that {@link JsonSchema} does not have: references
 * are replaced by the definitions, and `oneOf` by `anyOf`. Inside of themselves, and after the first 1,000 references, any value
 * is allowed.
 */
export function inlineDefinitions(schema: object): JsonSchema {
  const { $defs = {}, ...root } = schema as { readonly $defs?: Keywords };
  let inlined = 0;
  return inline(root, []) as JsonSchema;

  function inline(part: unknown, open: readonly string[]): unknown {
    if (Array.isArray(part)) return part.map((element) => inline(element, open));
    if (typeof part !== "object" || part === null) return part;
    const { $ref, ...keywords } = part as { readonly $ref?: unknown };
    if (typeof $ref === "string" && !$ref.startsWith("#/components/")) {
      return { ...(definitionOf($ref, open) as object), ...keywords };
    }
    const entries = Object.entries(part).map(([name, value]) => [
      name === "oneOf" && Array.isArray(value) ? "anyOf" : name,
      inline(value, open),
    ]);
    return Object.fromEntries(entries);
  }

  function definitionOf(reference: string, open: readonly string[]): unknown {
    inlined += 1;
    if (open.includes(reference) || inlined > maxInlined) return {};
    return inline($defs[reference.slice(prefix.length)], [...open, reference]);
  }
}
