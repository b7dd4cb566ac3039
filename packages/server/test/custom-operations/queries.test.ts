import { implement } from "@knowledge-base/server";
import { defineOperation, type Operation } from "@knowledge-base/types";
import { expect, it } from "vitest";
import * as z from "zod";
import { openServer, send } from "../helpers/open-server.ts";

const declare = (queryArrays?: Operation["queryArrays"]) =>
  defineOperation({
    id: "pages.search",
    summary: "Search pages",
    method: "GET",
    path: "/v1/search",
    query: z.looseObject({
      text: z.string(),
      tags: z.array(z.string()).optional(),
      limit: z.unknown().optional(),
      pinned: z.boolean().nullable().optional(),
    }),
    ...(queryArrays && { queryArrays }),
    success: { status: 200, schema: z.unknown() },
    errors: [],
    idempotency: "safe",
  });

// Sends a query, and returns the fields that the handler gets and the ignored ones.
async function read(operation: ReturnType<typeof declare>, query: string) {
  const server = openServer({ operations: [implement(operation, ({ input }) => input as Record<string, unknown>)] });
  const { body: fields } = await send(server, `GET /v1/search${query}`);
  return { fields, ignored: server.journal.entries()[0]?.ignoredFields };
}

const oneTag = ["a"];
const twoTags = ["a", "b,c"];
const anyTags = ["", " &=", "ü"];

it.each<{ form: NonNullable<Operation["queryArrays"]>; written: string; tags: readonly string[] }>([
  { form: "repeat", written: "tags=a", tags: oneTag },
  { form: "repeat", written: "tags=a&tags=b%2Cc", tags: twoTags },
  { form: "repeat", written: "tags=&tags=%20%26%3D&tags=%C3%BC", tags: anyTags },
  { form: "repeat", written: "tags=a,b", tags: ["a,b"] },
  { form: "repeat", written: "tags", tags: [""] },
  { form: "comma", written: "tags=a,b%2Cc", tags: twoTags },
  { form: "comma", written: "tags=,%20%26%3D,%C3%BC", tags: anyTags },
  { form: "comma", written: "tags=a,b&tags=c=,", tags: ["a", "b", "c=", ""] },
  { form: "comma", written: "tags=a+b,c", tags: ["a b", "c"] },
  { form: "comma", written: "tags", tags: [""] },
  { form: "brackets", written: "tags%5B%5D=a", tags: oneTag },
  { form: "brackets", written: "tags%5B%5D=a&tags%5B%5D=b%2Cc", tags: twoTags },
  { form: "brackets", written: "tags%5B%5D=&tags%5B%5D=%20%26%3D&tags%5B%5D=%C3%BC", tags: anyTags },
  { form: "brackets", written: "tags%5B%5D=a,b", tags: ["a,b"] },
])("a query with lists of the form $form has the tags $tags for $written", async ({ form, written, tags }) => {
  const { fields } = await read(declare(form), `?text=tide%20%26+wind,b&${written}`);
  expect(fields).toEqual({ text: "tide & wind,b", tags });
});

it("a query has a list for a parameter that is sent twice, and the names of unknown ones", async () => {
  const query = "?text=b&limit=1&limit=2&&colour=red&%5F%5Fproto%5F%5F=1&=&?text=a";
  expect(await read(declare(), query)).toEqual({
    fields: { text: "b", limit: ["1", "2"] },
    ignored: ["query.colour", "query.__proto__", "query.", "query.?text"],
  });
});

it("a query may have very long lists", async () => {
  const { fields } = await read(declare("comma"), `?text=a&tags=a&tags=${",".repeat(300_000)}`);
  expect((fields as { tags: unknown }).tags).toHaveLength(300_002);
});
