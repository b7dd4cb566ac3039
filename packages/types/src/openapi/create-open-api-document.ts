import { pathParamNames, replacePathParams } from "@knowledge-base/internal/url";
import { contract, isContractOperation } from "../contract/contract.ts";
import type { Operation } from "../contract/operation.ts";
import type { OperationId, ResourceName } from "../contract/operation-types.ts";
import { type AnyObjectSchema, fieldNames, isVoid, shapeOf } from "../schema/schema.ts";
import { type ComponentName, components, serviceKeywords } from "./components.ts";
import { createInputSchema } from "./create-operation-schemas.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPath,
  OpenApiResponse,
  OpenApiServer,
} from "./document.ts";
import { describeFields, type JsonSchema, jsonContent, writeJsonSchema, writeReference } from "./json-schema.ts";
import { type InvalidRequest, operationExamples, operationTexts } from "./operation-texts.ts";

const resourceDescriptions: { readonly [Name in ResourceName]: string } = {
  bindings: "Bindings: the connection of one channel to one brain, with flags that decide what the channel receives.",
  channels: "Channels of the messaging platform.",
  oauth: "The OAuth flow that installs the service's bot in a workspace of the messaging platform.",
  pages: "Pages: the knowledge of a brain.",
  promptIndex: "The prompt index: the top pages of a brain, in short, for a prompt.",
};

