import { contract, type ErrorStatus, type Idempotency, type Operation } from "@knowledge-base/types";
import { createOpenApiDocument, type JsonSchema, type OpenApiOperation } from "@knowledge-base/types/openapi";
import { specificationAnchor } from "./link-specification.ts";
import { markdownTable } from "./markdown-table.ts";

const { paths, components } = createOpenApiDocument();
const sources = "../../packages";

const errorNames: Readonly<Record<ErrorStatus, string>> = {
  400: "BadRequestError",
  401: "UnauthorizedError",
  404: "NotFoundError",
};

const idempotencyNotes: Readonly<Record<Idempotency, string>> = {
  safe: "*safe*: nothing changes, so the client repeats what failed",
  idempotent: "*idempotent*: the second request leaves things as the first did, so the client repeats what failed",
  unsafe: "*unsafe*: each request has an effect, so the client repeats only what certainly had none",
};

/** Formats the reference of an operation in Markdown: its request, its input and its responses. */
export function operationReference(id: string): string {
  const operation = Object.values<Operation>(contract).find((candidate) => candidate.id === id);
  const described = Object.values(paths)
    .flatMap((path) => Object.values<OpenApiOperation>(path))
    .find(({ operationId }) => operationId === id);
  if (!operation || !described) throw new Error(`The contract has no operation ${id}`);
  return [requestOf(operation, described), inputOf(described), responsesOf(operation, described)].join("\n\n");
}

function requestOf({ id, method, path, idempotency }: Operation, described: OpenApiOperation): string {
  const [resource = ""] = id.split(".");
  return markdownTable(
    ["request", `${method} \`${path}\``],
    [
      ["in the client", `[\`kb.${id}(input, options?)\`](${sources}/sdk/src/resources/${kebab(resource)}.ts)`],
      ["sent twice", idempotencyNotes[idempotency]],
      ["specified in", specificationOf(described)],
    ],
  );
}

/** Returns a link to the section that the description of an operation ends with. */
function specificationOf({ description }: OpenApiOperation): string {
  const [reference = ""] = /section [\d.]*\d(?=\.$)/.exec(description) ?? [];
  const section = reference.replace("section ", "");
  return `[${reference}](../specification.md#${specificationAnchor(section)}) of the specification`;
}

function inputOf({ parameters, requestBody }: OpenApiOperation): string {
  const { properties = {}, required = [] } = requestBody
    ? resolved(requestBody.content["application/json"].schema)
    : {};
  const fields = [
    ...parameters,
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: "body",
      required: required.includes(name),
      schema,
      description: schema.description ?? "",
    })),
  ];
  return markdownTable(
    ["input", "where", "type", "what it is"],
    fields.map((field) => [
      `\`${field.name}\``,
      field.in,
      `${String(field.schema.type)}${field.required ? "" : ", optional"}`,
      field.description,
    ]),
  );
}

function responsesOf({ success, errors }: Operation, { responses }: OpenApiOperation): string {
  const rows = [success.status, ...errors].map((status) => {
    const response = responses[status];
    if (!response) throw new Error(`The document has no response ${status}`);
    return [status, bodyOf(response.content["application/json"].schema), response.description, inClient(status)];
  });
  return markdownTable(["response", "body", "when", "in the client"], rows);
}

function bodyOf({ $ref, items }: JsonSchema): string {
  if (items) return `list of ${bodyOf(items)}`;
  const name = $ref?.split("/").at(-1);
  if (!name) throw new Error("A body is neither a resource nor a list of one");
  return `[${name}](${sources}/types/src/resources/${kebab(name)}.ts)`;
}

function inClient(status: number): string {
  const name = isErrorStatus(status) ? errorNames[status] : undefined;
  return name ? `[${name}](${sources}/sdk/src/errors/${kebab(name)}.ts)` : "the result of the call";
}

function isErrorStatus(status: number): status is ErrorStatus {
  return status in errorNames;
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
