import type { KnowledgeBaseErrorCode } from "@knowledge-base/sdk";
import { contract, type Idempotency, type Operation } from "@knowledge-base/types";
import { createOpenApiDocument, type JsonSchema, type OpenApiOperation } from "@knowledge-base/types/openapi";
import { codeOfStatus } from "../../packages/sdk/src/errors/error-table.ts";
import { errorTexts, linkToClass } from "./errors.ts";
import { specificationAnchor } from "./link-specification.ts";
import { linkToSource, markdownTable } from "./markdown.ts";

const { paths, components } = createOpenApiDocument();
const described = Object.values(paths).flatMap((path) => Object.values<OpenApiOperation>(path));

const retryNotes: Readonly<Record<Idempotency, string>> = {
  safe: "yes: the request changes nothing",
  idempotent: "yes: sending it twice has the same effect as once",
  unsafe: "only after 425 or 429, or if it was never sent: each request has a new effect",
};

// The records that an operation looks up, if the specification names others for its 404.
const missingRecords: Readonly<Record<string, string>> = {
  "bindings.update": "Brain or binding not found.",
  "bindings.unbind": "Brain or binding not found.",
  "oauth.start": "Brain not found.",
  "pages.archive": "Brain or page not found.",
  "promptIndex.get": "Brain not found.",
};

const furtherErrors = `A rate limit, a server error, a lost connection, a timeout or an invalid response can fail any call.
[Handle errors](../guides/handle-errors.md#error-classes) lists these classes too.`;

/** Returns the reference of an operation: its request, its input and its errors. */
export function operationReference(id: string): string {
  const operation = Object.values<Operation>(contract).find((candidate) => candidate.id === id);
  const document = described.find(({ operationId }) => operationId === id);
  if (!operation || !document) throw new Error(`The contract has no operation ${id}`);
  return [
    "## Request",
    requestTable(operation, document),
    inputTable(document),
    "## Errors",
    errorTable(operation, document),
    furtherErrors,
  ].join("\n\n");
}

function requestTable({ id, method, path, idempotency, success }: Operation, document: OpenApiOperation): string {
  const [resource = ""] = id.split(".");
  const [, section = ""] = /section ([\d.]*\d)\.$/.exec(document.description) ?? [];
  const body = document.responses[success.status]?.content?.["application/json"].schema;
  return markdownTable(
    ["HTTP", `${method} \`${path}\``],
    [
      ["client", linkToSource(`ResourceMethods<"${resource}">`, `\`kb.${id}(input, options?)\``)],
      ["response", `${success.status}, ${linkToBody(body)}`],
      ["[retried](../guides/retries-and-timeouts.md)", retryNotes[idempotency]],
      ["specification", `[section ${section}](../specification.md#${specificationAnchor(section)})`],
    ],
  );
}

function linkToBody({ $ref, items }: JsonSchema = {}): string {
  if (items) return `list of ${linkToBody(items)}`;
  const name = $ref?.split("/").at(-1);
  if (!name) throw new Error("A body is neither a resource nor a list of one");
  return linkToSource(`interface ${name} `, name);
}

function inputTable({ parameters, requestBody }: OpenApiOperation): string {
  const reference = requestBody?.content["application/json"].schema.$ref;
  const body = Object.entries(components.schemas).find(([name]) => reference === `#/components/schemas/${name}`)?.[1];
  const bodyFields = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "body",
    required: body?.required?.includes(name),
    schema,
    description: schema.description ?? "",
  }));
  const rows = [...parameters, ...bodyFields].map((field) => [
    `\`${field.name}\``,
    field.in,
    `${String(field.schema.type)}${field.required ? "" : ", optional"}`,
    field.description,
  ]);
  return markdownTable(["field", "in", "type", "meaning"], rows);
}

function errorTable(operation: Operation, { responses }: OpenApiOperation): string {
  const invalidInput = "The client finds a missing, unknown or invalid field, and sends nothing.";
  const rows = operation.errors.map((status) => {
    const specified = responses[status]?.description ?? "";
    const records = status === 404 ? missingRecords[operation.id] : undefined;
    return errorRow(
      status,
      codeOfStatus(status, operation),
      records ? `${records} The specification says: "${specified}"` : specified,
    );
  });
  const head = ["status", "class and code", "when", "what to do"];
  return markdownTable(head, [errorRow("none", "input", invalidInput), ...rows]);
}

function errorRow(status: number | "none", code: KnowledgeBaseErrorCode, condition: string) {
  return [status, `${linkToClass(code)} \`${code}\``, condition, errorTexts[code].remedy];
}
