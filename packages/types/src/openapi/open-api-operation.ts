import { $ZodArray } from "zod/v4/core";
import { contract } from "../contract/contract.ts";
import type { OperationId } from "../contract/derived.ts";
import type { Operation } from "../contract/operation.ts";
import { pathParamNames } from "../contract/path-params.ts";
import { errorBodySchema } from "../resources/error-body.ts";
import type { ObjectSchema, Schema } from "../schema/schema.ts";
import { refTo, writeJsonSchema } from "./component-schemas.ts";
import { descriptions } from "./descriptions.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { OpenApiOperation, OpenApiParameter, OpenApiRequestBody, OpenApiResponse } from "./open-api-document.ts";
import { jsonContent, jsonRequestBody } from "./open-api-parts.ts";
import type { Answer } from "./operation-document.ts";
import { operationDocuments } from "./operation-documents.ts";

type Fields<Value> = Readonly<Record<string, Value>>;

/** What there is to say of the fields of an input. */
interface InputWords {
  readonly words: Fields<string>;
  readonly example: Fields<unknown>;
}

/** Describes an operation of the contract. */
export function openApiOperation(id: OperationId): OpenApiOperation {
  const { path, summary, query, body, success, idempotency }: Operation = contract[id];
  const { details, request, ...answers } = operationDocuments[id];
  const refusals = Object.entries<Answer>(answers.errors);
  const { description, reference, input: words } = descriptions.operations[id];
  const input = { words, example: { ...request } };
  const [tag = ""] = id.split(".");
  return {
    operationId: id,
    summary,
    description: `${description} ${details} ${reference}`,
    tags: [tag],
    "x-idempotency": idempotency,
    parameters: [...pathParameters(path, input), ...(query ? queryParameters(query, input) : [])],
    ...(body && { requestBody: requestBody(body, input) }),
    responses: {
      [success.status]: response(schemaOf(success.schema), answers.success),
      ...Object.fromEntries(refusals.map(([status, answer]) => [status, response(refTo(errorBodySchema), answer)])),
    },
  };
}

function pathParameters(path: string, { words, example }: InputWords): OpenApiParameter[] {
  return pathParamNames(path).map((name) => ({
    name,
    in: "path",
    description: words[name] ?? "",
    required: true,
    schema: { type: "string" },
    example: example[name],
  }));
}

function queryParameters(query: ObjectSchema, { words, example }: InputWords): OpenApiParameter[] {
  const { properties = {}, required = [] } = writeJsonSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    description: words[name] ?? "",
    required: required.includes(name),
    schema,
    example: example[name],
  }));
}

function requestBody(body: ObjectSchema, { example }: InputWords): OpenApiRequestBody {
  const fields = Object.entries(example).filter(([name]) => name in body._zod.def.shape);
  return jsonRequestBody(writeJsonSchema(body), jsonContent(refTo(body), Object.fromEntries(fields)));
}

function response(schema: JsonSchema, { description, example }: Answer): OpenApiResponse {
  return { description, content: jsonContent(schema, example) };
}

/** A list of a named schema, or a named schema. */
function schemaOf(schema: Schema): JsonSchema {
  return schema instanceof $ZodArray ? { type: "array", items: refTo(schema._zod.def.element) } : refTo(schema);
}
