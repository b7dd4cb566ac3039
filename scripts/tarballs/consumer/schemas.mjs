// Uses schemas of this application's zod with the packages, which contain parts of zod themselves.
import assert from "node:assert/strict";
import { defineOperation, InputError, KnowledgeBase } from "@knowledge-base/sdk";
import { contract, pageSchema } from "@knowledge-base/types";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";
import * as zod from "zod";
import * as mini from "zod/mini";

const fetch = async () => Response.json({ count: "5", extra: true });
const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });

const { example: page } =
  createOpenApiDocument().paths["/v1/brains/{brainId}/pages/{slug}/archive"].post.responses[201].content[
    "application/json"
  ];

for (const z of [zod, mini]) {
  const operation = defineOperation({
    id: "pages.count",
    summary: "Count pages",
    method: "POST",
    path: "/v1/brains/{brainId}/count",
    body: z.object({ tags: z.array(z.enum(["a", "b"])) }),
    success: { status: 200, schema: z.object({ count: z.pipe(z.string(), z.transform(Number)) }) },
    errors: [404],
    idempotency: "safe",
  });
  const input = { brainId: "b", tags: ["a"] };
  assert.equal((await kb.call(operation, input)).count, 5);
  assert((await kb.call(operation, { ...input, tags: ["c"] }).safe()).error instanceof InputError);
  assert.equal((await kb.call(operation, input, { validate: "strict" })).count, 5);

  const { paths } = createOpenApiDocument({ operations: [operation] });
  const { schema } = paths[operation.path].post.requestBody.content["application/json"];
  assert.deepEqual(schema.properties.tags.items.enum, ["a", "b"]);

  assert.deepEqual(z.toJSONSchema(pageSchema).properties.embedding, { type: "array", items: { type: "number" } });
  assert.deepEqual(z.object({ pages: z.array(pageSchema) }).parse({ pages: [page] }), { pages: [page] });
  assert(z.safeParse(contract["promptIndex.get"].success.schema, []).success);
}
const channels = zod.toJSONSchema(contract["channels.list"].success.schema);
assert.equal(channels.items.properties.isMember.type, "boolean");

assert.deepEqual(pageSchema.parse(page), page);
assert.equal(pageSchema.safeParse({ ...page, version: 1.5 }).success, false);
const extended = mini.extend(pageSchema, { likes: mini.int() });
assert.deepEqual(extended.parse({ ...page, likes: 5 }), { ...page, likes: 5 });