/** Where the service can be reached, and what it has besides the contract. */
export interface OpenApiOptions {
  /**
   * Servers of the service, the preferred one first: each has a base URL without a slash at its end.
   *
   * @default the reference server on this machine, `http://127.0.0.1:4000`
   *
   * @example
   * ```ts
   * import { createOpenApiDocument } from "@knowledge-base/types/openapi";
   *
   * const { servers } = createOpenApiDocument({ servers: [{ url: "https://kb.example.com" }] });
   * console.log(servers[0]?.url); // https://kb.example.com
   * ```
   * @see [Operations](../../../../docs/operations/README.md)
   */
  readonly servers?: readonly OpenApiServer[] | undefined;
  /**
   * Custom operations, as `defineOperation` returns them.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { defineOperation, pageSchema } from "@knowledge-base/types";
   * import { createOpenApiDocument } from "@knowledge-base/types/openapi";
   *
   * const getPage = defineOperation({
   *   id: "pages.get",
   *   summary: "Get a page",
   *   method: "GET",
   *   path: "/v1/brains/{brainId}/pages/{slug}",
   *   success: { status: 200, schema: pageSchema },
   *   errors: [401, 404],
   *   idempotency: "safe",
   * });
   * const { paths } = createOpenApiDocument({ operations: [getPage] });
   * console.log(paths[getPage.path]?.get?.summary); // Get a page
   * ```
   * @see [Custom operations and drift](../../../../docs/guides/custom-operations-and-drift.md)
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
 * other than 400, 401 and 404, isn't in the document. Each call creates a new document.
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
export function createOpenApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  const { servers = [referenceServer], operations = [] } = options;
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

function tagOf({ id }: Operation): string {
  return id.split(".")[0] ?? id;
}

function createPaths(operations: readonly Operation[]) {
  const items: Record<string, OpenApiPath> = {};
  for (const operation of operations) {
    const { id, path } = operation;
    const method = operation.method.toLowerCase() as Lowercase<Operation["method"]>;
    const other = items[path]?.[method]?.operationId;
    if (other) throw new TypeError(`Failed to create the document: ${other} and ${id} have the same route.`);
    items[path] = { ...items[path], [method]: createOpenApiOperation(operation) };
  }
  return items;
}

function createComponentSchemas() {
  const context = { ...inDocument, keywords: serviceKeywords() };
  const described = Object.entries(descriptions.components).map(([name, { description, fields }]) => {
    const schema = writeJsonSchema(components[name as ComponentName], context);
    return [name, { ...describeFields(schema, fields), description }];
  });
  return Object.fromEntries(described) as Readonly<Record<ComponentName, JsonSchema>>;
}

// As the input of a schema, an object may have unknown fields: they are allowed in requests and in responses.
const inDocument = { io: "input", components } as const;

// The texts and examples of an operation, which its declaration doesn't have.
interface OperationDetails {
  readonly description: string;
  readonly success: string;
  readonly errors: Readonly<Record<number, InvalidRequest>>;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
}

function detailsOf(operation: Operation): OperationDetails {
  if (!isContractOperation(operation)) return { description: `${operation.summary}.`, success: "Success.", errors: {} };
  const id = operation.id as OperationId;
  const { description, reference } = descriptions.operations[id];
  const { badRequest, ...texts } = operationTexts[id];
  const errors = { 400: badRequest, 401: unauthorized, 404: notFound(operation) };
  return { ...texts, ...operationExamples[id], description: `${description} ${reference}`, errors };
}

const unauthorized = {
  description: "Unauthorized: `x-api-key` is missing or invalid.",
  message: "Missing x-api-key header",
};

// Specification, section 7.
function notFound({ path }: Operation): InvalidRequest {
  const missing = path.includes("/messaging/") ? "Brain or installation" : "Brain, page, change or connection";
  return { description: `${missing} not found.`, message: "Brain not found", input: { brainId: "brain_unknown" } };
}

function createOpenApiOperation(operation: Operation): OpenApiOperation {
  const { id, summary, body, success, errors, idempotency } = operation;
  const details = detailsOf(operation);
  return {
    operationId: id,
    summary,
    description: details.description,
    tags: [tagOf(operation)],
    "x-idempotency": idempotency,
    parameters: createParameters(operation, details),
    ...(body && { requestBody: createRequestBody(body, details) }),
    responses: {
      [success.status]: {
        description: details.success,
        ...(!isVoid(success.schema) && {
          content: jsonContent(writeReference(success.schema, inDocument), details.output),
        }),
      },
      ...Object.fromEntries(errors.map((status) => [status, createErrorResponse(operation, details, status)])),
    },
  };
}

function createParameters(operation: Operation, { input = {} }: OperationDetails): OpenApiParameter[] {
  const { path, query, queryArrays } = operation;
  const { properties = {}, required = [] } = createInputSchema(operation);
  const places = [
    ...pathParamNames(path).map((name) => ({ name, in: "path" as const })),
    ...fieldNames(query).map((name) => ({ name, in: "query" as const })),
  ];
  return places.map(({ name, in: place }) => {
    const { description = "", ...schema } = properties[name] ?? {};
    const arrays = schema.type === "array" ? queryArrays : undefined;
    return {
      name: arrays === "brackets" ? `${name}[]` : name,
      in: place,
      description,
      required: required.includes(name),
      schema,
      ...(arrays === "comma" && { explode: false }),
      ...(name in input && { example: input[name] }),
    };
  });
}

function createRequestBody(body: AnyObjectSchema, { input }: OperationDetails) {
  const { required } = writeJsonSchema(body, inDocument);
  const example = input && Object.fromEntries(Object.entries(input).filter(([name]) => name in shapeOf(body)));
  return { required: required !== undefined, content: jsonContent(writeReference(body, inDocument), example) };
}

// The statuses whose body the specification describes, with their titles.
const errorTitles: Readonly<Record<number, string>> = { 400: "Bad Request", 401: "Unauthorized", 404: "Not Found" };

function createErrorResponse({ path }: Operation, details: OperationDetails, statusCode: number): OpenApiResponse {
  const error = errorTitles[statusCode];
  if (error === undefined) return { description: "Error." };
  const schema = writeReference(components.ErrorBody, inDocument);
  const invalid = details.errors[statusCode];
  if (!invalid) return { description: `${error}.`, content: jsonContent(schema) };
  const { description, message } = invalid;
  const input: Readonly<Record<string, unknown>> = { ...details.input, ...invalid.input };
  const example = {
    statusCode,
    timestamp: "2026-07-01T12:00:00.000Z",
    path: replacePathParams(path, (name) => String(input[name])),
    message,
    // After a failed validation it is a list, because there may be several messages.
    body: { statusCode, message: statusCode === 400 ? [message] : message, error },
  };
  return { description, content: jsonContent(schema, example) };
}
