import { defineOperation, type Operation } from "@knowledge-base/types";
import { readQuery, writeQuery } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const declare = (queryArrays?: Operation["queryArrays"]) =>
  defineOperation({
    id: "pages.search",
    summary: "Search pages",
    method: "GET",
    path: "/v1/brains/{brainId}/search",
    query: z.object({
      text: z.string(),
      tags: z.array(z.string()).optional(),
      limit: z.number().optional(),
      pinned: z.boolean().nullable().optional(),
    }),
    ...(queryArrays && { queryArrays }),
    success: { status: 200, schema: z.array(z.string()) },
    errors: [],
    idempotency: "safe",
  });

const forms = {
  repeat: "tags=a&tags=b%2Cc",
  comma: "tags=a,b%2Cc",
  brackets: "tags%5B%5D=a&tags%5B%5D=b%2Cc",
} as const;

describe.each(Object.entries(forms))("lists in a query, in the form %s,", (form, written) => {
  const operation = declare(form as keyof typeof forms);

  it("are written and read", () => {
    const query = { text: "tide & wind", tags: ["a", "b,c"], limit: 5, pinned: null };
    expect(writeQuery(operation, query)).toBe(`?text=tide%20%26%20wind&${written}&limit=5`);
    expect(readQuery(operation, `text=tide%20%26%20wind&${written}&limit=5`)).toEqual({
      fields: { text: "tide & wind", tags: ["a", "b,c"], limit: "5" },
      unknownNames: [],
    });
  });

  it.each([[["one"]], [["", " ", "&=#,[]%+", "ü✓"]]])("are read as they were written: %j", (tags) => {
    expect(readQuery(operation, writeQuery(operation, { tags }).slice(1)).fields).toEqual({ tags });
  });

  it("are left out if they are empty", () => {
    expect(writeQuery(operation, { tags: [] })).toBe("");
    expect(readQuery(operation, "")).toEqual({ fields: {}, unknownNames: [] });
  });
});

describe("a query", () => {
  it("has lists as repeated parameters by default", () => {
    expect(writeQuery(declare(), { tags: ["a", "b"] })).toBe("?tags=a&tags=b");
  });

  it("has a list for a parameter that is sent twice, and the names of unknown ones", () => {
    expect(readQuery(declare(), "limit=1&limit=2&&colour=red&%5F%5Fproto%5F%5F=1&=&?text=a")).toEqual({
      fields: { limit: ["1", "2"] },
      unknownNames: ["colour", "__proto__", "", "?text"],
    });
    expect(readQuery(declare(), "?text=a")).toEqual({ fields: {}, unknownNames: ["?text"] });
  });

  it("has only unknown names if its operation takes none", () => {
    expect(readQuery({}, "text=a&limit")).toEqual({ fields: {}, unknownNames: ["text", "limit"] });
  });

  it.each([
    ["repeat", "tags=a,b", ["a,b"]],
    ["brackets", "tags%5B%5D=a,b", ["a,b"]],
    ["comma", "tags=a,b&tags=c=,", ["a", "b", "c=", ""]],
    ["repeat", "tags", [""]],
    ["comma", "tags", [""]],
  ] as const)("has commas in a text, and in the form %s: %s", (form, written, tags) => {
    expect(readQuery(declare(form), `text=a,b&${written}`).fields).toEqual({ text: "a,b", tags });
  });

  it("may have very long lists", () => {
    const { fields } = readQuery(declare("comma"), `tags=a&tags=${",".repeat(300_000)}`);
    expect(fields["tags"]).toHaveLength(300_002);
  });

  it("is read like a form: a plus is a space", () => {
    expect(readQuery(declare("comma"), "text=a+b&tags=a+b,c").fields).toEqual({ text: "a b", tags: ["a b", "c"] });
  });
});
