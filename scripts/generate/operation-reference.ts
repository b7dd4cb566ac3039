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
  idempotent: "yes: a second request changes nothing more",
  unsafe: "only if the service certainly did not process the request, because each request has an effect",
};

const furtherErrors = `Any call can also fail because of a rate limit, a server error, a lost connection or a timeout.
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

function errorsOf({ errors }: Operation, described: OpenApiOperation): string {
  const rows = errors.map((status) => {
    if (!isErrorStatus(status)) throw new Error(`There is no error class for ${status}`);
    const { name, code } = errorClasses[status];
    const link = `[\`${name}\`](${sources}/sdk/src/errors/${kebab(name)}.ts)`;
    return [status, link, `\`${code}\``, responseOf(described, status).description, errorRemedies[code].remedy];
  });
  return markdownTable(["status", "class", "code", "when", "what to do"], rows);
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
