import { pathParamNames, replacePathParams } from "@knowledge-base/internal/url";
import { contract, type Operation } from "@knowledge-base/types";
import { findDifferences, parseSync } from "@knowledge-base/types/internal";
import {
  createOpenApiDocument,
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiOperation,
} from "@knowledge-base/types/openapi";
import { describe, expect, it } from "vitest";
import { type Field, type FieldType, type Resource, type ResourceName, resources } from "./helpers/specification.ts";

const document = createOpenApiDocument();
const operations = Object.values<Operation>(contract).map((operation) => ({
  id: operation.id,
  operation,
  described: describedAt(document, operation),
}));

function describedAt({ paths }: OpenApiDocument, { path, method }: Operation): OpenApiOperation {
  const described = paths[path]?.[method.toLowerCase() as "get"];
  if (!described) throw new Error(`The document has no ${method} ${path}`);
  return described;
}

// Returns the JSON Schema of a type of the specification.
function expectedSchema({ type, nullable }: Field): JsonSchema {
  const schema = schemaOfType(type);
  if (!nullable) return schema;
  const isPlain = Object.keys(schema).join() === "type";
  return isPlain ? { type: [String(schema.type), "null"] } : { anyOf: [schema, { type: "null" }] };
}

function schemaOfType(type: FieldType): JsonSchema {
  switch (type) {
    case "string":
    case "boolean":
    case "integer":
      return { type };
    case "datetime":
      return { type: "string", format: "date-time" };
    case "object":
      return { $ref: "#/components/schemas/ExceptionResponse" };
    case "list of string":
      return { type: "array", items: { type: "string" } };
    case "list of double":
      return { type: "array", items: { type: "number", format: "double" } };
    case "PageSource":
      return { $ref: "#/components/schemas/PageSource" };
    case "list of PageSourceRef":
      return { type: "array", items: { $ref: "#/components/schemas/PageSourceRef" } };
    default:
      return { type: "string", enum: type };
  }
}

// Constraints of the specification beyond the type of a field.
const constraints: Readonly<Record<string, JsonSchema>> = {
  "IndexEntry.summary": { maxLength: 160 },
  "OAuthStart.authorizationUrl": { format: "uri" },
  "ErrorBody.timestamp": { format: "date-time" },
};

// Every object in the document, however deep, with the keys that lead to it.
function* objectsIn(value: unknown, path: readonly string[] = []): Generator<[readonly string[], object]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...path, key]);
}

describe("the OpenAPI document", () => {
  it("is an OpenAPI 3.1 document of plain JSON", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info.license).toEqual({ name: "MIT", identifier: "MIT" });
    expect(document.info.contact).toEqual({ name: "Knowledge Base contributors" });
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
  });

  it("is created anew by each call", () => {
    expect(createOpenApiDocument()).toEqual(document);
    const places = new Set(Array.from(objectsIn(document), ([, place]) => place));
    const again = Array.from(objectsIn(createOpenApiDocument()), ([, place]) => place);
    expect(again.filter((place) => places.has(place))).toEqual([]);
  });

  it("has the given servers, by default the reference server on this machine", () => {
    expect(document.servers.map(({ url }) => url)).toEqual(["http://127.0.0.1:4000"]);
    const servers = [{ url: "https://kb.example.com", description: "Production" }, { url: "https://kb.test" }];
    expect(createOpenApiDocument({ servers })).toEqual({ ...document, servers });
  });

  it("has every operation of the contract and no other", () => {
    const described = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(contract).sort());
  });

  it("requires the key in its header, of every operation", () => {
    const [[name, scheme] = [""]] = Object.entries(document.components.securitySchemes);
    expect(scheme).toMatchObject({ type: "apiKey", in: "header", name: "x-api-key" });
    expect(document.security).toEqual([{ [name]: [] }]);
    for (const { described } of operations) expect(described).not.toHaveProperty("security");
  });

  it("describes everything that has a description", () => {
    const kinds = ["properties", "schemas", "responses", "parameters", "tags", "servers", "securitySchemes"];
    const places = Array.from(objectsIn(document)).filter(
      ([path, place]) => !path.includes("example") && (kinds.includes(path.at(-2) ?? "") || "operationId" in place),
    );
    expect(places.length).toBeGreaterThan(100);
    const silent = places.filter(([, place]) => !/[a-z].*\.$/.test(String(Reflect.get(place, "description"))));
    expect(silent).toEqual([]);
  });

  it("allows unknown fields in every object", () => {
    for (const [, place] of objectsIn(document)) expect(place).not.toHaveProperty("additionalProperties", false);
  });
});

