import { contract, defineOperation, pageSchema } from "@knowledge-base/types";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";
import { expect, it } from "vitest";
import * as z from "zod/mini";

const document = createOpenApiDocument();

const found = z.object({ pages: z.array(pageSchema), next: z.optional(z.string()) });
const search = defineOperation({
  id: "drafts.search",
  summary: "Search drafts",
  method: "GET",
  path: "/v1/brains/{brainId}/drafts",
  query: z.object({ text: z.string(), tags: z.optional(z.array(z.string())) }),
  success: { status: 200, schema: found },
  errors: [401, 404, 429],
  idempotency: "safe",
});
const rename = defineOperation({
  id: "pages.rename",
  summary: "Rename a page",
  method: "PATCH",
  path: "/v1/brains/{brainId}/pages/{currentSlug}",
  body: z.object({ slug: z.string() }),
  success: { status: 200, schema: pageSchema },
  errors: [400],
  idempotency: "idempotent",
});
const remove = {
  ...rename,
  id: "pages.remove",
  method: "DELETE",
  body: z.object({ slug: z._default(z.string(), "new"), title: z.optional(z.string()) }),
} as const;
const empty = defineOperation({ ...remove, success: { status: 204, schema: z.void() } });

it("custom operations in the OpenAPI document are added to those of the contract, with components as references", () => {
  const { paths, tags, components } = createOpenApiDocument({ operations: [search, rename, empty] });
  expect(components).toEqual(document.components);
  expect(tags).toEqual([...document.tags, { name: "drafts", description: "Custom operations: drafts." }]);
  const json = (schema: object) => ({ "application/json": { schema } });
  const text = { type: "string" };
  const pages = { type: "array", items: { $ref: "#/components/schemas/Page" } };
  const output = { type: "object", properties: { pages, next: text }, required: ["pages"] };
  const errorBody = json({ $ref: "#/components/schemas/ErrorBody" });
  expect(paths[search.path]?.get).toEqual({
    operationId: "drafts.search",
    summary: "Search drafts",
    description: "Search drafts.",
    tags: ["drafts"],
    "x-idempotency": "safe",
    parameters: [
      { name: "brainId", in: "path", description: "", required: true, schema: text },
      { name: "text", in: "query", description: "", required: true, schema: text },
      { name: "tags", in: "query", description: "", required: false, schema: { type: "array", items: text } },
    ],
    responses: {
      200: { description: "Success.", content: json(output) },
      401: { description: "Unauthorized.", content: errorBody },
      404: { description: "Not Found.", content: errorBody },
      429: { description: "Error." },
    },
  });
  expect(paths[rename.path]?.patch).toMatchObject({
    parameters: [{ name: "brainId" }, { name: "currentSlug" }],
    requestBody: { required: true },
    responses: { 200: { content: json({ $ref: "#/components/schemas/Page" }) } },
  });
  expect(paths[rename.path]?.delete?.requestBody?.required).toBe(false);
  expect(paths[rename.path]?.delete?.responses[204]).toEqual({ description: "Success." });
});

it.each([
  { queryArrays: "comma", expected: { name: "tags", explode: false } },
  { queryArrays: "brackets", expected: { name: "tags[]" } },
  { queryArrays: "repeat", expected: { name: "tags" } },
] as const)(
  "custom operations in the OpenAPI document write arrays in a query as $queryArrays",
  ({ queryArrays, expected }) => {
    const { paths } = createOpenApiDocument({ operations: [defineOperation({ ...search, queryArrays })] });
    const [, text, tags] = paths[search.path]?.get?.parameters ?? [];
    expect(text).not.toHaveProperty("explode");
    expect(tags).toMatchObject(expected);
    expect(tags).not.toHaveProperty("explode", true);
  },
);

it("custom operations in the OpenAPI document must have a route of their own", () => {
  const path = contract["promptIndex.get"].path;
  expect(() => createOpenApiDocument({ operations: [defineOperation({ ...search, path })] })).toThrow(
    new TypeError("Failed to create the document: promptIndex.get and drafts.search have the same route."),
  );
});
