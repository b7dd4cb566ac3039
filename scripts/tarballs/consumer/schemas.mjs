// Uses schemas of zod, of zod/mini and of another copy of zod with the installed packages, which contain parts of zod themselves.
import { defineOperation, InputError, isKnowledgeBaseError, KnowledgeBase, ResponseError } from "@knowledge-base/sdk";
import { contract, extendShape, findDrift, objectSchema, pageSchema, validate } from "@knowledge-base/types";
import { createJsonSchemaWriter } from "@knowledge-base/types/openapi";
import * as zod from "zod";
import * as mini from "zod/mini";
import * as copy from "zod-copy";
import * as miniCopy from "zod-copy/mini";

const { isDeepStrictEqual } = await import("node:util");
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
  sent.length = 0;
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
  const data = await kb.call(operation, input);
  check(data.slug === "a" && data.count === 5, `${name}: the output is parsed`);
  const request = { url: "https://kb.example.com/v1/brains/b/count?page=1", body: { name: "abc", tags: ["a"] } };
  check(isDeepStrictEqual(sent, [request]), `${name}: the input is parsed`);
  const { error } = await kb.call(operation, { ...input, name: "abcdef", tags: ["c"] }).safe();
  check(error instanceof InputError && error.issues.length === 2, `${name}: an invalid input is rejected`);
  const strict = await kb.call(operation, input, { validate: "strict" }).safe();
  check(strict.error instanceof ResponseError, `${name}: an unknown field is found`);

  check(validate(success, { slug: "a", count: "7" }).value.count === 7, `${name}: validate parses`);
  check(!validate(success, { slug: "a", count: 7 }).ok, `${name}: validate rejects`);
  const drift = findDrift(z.array(z.object({ page: pageSchema, kind: z.enum(["x"]) })), [{ page: 5, kind: "y", z: 1 }]);
  const kinds = drift.map(({ kind, path }) => [kind, ...path]);
  const expected = [
    ["wrong_type", 0, "page"],
    ["unknown_value", 0, "kind"],
    ["unknown_field", 0, "z"],
  ];
  check(isDeepStrictEqual(kinds, expected), `${name}: findDrift finds every kind of difference`);

  const boat = objectSchema({ name: z.string() });
  const ferry = objectSchema(extendShape(boat, { seats: z.number() }));
  check(validate(ferry, { name: "Kestrel", seats: 112 }).ok, `${name}: an extended schema accepts`);
  const writer = createJsonSchemaWriter({ components: { Boat: boat }, customSchemas: new Map() });
  const { properties } = writer.write(z.object({ boat, boats: z.array(boat), when: z.string() }), "output");
  check(properties.boats.items.$ref === "#/components/schemas/Boat", `${name}: the JSON Schema refers to components`);
  check(
    z.safeParse(contract["promptIndex.get"].success.schema, []).success,
    `${name}: it parses schemas of the contract`,
  );
}
const asJson = zod.toJSONSchema(contract["channels.list"].success.schema);
check(asJson.items.properties.isMember.type === "boolean", "zod writes the schemas of the contract as JSON Schema");
const invalid = { id: "x", success: { status: 200, schema: { parse: () => {} } } };
try {
  defineOperation(invalid);
  check(false, "An object that is no schema is rejected");
} catch (error) {
  check(isKnowledgeBaseError(error, "configuration"), "An object that is no schema is rejected");
}
console.log("schemas work");

function check(condition, expectation) {
  if (!condition) throw new Error(`Not fulfilled: ${expectation}.`);
}
