import { implement } from "@knowledge-base/server";
import { defineOperation, type Operation } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
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

const encode = encodeURIComponent;
const forms = {
  repeat: (tags) => tags.map((tag) => `tags=${encode(tag)}`).join("&"),
  comma: (tags) => `tags=${tags.map(encode).join(",")}`,
  brackets: (tags) => tags.map((tag) => `tags%5B%5D=${encode(tag)}`).join("&"),
} satisfies Record<string, (tags: string[]) => string>;

describe.each(["repeat", "comma", "brackets"] as const)("a list in a query, in the form %s,", (form) => {
  it.each([
    { name: "one text", tags: ["one"] },
    { name: "several texts", tags: ["a", "b,c"] },
    { name: "any texts", tags: ["", " ", "&=#,[]%+", "ü✓"] },
  ])("is read as it was written, with $name", async ({ tags }) => {
    const { fields } = await read(declare(form), `?text=tide%20%26%20wind&${forms[form](tags)}`);
    expect(fields).toEqual({ text: "tide & wind", tags });
  });
});

describe("a query", () => {
  it("has a list for a parameter that is sent twice, and the names of unknown ones", async () => {
    const query = "?text=b&limit=1&limit=2&&colour=red&%5F%5Fproto%5F%5F=1&=&?text=a";
    expect(await read(declare(), query)).toEqual({
      fields: { text: "b", limit: ["1", "2"] },
      ignored: ["query.colour", "query.__proto__", "query.", "query.?text"],
    });
  });

  it.each([
    { form: "repeat", written: "tags=a,b", tags: ["a,b"] },
    { form: "brackets", written: "tags%5B%5D=a,b", tags: ["a,b"] },
    { form: "comma", written: "tags=a,b&tags=c=,", tags: ["a", "b", "c=", ""] },
    { form: "repeat", written: "tags", tags: [""] },
    { form: "comma", written: "tags", tags: [""] },
  ] as const)("with $written, in the form $form, has the tags $tags", async ({ form, written, tags }) => {
    expect((await read(declare(form), `?text=a,b&${written}`)).fields).toEqual({ text: "a,b", tags });
  });

  it("may have very long lists", async () => {
    const { fields } = await read(declare("comma"), `?text=a&tags=a&tags=${",".repeat(300_000)}`);
    expect((fields as { tags: unknown }).tags).toHaveLength(300_002);
  });

  it("is read like a form: a plus is a space", async () => {
    const { fields } = await read(declare("comma"), "?text=a+b&tags=a+b,c");
    expect(fields).toEqual({ text: "a b", tags: ["a b", "c"] });
  });
});
