// Uses schemas of this application's zod with the packages, which contain parts of zod themselves.
import assert from "node:assert/strict";
import { defineOperation, InputError, KnowledgeBase, ResponseError } from "@knowledge-base/sdk";
import { contract } from "@knowledge-base/types";
import { createJsonSchemaWriter, objectSchema } from "@knowledge-base/types/internal";
import * as zod from "zod";
import * as mini from "zod/mini";

const fetch = async () => Response.json({ count: "5", extra: true });
const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });

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
  assert((await kb.call(operation, input, { validate: "strict" }).safe()).error instanceof ResponseError);

  const boat = objectSchema({ name: z.string() });
  const writer = createJsonSchemaWriter({ components: { Boat: boat }, customSchemas: new Map() });
  const { properties } = writer.write(z.object({ boats: z.array(boat) }), "output");
  assert.equal(properties.boats.items.$ref, "#/components/schemas/Boat");
  assert(z.safeParse(contract["promptIndex.get"].success.schema, []).success);
}
const channels = zod.toJSONSchema(contract["channels.list"].success.schema);
assert.equal(channels.items.properties.isMember.type, "boolean");
