import { readFileSync } from "node:fs";
import { createReferenceServer, type State } from "@knowledge-base/server";
import { apiKey, binding, brain, channel, installation, organization, page } from "@knowledge-base/server/factories";
import { describe, expect, it } from "vitest";
import { findStateProblems } from "./state-problems.ts";

const text = readFileSync(new URL("../../../docs/guides/state-format.md", import.meta.url), "utf8");

const records = {
  organizations: { heading: "Organizations", record: organization() },
  apiKeys: { heading: "API keys", record: apiKey() },
  brains: { heading: "Brains", record: brain() },
  pages: { heading: "Pages", record: page() },
  installations: { heading: "Installations", record: installation() },
  channels: { heading: "Channels", record: channel() },
  bindings: { heading: "Bindings", record: binding() },
} as const;

const completeState = {
  version: 1,
  ...Object.fromEntries(Object.entries(records).map(([name, { record }]) => [name, [record]])),
} as const;

/** The rows of the table that lists the fields of a record: name and default. */
function readTable(heading: string): [field: string, fallback: string][] {
  const [, table = ""] = text.split(`\n## ${heading}\n\n`)[1]?.match(/^(.*?)\n(?:\n|$)/s) ?? [];
  return Array.from(table.matchAll(/^\| `(\w+)` \|.* \| (.*) \|$/gm), ([, field = "", fallback = ""]) => [
    field,
    fallback,
  ]);
}

const rows = Object.entries(records).flatMap(([name, { heading, record }]) =>
  readTable(heading).map(([field, fallback]) => ({ name: name as keyof typeof records, record, field, fallback })),
);

/** The value that a default states: a text in quotes, a number, true, false or null; undefined if it is in words. */
function literalOf(fallback: string): unknown {
  return /^("\w+"|\d+|true|false|null)$/.test(fallback) ? JSON.parse(fallback) : undefined;
}

function without(record: object, field: string): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

describe("the document of the state format", () => {
  it("lists every field of each record", () => {
    for (const { heading, record } of Object.values(records)) {
      expect(readTable(heading).map(([field]) => field)).toEqual(expect.arrayContaining(Object.keys(record)));
    }
    expect(rows.length).toBeGreaterThan(50);
  });

  it.each(rows.filter(({ fallback }) => fallback === "required"))("says what is required: $name.$field", (row) => {
    const state = { ...completeState, [row.name]: [without(row.record, row.field)] };
    expect(findStateProblems(state)).toContainEqual({ path: `${row.name}[0].${row.field}`, message: "is missing" });
  });

  it.each(rows.filter(({ fallback }) => fallback !== "required"))("says what has a default: $name.$field", (row) => {
    const related: Partial<State> = row.field === "id" ? { bindings: [] } : {};
    const state = { ...completeState, ...related, [row.name]: [without(row.record, row.field)] };
    const [loaded] = createReferenceServer({ seed: state as State }).snapshot()[row.name];
    const literal = literalOf(row.fallback);
    if (literal !== undefined) expect(loaded).toHaveProperty(row.field, literal);
  });

  it("states most values exactly", () => {
    expect(rows.filter(({ fallback }) => literalOf(fallback) !== undefined).length).toBeGreaterThan(15);
  });
});
