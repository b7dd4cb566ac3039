import { contract } from "../contract/contract.ts";
import { isContractOperation, type Operation } from "../contract/operation.ts";
import { type OperationId, pathParamNames, type ResourceName } from "../contract/operation-types.ts";
import { limits } from "../limits.ts";
import type { ObjectSchema, Schema } from "../schema/schema.ts";
import { type ComponentName, components, descriptions, type FieldOf } from "./components.ts";
import { inlineDefinitions } from "./create-operation-schemas.ts";
import { operationDocuments } from "./examples.ts";
import {
  componentRef,
  createJsonSchemaWriter,
  describeFields,
  type JsonSchema,
  jsonContent,
  resourceSchemas,
} from "./json-schema.ts";

const resourceDescriptions: { readonly [Name in ResourceName]: string } = {
  bindings: "Bindings: the connection of one channel to one brain, with flags that decide what the channel receives.",
  channels: "Channels of the messaging platform.",
  oauth: "The OAuth flow that installs the service's bot in a workspace of the messaging platform.",
  pages: "Pages: the knowledge of a brain.",
  promptIndex: "The prompt index: the top pages of a brain, in short, for a prompt.",
};

/** Keywords that the specification implies, and that the schemas of the contract do not enforce. */
const extraKeywords: { readonly [Name in ComponentName]?: { readonly [Field in FieldOf<Name>]?: JsonSchema } } = {
  Page: {
    embedding: {
      description: `${descriptions.components.Page.fields.embedding} The example is shortened: a real one has more than a thousand numbers, about 16 KB of JSON.`,
    },
  },
  IndexEntry: { summary: { maxLength: limits.indexSummaryLength } },
  OAuthStart: { authorizationUrl: { format: "uri" } },
  ErrorBody: { timestamp: { format: "date-time" } },
  ExceptionResponse: {
    statusCode: { type: "integer" },
    // The specification does not define the elements. Frameworks write texts, or objects that name a field.
    message: { anyOf: [{ type: "string" }, { type: "array", items: { type: ["string", "object"] } }] },
    error: { type: "string" },
  },
};

/** Where the service can be reached, and what it has besides the contract. */
interface Options {
  /**
   * Servers of the service, the preferred one first: each has a base URL without a slash at its end.
   *
   * @default the reference server on this machine, `http://127.0.0.1:4000`
   */
  readonly servers?: readonly { readonly url: string; readonly description?: string }[] | undefined;
  /**
   * Custom operations, as `defineOperation` returns them.
   *
   * @default []
   */
  readonly operations?: readonly Operation[] | undefined;
}

const referenceServer = {
  url: "http://127.0.0.1:4000",
  description: "The reference server on this machine, as the command `knowledge-base-server` starts it.",
};

/**
 * Creates the OpenAPI 3.1 document of the service from the contract: every operation with its description, constraints,
 * examples and documented errors. Anything that the specification leaves open, such as the range of `limit` or statuses
 * other than 400, 401 and 404, is not in the document. Each call creates a new document.
 *
 * @throws TypeError if two operations have the same method and path
 *
 * @see Specification, sections 2, 4, 5 and 7
 *
 * @example
 * ```ts
 * import { createOpenApiDocument } from "@knowledge-base/types/openapi";
 *
 * const { paths } = createOpenApiDocument({ servers: [{ url: "https://kb.example.com" }] });
 * console.log(paths["/v1/brains/{brainId}/index"]?.get?.operationId); // promptIndex.get
 * ```
 */
