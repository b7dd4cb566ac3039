import type { KnowledgeBaseErrorCode } from "@knowledge-base/sdk";
import { contract, type ErrorStatus, type Idempotency, type Operation } from "@knowledge-base/types";
import { createOpenApiDocument, type JsonSchema, type OpenApiOperation } from "@knowledge-base/types/openapi";
import { errorRemedies } from "../../packages/sdk/src/errors/error-remedies.ts";
import { specificationAnchor } from "./link-specification.ts";
import { markdownTable } from "./markdown-table.ts";

const { paths, components } = createOpenApiDocument();
const sources = "../../packages";

const errorClasses: Readonly<Record<ErrorStatus, { readonly name: string; readonly code: KnowledgeBaseErrorCode }>> = {
  400: { name: "BadRequestError", code: "bad_request" },
  401: { name: "UnauthorizedError", code: "unauthorized" },
  404: { name: "NotFoundError", code: "not_found" },
};

const retryNotes: Readonly<Record<Idempotency, string>> = {
  safe: "yes: the request changes nothing",
  idempotent: "yes: sending it twice has the same effect as once",
  unsafe: "only after 425 or 429, or if the request was never sent, because each request has an effect",
};

/** The records that an operation looks up, if the specification names others for its 404. */
const missingRecords: Readonly<Record<string, string>> = {
  "bindings.update": "Brain or binding not found.",
  "bindings.unbind": "Brain or binding not found.",
  "oauth.start": "Brain not found.",
  "pages.archive": "Brain or page not found.",
  "promptIndex.get": "Brain not found.",
};

const furtherErrors = `Any call can also fail because of a rate limit, a server error, a lost connection, a timeout or an invalid response.
[Errors](../guides/errors.md#the-error-classes) lists these classes, and how to handle them.`;

/** Formats the reference of an operation in Markdown: its request, its input and its errors. */
export function operationReference(id: string): string {
  const operation = Object.values<Operation>(contract).find((candidate) => candidate.id === id);
  const described = Object.values(paths)
    .flatMap((path) => Object.values<OpenApiOperation>(path))
    .find(({ operationId }) => operationId === id);
  if (!operation || !described) throw new Error(`The contract has no operation ${id}`);
  return [
    "## Request",
    requestOf(operation, described),
    inputOf(inputFields(described)),
    "## Errors",
    errorsOf(operation, described),
    furtherErrors,
  ].join("\n\n");
}

function requestOf({ id, method, path, idempotency, success }: Operation, described: OpenApiOperation): string {
  const [resource = ""] = id.split(".");
  const response = responseOf(described, success.status);
  return markdownTable(
    ["HTTP", `${method} \`${path}\``],
    [
      ["client", `[\`kb.${id}(input, options?)\`](${sources}/sdk/src/resources/${kebab(resource)}.ts)`],
      ["response", `${success.status}, ${bodyOf(response.content["application/json"].schema)}`],
      ["[retried](../guides/retries-timeouts-and-deadlines.md)", retryNotes[idempotency]],
      ["specification", specificationOf(described)],
    ],
  );
}

/** Returns a link to the section that the description of an operation ends with. */
function specificationOf({ description }: OpenApiOperation): string {
  const [reference = ""] = /section [\d.]*\d(?=\.$)/.exec(description) ?? [];
  const section = reference.replace("section ", "");
  return `[${reference}](../specification.md#${specificationAnchor(section)})`;
}

interface InputField {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description: string;
}

function inputFields({ parameters, requestBody }: OpenApiOperation): readonly InputField[] {
  const { properties = {}, required = [] } = requestBody
    ? resolved(requestBody.content["application/json"].schema)
    : {};
  return [
    ...parameters,
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: "body",
      required: required.includes(name),
      schema,
      description: schema.description ?? "",
    })),
  ];
}

function inputOf(fields: readonly InputField[]): string {
  return markdownTable(
    ["field", "in", "type", "meaning"],
    fields.map((field) => [
      `\`${field.name}\``,
      field.in,
      `${String(field.schema.type)}${field.required ? "" : ", optional"}`,
      field.description,
    ]),
  );
}

function errorsOf({ id, errors }: Operation, described: OpenApiOperation): string {
  const rows = errors.map((status) => {
    if (!isErrorStatus(status)) throw new Error(`There is no error class for ${status}`);
    const { name, code } = errorClasses[status];
    return [status, ...errorRow(name, code, conditionOf(id, status, described))];
  });
  const invalidInput = "A field is missing, unknown or invalid. The client sends no request.";
  const header = ["status", "class", "code", "when", "what to do"];
  return markdownTable(header, [["none", ...errorRow("InputError", "input", invalidInput)], ...rows]);
}

function errorRow(name: string, code: KnowledgeBaseErrorCode, condition: string): string[] {
  const link = `[\`${name}\`](${sources}/sdk/src/errors/${kebab(name)}.ts)`;
  return [link, `\`${code}\``, condition, errorRemedies[code].remedy];
}

/** Returns when a status occurs: as the specification says it, and for a 404 also which records this operation looks up. */
function conditionOf(id: string, status: ErrorStatus, described: OpenApiOperation): string {
  const { description } = responseOf(described, status);
  const records = missingRecords[id];
  return status === 404 && records ? `${records} The specification says: "${description}"` : description;
}

function isErrorStatus(status: number): status is ErrorStatus {
  return status in errorClasses;
}

function responseOf({ responses }: OpenApiOperation, status: number) {
  const response = responses[status];
  if (!response) throw new Error(`The document has no response ${status}`);
  return response;
}

function bodyOf({ $ref, items }: JsonSchema): string {
  if (items) return `list of ${bodyOf(items)}`;
  const name = $ref?.split("/").at(-1);
  if (!name) throw new Error("A body is neither a resource nor a list of one");
  return `[${name}](${sources}/types/src/resources/${kebab(name)}.ts)`;
}

function resolved({ $ref, ...schema }: JsonSchema): JsonSchema {
  const found = Object.entries(components.schemas).find(([name]) => $ref === `#/components/schemas/${name}`);
  return found ? found[1] : schema;
}

function kebab(name: string): string {
  return name
    .replace("OAuth", "Oauth")
    .replaceAll(/(?<=[a-z])[A-Z]/g, "-$&")
    .toLowerCase();
}
