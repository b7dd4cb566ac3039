import type { $ZodTypeDef } from "zod/v4/core";
import { contract } from "../contract/contract.ts";
import type { Operation } from "../contract/operation.ts";
import type { OperationId } from "../contract/operation-types.ts";
import { pathParamNames } from "../contract/path-params.ts";
import { errorBodySchema } from "../resources/error-body.ts";
import type { ObjectSchema, Schema } from "../schema/schema.ts";
import { requireComponentRef, writeJsonSchema } from "./component-schemas.ts";
import { descriptions } from "./descriptions.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { OpenApiOperation, OpenApiParameter, OpenApiRequestBody, OpenApiResponse } from "./open-api-document.ts";
import { jsonContent, jsonRequestBody } from "./open-api-parts.ts";
import type { ResponseExample } from "./operation-document.ts";
import { operationDocuments } from "./operation-documents.ts";

type Fields<Value> = Readonly<Record<string, Value>>;

/** Descriptions and an example of the fields of an input. */
interface DescribedInput {
  readonly descriptions: Fields<string>;
  readonly example: Fields<unknown>;
}

/** Creates the description of an operation of the contract. */
export function createOpenApiOperation(id: OperationId): OpenApiOperation {
  const { path, summary, query, body, success, idempotency }: Operation = contract[id];
  const { details, request, ...responses } = operationDocuments[id];
  const errors = Object.entries<ResponseExample>(responses.errors);
  const { description, reference, input: inputDescriptions } = descriptions.operations[id];
  const input = { descriptions: inputDescriptions, example: { ...request } };
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
      [success.status]: createResponse(responseSchema(success.schema), responses.success),
      ...Object.fromEntries(
        errors.map(([status, error]) => [status, createResponse(requireComponentRef(errorBodySchema), error)]),
      ),
    },
  };
}

function pathParameters(path: string, { descriptions: fields, example }: DescribedInput): OpenApiParameter[] {
  return pathParamNames(path).map((name) => ({
    name,
    in: "path",
    description: fields[name] ?? "",
    required: true,
    schema: { type: "string" },
    example: example[name],
  }));
}

function queryParameters(query: ObjectSchema, { descriptions: fields, example }: DescribedInput): OpenApiParameter[] {
  const { properties = {}, required = [] } = writeJsonSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    description: fields[name] ?? "",
    required: required.includes(name),
    schema,
    example: example[name],
  }));
}

function requestBody(body: ObjectSchema, { example }: DescribedInput): OpenApiRequestBody {
  const fields = Object.entries(example).filter(([name]) => name in body._zod.def.shape);
  return jsonRequestBody(writeJsonSchema(body), jsonContent(requireComponentRef(body), Object.fromEntries(fields)));
}

function createResponse(schema: JsonSchema, { description, example }: ResponseExample): OpenApiResponse {
  return { description, content: jsonContent(schema, example) };
}

/** Returns a reference to a component, or a list of one. */
function responseSchema(schema: Schema): JsonSchema {
  const { element }: $ZodTypeDef & { readonly element?: Schema } = schema._zod.def;
  return element ? { type: "array", items: requireComponentRef(element) } : requireComponentRef(schema);
}
