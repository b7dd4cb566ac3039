import { isContractOperation } from "../contract/define-contract-operation.ts";
import type { Operation } from "../contract/operation.ts";
import type { OperationId } from "../contract/operation-types.ts";
import { pathParamNames } from "../contract/path-params.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import { descriptions } from "./descriptions.ts";
import type { JsonSchema } from "./json-schema.ts";
import { describeFields } from "./json-schema-writer.ts";
import { writeInlineSchema } from "./write-inline-schema.ts";

/**
 * Returns the input of an operation as one JSON Schema: path parameters, query parameters and body fields in one flat object, with
 * descriptions if it is an operation of the contract. It contains no references to components.
 *
 * @see Specification, section 4
 */
export function createInputSchema(operation: Operation): JsonSchema {
  const { id, path, query, body } = operation;
  const parts = [pathSchema(path), ...[query, body].flatMap((part) => (part ? [writeInput(part)] : []))];
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

function writeInput(schema: ObjectSchema): JsonSchema {
  return writeInlineSchema(schema, "input");
}
