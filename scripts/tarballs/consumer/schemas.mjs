// Uses schemas of zod, of zod/mini and of another copy of zod with the packages, which contain parts of zod themselves.
import assert from "node:assert/strict";
import { defineOperation, InputError, KnowledgeBase, ResponseError } from "@knowledge-base/sdk";
import { contract, extendShape, findDrift, objectSchema, pageSchema, validate } from "@knowledge-base/types";
import { createJsonSchemaWriter } from "@knowledge-base/types/openapi";
import * as zod from "zod";
import * as mini from "zod/mini";
import * as copy from "zod-copy";
import * as miniCopy from "zod-copy/mini";

const sent = [];
const kb = new KnowledgeBase({
  baseUrl: "https://kb.example.com",
  apiKey: "YOUR_API_KEY",
  fetch: async (url, { body }) => {
    sent.push({ url: String(url), body: JSON.parse(body) });
    return Response.json({ slug: "a", count: "5", extra: true });
  },
});

for (const [name, z] of Object.entries({ zod, mini, copy, miniCopy })) {
  const toNumber = z.pipe(z.string(), z.transform(Number));
  const isShort = z.refine(async (text) => text.length < 5, "must be short");
  const success = z.object({ slug: z.string(), count: toNumber });
  const operation = defineOperation({
    id: "pages.count",
    summary: "Count pages",
    method: "POST",
    path: "/v1/brains/{brainId}/count",
    query: z.object({ page: z._default(z.number(), 1) }),
    body: z.object({ name: z.string().check(isShort), tags: z.optional(z.array(z.enum(["a", "b"]))) }),
    success: { status: 200, schema: success },
    errors: [404, 429],
    idempotency: "safe",
  });
  const input = { brainId: "b", name: "abc", tags: ["a"] };
  const { slug, count } = await kb.call(operation, input);
  assert.deepEqual({ slug, count }, { slug: "a", count: 5 }, `${name}: the output is parsed`);
  const request = { url: "https://kb.example.com/v1/brains/b/count?page=1", body: { name: "abc", tags: ["a"] } };
  assert.deepEqual(sent.at(-1), request, `${name}: the input is parsed`);
  const { error } = await kb.call(operation, { ...input, name: "abcdef", tags: ["c"] }).safe();
  assert(error instanceof InputError && error.issues.length === 2, `${name}: an invalid input is rejected`);
  const strict = await kb.call(operation, input, { validate: "strict" }).safe();
  assert(strict.error instanceof ResponseError, `${name}: an unknown field is found`);

  assert.equal(validate(success, { slug: "a", count: "7" }).value.count, 7, `${name}: validate parses`);
  assert(!validate(success, { slug: "a", count: 7 }).ok, `${name}: validate rejects`);
  const drift = findDrift(z.array(z.object({ page: pageSchema, kind: z.enum(["x"]) })), [{ page: 5, kind: "y", z: 1 }]);
  const found = drift.map(({ kind, path }) => `${kind} ${path.join(".")}`);
  assert.deepEqual(found, ["wrong_type 0.page", "unknown_value 0.kind", "unknown_field 0.z"], name);

  const boat = objectSchema({ name: z.string() });
  const ferry = objectSchema(extendShape(boat, { seats: z.number() }));
  assert(validate(ferry, { name: "Kestrel", seats: 112 }).ok, `${name}: an extended schema accepts`);
  const writer = createJsonSchemaWriter({ components: { Boat: boat }, customSchemas: new Map() });
  const { properties } = writer.write(z.object({ boats: z.array(boat) }), "output");
  assert.equal(properties.boats.items.$ref, "#/components/schemas/Boat", `${name}: the JSON Schema has references`);
  assert(z.safeParse(contract["promptIndex.get"].success.schema, []).success, `${name}: it parses with our schemas`);
}
const asJson = zod.toJSONSchema(contract["channels.list"].success.schema);
assert.equal(asJson.items.properties.isMember.type, "boolean", "zod writes our schemas as JSON Schema");