describe.each(Object.keys(resources) as ResourceName[])("the schema of %s in the OpenAPI document", (name) => {
  const { fields, section }: Resource = resources[name];
  const { required = [], properties = {}, ...schema } = document.components.schemas[name];

  it("is an object with the fields of the specification", () => {
    expect(schema.type).toBe("object");
    expect(schema.description).toContain(`Specification, section ${section}.`);
    expect(Object.keys(properties)).toEqual(Object.keys(fields));
    expect(required).toEqual(Object.keys(fields).filter((field) => fields[field]?.required));
  });

  it.each(Object.keys(fields))("describes %s as the specification does", (field) => {
    const { description: _, ...said } = properties[field] ?? {};
    expect(said).toEqual({ ...expectedSchema(fields[field] as Field), ...constraints[`${name}.${field}`] });
  });
});

describe.each(operations)("$id in the OpenAPI document", ({ id, operation, described }) => {
  const { path, query, body, success, errors } = operation;
  const input = Object.fromEntries(described.parameters.map(({ name, example }) => [name, example]));

  it("matches the contract", () => {
    expect(described).toMatchObject({
      operationId: id,
      summary: operation.summary,
      tags: [id.split(".")[0]],
      "x-idempotency": operation.idempotency,
    });
    expect(document.tags.map(({ name }) => name)).toContain(described.tags[0]);
    expect(described.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      ...pathParamNames(path).map((name) => `path ${name}`),
      ...Object.keys(query?._zod.def.shape ?? {}).map((name) => `query ${name}`),
    ]);
    expect(Object.keys(described.responses).sort()).toEqual([success.status, ...errors].map(String).sort());
    expect(described.requestBody !== undefined).toBe(body !== undefined);
  });

  it("requires a body if an empty one isn't valid", () => {
    expect(described.requestBody?.required).toBe(body && !parseSync(body, {}).ok);
  });

  it("has an example of a valid request", () => {
    for (const name of pathParamNames(path)) expect(input[name]).toMatch(/^\w[\w-]*$/);
    if (query) expect(parseSync(query, input)).toMatchObject({ ok: true });
    if (body) expect(findDifferences(body, described.requestBody?.content?.["application/json"].example)).toEqual([]);
  });

  it("has an example of its successful response without unknown fields", () => {
    const { example } = described.responses[success.status]?.content?.["application/json"] ?? {};
    expect(findDifferences(success.schema, example)).toEqual([]);
  });

  it.each(errors)("has an example of %i at its own path", (status) => {
    const content = described.responses[status]?.content?.["application/json"];
    expect(content?.schema).toEqual({ $ref: "#/components/schemas/ErrorBody" });
    expect(content?.example).toMatchObject({ statusCode: status, body: { statusCode: status } });
    const pattern = new RegExp(`^${replacePathParams(path, () => "[^/]+")}$`);
    expect(content?.example).toHaveProperty("path", expect.stringMatching(pattern));
  });
});

it("an exception response has members with types, of which none is required", () => {
  const { properties = {}, required } = document.components.schemas.ExceptionResponse;
  const types = Object.entries(properties).map(([name, { description: _, ...type }]) => [name, type]);
  expect(Object.fromEntries(types)).toEqual({
    statusCode: { type: "integer" },
    message: { anyOf: [{ type: "string" }, { type: "array", items: { type: ["string", "object"] } }] },
    error: { type: "string" },
  });
  expect(required).toBeUndefined();
});