export function createOpenApiDocument({ servers = [referenceServer], operations = [] }: Options = {}) {
  const all: readonly Operation[] = [...Object.values(contract), ...operations];
  const tags: Readonly<Record<string, string>> = resourceDescriptions;
  const tagNames = new Set([...Object.keys(tags), ...all.map(tagOf)]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Knowledge-base service",
      summary: "Pages, the prompt index of a brain, and bindings of brains to channels of a messaging platform.",
      description:
        "The service keeps knowledge in workspaces called brains. A brain holds pages; its prompt index is a compact list " +
        "of its top pages for the prompt of an agent. A brain can be bound to channels of a team-messaging platform, which " +
        "then receive daily briefs, new connections and changes.\n\n" +
        "Responses may have fields that are not listed here. What the specification of the service leaves open is left " +
        "open here, too: other statuses than those that are listed, limits and lifetimes. For that reason no operation lists " +
        "413, with which the reference server responds to a body of more than 100 KiB. That is a choice of its own.",
      version: "1",
      contact: { name: "Knowledge Base contributors" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: servers.map((server) => ({ ...server })),
    security: [{ apiKey: [] }],
    tags: Array.from(tagNames, (name) => ({ name, description: tags[name] ?? `Custom operations: ${name}.` })),
    paths: createPaths(all),
    components: {
      schemas: createComponentSchemas(),
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description:
            "A key from the dashboard of the service. It is scoped to one organization and carries the role of the member " +
            "it was issued to. Specification, section 5.",
        },
      },
    },
  };
}

/** An OpenAPI 3.1 document. Its values are plain JSON. */
export type OpenApiDocument = ReturnType<typeof createOpenApiDocument>;

/** An operation of an OpenAPI document. */
export type OpenApiOperation = ReturnType<typeof createOpenApiOperation>;

type PathItem = { readonly [Method in Lowercase<Operation["method"]>]?: OpenApiOperation };

function tagOf({ id }: Operation): string {
  return id.split(".")[0] ?? id;
}

function createPaths(operations: readonly Operation[]) {
  const items: Record<string, PathItem> = {};
  for (const operation of operations) {
    const { id, path } = operation;
    const method = operation.method.toLowerCase() as Lowercase<Operation["method"]>;
    const other = items[path]?.[method];
    if (other)
      throw new TypeError(`Failed to create the document: ${other.operationId} and ${id} have the same route.`);
    items[path] = { ...items[path], [method]: createOpenApiOperation(operation) };
  }
  return items;
}

const writer = createJsonSchemaWriter({ components, customSchemas: resourceSchemas });

/** Returns a schema as JSON Schema: a reference if it is a component. Unknown fields are allowed in requests and in responses. */
function writeSchema(schema: Schema): JsonSchema {
  return writer.refer(schema) ?? inlineDefinitions(writer.write(schema, "input"));
}

function createComponentSchemas() {
  const written = Object.entries(components).map(([key, schema]) => {
    const name = key as ComponentName;
    const { description } = descriptions.components[name];
    const {
      type,
      required,
      properties = {},
    } = describeFields(writer.write(schema, "input"), descriptions.components[name]);
    const keywords: Readonly<Record<string, JsonSchema | undefined>> = extraKeywords[name] ?? {};
    const fields = Object.entries(properties).map(([field, written]) => [
      field,
      { ...withoutNullUnion(written), ...keywords[field] },
    ]);
    return [name, { type, description, ...(required && { required }), properties: Object.fromEntries(fields) }];
  });
  return structuredClone(Object.fromEntries(written)) as Readonly<Record<ComponentName, JsonSchema>>;
}

/** Replaces a union of a plain type and null by `type: ["string", "null"]`, which zod writes only if there are no other keywords. */
function withoutNullUnion({ description, anyOf, ...rest }: JsonSchema): JsonSchema {
  const [value, other] = anyOf ?? [];
  const isPlain = typeof value?.type === "string" && other?.type === "null";
  return {
    ...(description !== undefined && { description }),
    ...rest,
    ...(isPlain ? { ...value, type: [String(value.type), "null"] } : anyOf && { anyOf }),
  };
}

/** Descriptions and examples of an operation of the contract; undefined for a custom operation. */
function documentOf(operation: Operation) {
  if (!isContractOperation(operation)) return undefined;
  const id = operation.id as OperationId;
  const { description, reference, input } = descriptions.operations[id];
  const { details, request, success, errors } = operationDocuments[id];
  const fields: Readonly<Record<string, string>> = input;
  const example: Readonly<Record<string, unknown>> = { ...request };
  return { description: `${description} ${details} ${reference}`, fields, example, success, errors };
}

