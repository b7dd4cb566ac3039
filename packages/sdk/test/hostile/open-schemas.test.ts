import { defineOperation, InputError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { expectRejection } from "../expect-rejection.ts";
import { recordRequests } from "../record-requests.ts";
import { createClient } from "./create-client.ts";

const parts = {
  id: "pages.search",
  summary: "Search pages",
  method: "POST",
  success: { status: 200, schema: z.object({ ok: z.boolean() }) },
  errors: [],
  idempotency: "idempotent",
} as const;

/** Creates a client of a service that accepts everything, and records the requests. */
function connect() {
  const { requests, fetch } = recordRequests(async () => Response.json({ ok: true }));
  return { requests, kb: createClient(fetch) };
}

describe("a schema that accepts fields it does not list", () => {
  const fields = { brainId: "b", title: "A", colour: "red", depth: 2, none: undefined };
  const path = "/v1/{brainId}/search";

  it("is sent all of them if it is the body", async () => {
    const loose = defineOperation({ ...parts, path, body: z.looseObject({ title: z.string() }) });
    const { kb, requests } = connect();
    await kb.call(loose, fields);
    expect(requests.map(({ body }) => JSON.parse(body ?? ""))).toEqual([{ title: "A", colour: "red", depth: 2 }]);
  });

  it("is sent all of them if it is the query, encoded and validated", async () => {
    const query = z.object({ title: z.string() }).catchall(z.union([z.string(), z.number()]));
    const open = defineOperation({ ...parts, path, query });
    const { kb, requests } = connect();
    await kb.call(open, { ...fields, none: "a&b" });
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(["?title=A&colour=red&depth=2&none=a%26b"]);
    const error = await expectRejection(InputError, kb.call(open, { ...fields, colour: true } as never));
    expect(error.issues.map((issue) => issue.path)).toEqual([["colour"]]);
  });

  it("is the body if the query has the same property", async () => {
    const both = defineOperation({
      ...parts,
      path,
      query: z.looseObject({ limit: z.number() }),
      body: z.looseObject({ title: z.string() }),
    });
    const { kb, requests } = connect();
    await kb.call(both, { brainId: "b", limit: 5, title: "A", colour: "red" });
    expect(requests.map(({ url, body }) => [new URL(url).search, JSON.parse(body ?? "")])).toEqual([
      ["?limit=5", { title: "A", colour: "red" }],
    ]);
  });

  it("is not one of z.strictObject", async () => {
    const strict = defineOperation({ ...parts, path, body: z.strictObject({ title: z.string() }) });
    const { kb, requests } = connect();
    const error = await expectRejection(InputError, kb.call(strict, fields as never));
    expect(error.message).toContain("colour is not a known field");
    expect(requests).toEqual([]);
  });
});
