import { readFileSync } from "node:fs";
import { createReferenceServer } from "@knowledge-base/server";
import * as create from "@knowledge-base/server/factories";
import { describe, expect, it } from "vitest";
import { findStateProblems } from "../../packages/server/test/helpers/results.ts";

const text = readFileSync(new URL("../reference/state-format.md", import.meta.url), "utf8");

const sections: readonly { readonly heading: string; readonly name: string; readonly record: object }[] = [
  { heading: "Organizations", name: "organizations", record: create.organization() },
  { heading: "API keys", name: "apiKeys", record: create.apiKey() },
  { heading: "Brains", name: "brains", record: create.brain() },
  { heading: "Pages", name: "pages", record: create.page() },
  { heading: "Installations", name: "installations", record: create.installation() },
  { heading: "Channels", name: "channels", record: create.channel() },
  { heading: "Bindings", name: "bindings", record: create.binding() },
];
const complete = Object.fromEntries(sections.map(({ name, record }) => [name, [record]]));

// The fields of the tables of the document, and their defaults there.
const rows = sections.flatMap(({ heading, name, record }) => {
  const [, table = ""] = text.split(`\n## ${heading}\n\n`)[1]?.match(/^(.*?)\n(?:\n|$)/s) ?? [];
  const cells = Array.from(table.matchAll(/^\| `(\w+)` \|.* \| (.*) \|$/gm));
  return cells.map(([, field = "", fallback = ""]) => {
    const { [field]: _, ...rest } = record as Record<string, unknown>;
    // Without their ids, nothing refers to the records.
    const state = { version: 1, ...complete, ...(field === "id" && { bindings: [] }), [name]: [rest] };
    return { name, field, fallback, state };
  });
});
const isLiteral = (text: string) => /^("\w+"|\d+|true|false|null)$/.test(text);

describe("the document of the format", () => {
  it.each(sections)("lists every field of $name", ({ name, record }) => {
    const listed = rows.filter((row) => row.name === name).map(({ field }) => field);
    expect(listed).toEqual(expect.arrayContaining(Object.keys(record)));
  });

  it.each(rows)("says what $name without $field get: $fallback", ({ name, field, fallback, state }) => {
    const problems = findStateProblems(state);
    const missing = { path: `${name}[0].${field}`, message: "is missing" };
    if (fallback === "required") return expect(problems).toContainEqual(missing);
    expect(problems).toEqual([]);
    if (!isLiteral(fallback)) return;
    const { snapshot } = createReferenceServer({ seed: state as never });
    expect(Reflect.get(snapshot(), name)[0]).toHaveProperty(field, JSON.parse(fallback));
  });
});
