import type { $ZodTypeDef } from "zod/v4/core";
import { isContractOperation } from "../contract/define-contract-operation.ts";
import type { Operation } from "../contract/operation.ts";
import type { Schema } from "../schema/schema.ts";
import { components } from "./components.ts";
import { descriptions } from "./descriptions.ts";
import type { JsonSchema } from "./json-schema.ts";
import { describeFields, type TypeDescriptions } from "./json-schema-writer.ts";
import { writeInlineSchema } from "./write-inline-schema.ts";

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
