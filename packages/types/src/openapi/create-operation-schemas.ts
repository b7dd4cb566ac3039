import { pathParamNames } from "@knowledge-base/internal/url";
import * as z from "zod/mini";
import { isContractOperation } from "../contract/contract.ts";
import type { Operation } from "../contract/operation.ts";
import type { OperationId } from "../contract/operation-types.ts";
import { definitionOf, shapeOf } from "../schema/schema.ts";
import { components, serviceKeywords } from "./components.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { describeFields, type JsonSchema, writeJsonSchema } from "./json-schema.ts";

/**
 * Returns the input of an operation as one JSON Schema: path parameters, query parameters and body fields in one flat object, with
 * descriptions if it is an operation of the contract. It contains no references to components.
 *
 * @see Specification, section 4
 */
export function createInputSchema(operation: Operation): JsonSchema {
  const { id, path, query, body } = operation;
  const params = Object.fromEntries(pathParamNames(path).map((name) => [name, z.string()]));
  const input = z.object({ ...params, ...(query && shapeOf(query)), ...(body && shapeOf(body)) });
  const schema = writeJsonSchema(input, { io: "input", keywords: serviceKeywords() });
  return isContractOperation(operation)
    ? describeFields(schema, descriptions.operations[id as OperationId].input)
    : schema;
}

/**
 * Returns the output of an operation as one JSON Schema, with descriptions if it is an operation of the contract. It contains no
 * references to components.
 *
 * @see Specification, section 2
 */
export function createOutputSchema(operation: Operation): JsonSchema {
  const { schema } = operation.success;
  const written = writeJsonSchema(schema, { io: "output", keywords: serviceKeywords() });
  const { element = schema } = definitionOf(schema);
  const component = Object.entries(components).find(([, candidate]) => candidate === element)?.[0];
  return component !== undefined && isContractOperation(operation)
    ? describeFields(written, descriptions.components[component as keyof typeof components].fields)
    : written;
}
