import { readFileSync } from "node:fs";
import { createReferenceServer, type State } from "@knowledge-base/server";
import { apiKey, binding, brain, channel, installation, organization, page } from "@knowledge-base/server/factories";
import { describe, expect, it } from "vitest";
import { findStateProblems } from "../state-problems.ts";

const text = readFileSync(new URL("../../../../docs/guides/state-format.md", import.meta.url), "utf8");

/** A record of each section of the document. */
const sections = {
  Organizations: { organizations: organization() },
  "API keys": { apiKeys: apiKey() },
  Brains: { brains: brain() },
  Pages: { pages: page() },
  Installations: { installations: installation() },
  Channels: { channels: channel() },
  Bindings: { bindings: binding() },
} as const;
const records: Readonly<Record<string, object>> = Object.assign({}, ...Object.values(sections));

/** The fields of a record and their defaults: the rows of the first table of a section. */
const rows = Object.entries(sections).flatMap(([heading, record]) => {
  const [, table = ""] = text.split(`\n## ${heading}\n\n`)[1]?.match(/^(.*?)\n(?:\n|$)/s) ?? [];
  const [name = ""] = Object.keys(record);
  return Array.from(table.matchAll(/^\| `(\w+)` \|.* \| (.*) \|$/gm), ([, field = "", fallback = ""]) => ({
    name,
    field,
    fallback,
  }));
});

function stateWithout({ name, field }: { readonly name: string; readonly field: string }): State {
  const { [field]: _, ...rest } = records[name] as Record<string, unknown>;
  const arrays = Object.entries({ ...records, [name]: rest }).map(([kind, record]) => [kind, [record]]);
  // The id of a binding's channel is the default one only without a binding.
  return { version: 1, ...Object.fromEntries(arrays), ...(field === "id" && { bindings: [] }) };
}

const literal = /^("\w+"|\d+|true|false|null)$/;

describe("the document of the state format", () => {
  it("lists every field of each record", () => {
    for (const [name, record] of Object.entries(records)) {
      const listed = rows.filter((row) => row.name === name).map(({ field }) => field);
      expect(listed).toEqual(expect.arrayContaining(Object.keys(record)));
    }
    expect(rows.filter(({ fallback }) => literal.test(fallback)).length).toBeGreaterThan(15);
  });

  it.each(rows.filter(({ fallback }) => fallback === "required"))("says what is required: $name.$field", (row) => {
    expect(
      findStateProblems({ ...stateWithout(row), bindings: row.name === "bindings" ? stateWithout(row).bindings : [] }),
    ).toContainEqual({
      path: `${row.name}[0].${row.field}`,
      message: "is missing",
    });
  });

  it.each(rows.filter(({ fallback }) => fallback !== "required"))("says what has a default: $name.$field", (row) => {
    const [loaded] = createReferenceServer({ seed: stateWithout(row) }).snapshot()[row.name as "pages"];
    if (literal.test(row.fallback)) expect(loaded).toHaveProperty(row.field, JSON.parse(row.fallback));
  });
});