type OperationDocument = ReturnType<typeof documentOf>;

function createOpenApiOperation(operation: Operation) {
  const { id, path, summary, query, queryArrays, body, success, errors, idempotency } = operation;
  const document = documentOf(operation);
  return {
    operationId: id,
    summary,
    description: document?.description ?? `${summary}.`,
    tags: [tagOf(operation)],
    "x-idempotency": idempotency,
    parameters: [
      ...pathParamNames(path).map((name) => {
        return createParameter(document, { name, in: "path", required: true, schema: { type: "string" } });
      }),
      ...(query ? createQueryParameters(document, query, queryArrays) : []),
    ],
    ...(body && { requestBody: createRequestBody(document, body) }),
    responses: Object.fromEntries([
      [success.status, createSuccess(document, success.schema)],
      ...errors.map((status) => [status, createError(operation, document, status)]),
    ]) as Readonly<Record<string, OpenApiResponse>>,
  };
}

interface OpenApiResponse {
  readonly description: string;
  readonly content?: ReturnType<typeof jsonContent>;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly explode?: false;
}

function createParameter(document: OperationDocument, { name, in: place, required, schema, ...style }: Parameter) {
  const description = document?.fields[name] ?? "";
  const example = document?.example[name];
  return {
    name,
    in: place,
    description,
    required,
    schema,
    ...style,
    ...(example === undefined ? {} : { example: example as unknown }),
  };
}

function createQueryParameters(
  document: OperationDocument,
  query: ObjectSchema,
  queryArrays: Operation["queryArrays"],
) {
  const { properties = {}, required = [] } = inlineDefinitions(writer.write(query, "input"));
  return Object.entries(properties).map(([field, schema]) => {
    const isList = schema.type === "array";
    const name = isList && queryArrays === "brackets" ? `${field}[]` : field;
    const style = isList && queryArrays === "comma" ? ({ explode: false } as const) : {};
    return createParameter(document, { name, in: "query", required: required.includes(field), schema, ...style });
  });
}

function createRequestBody(document: OperationDocument, body: ObjectSchema) {
  const { required } = writer.write(body, "input");
  const fields = document && Object.entries(document.example).filter(([name]) => name in body._zod.def.shape);
  return {
    required: required !== undefined,
    content: jsonContent(writeSchema(body), fields && Object.fromEntries(fields)),
  };
}

function createSuccess(document: OperationDocument, schema: Schema): OpenApiResponse {
  const { description = "Success.", example } = document?.success ?? {};
  return schema._zod.def.type === "void"
    ? { description }
    : { description, content: jsonContent(writeSchema(schema), example) };
}

const errorTitles: Readonly<Record<number, string>> = { 400: "Bad Request", 401: "Unauthorized", 404: "Not Found" };

/** The specification describes the body of a response with the status 400, 401 or 404. */
function createError({ path }: Operation, document: OperationDocument, statusCode: number): OpenApiResponse {
  const error = errorTitles[statusCode];
  if (error === undefined) return { description: "Error." };
  const schema = componentRef("schemas", "ErrorBody");
  if (!document) return { description: `${error}.`, content: jsonContent(schema) };
  const unauthorized = {
    description: "Unauthorized: `x-api-key` is missing or invalid.",
    message: "Missing x-api-key header",
    input: {},
  };
  const { description, message, input = {} } = { 401: unauthorized, ...document.errors }[statusCode as 400 | 401 | 404];
  const values: Readonly<Record<string, unknown>> = { ...document.example, ...input };
  const example = {
    statusCode,
    timestamp: "2026-07-01T12:00:00.000Z",
    path: path.replace(/\{([^{}]+)\}/g, (_, name: string) => String(values[name])),
    message,
    // After a failed validation it is a list, because there may be several messages.
    body: { statusCode, message: statusCode === 400 ? [message] : message, error },
  };
  return { description, content: jsonContent(schema, example) };
}
