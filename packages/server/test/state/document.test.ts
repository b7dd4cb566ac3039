import { readFileSync } from "node:fs";
import { createReferenceServer, type State } from "@knowledge-base/server";
import * as create from "@knowledge-base/server/factories";
import { expect, it } from "vitest";
import { findStateProblems } from "../helpers/results.ts";

const text = readFileSync(new URL("../../../../docs/reference/state-format.md", import.meta.url), "utf8");

// biome-ignore format: one row a line
const sections: [heading: string, name: string, record: object][] = [
  ["Organizations", "organizations", create.organization()],
  ["API keys", "apiKeys", create.apiKey()],
  ["Brains", "brains", create.brain()],
  ["Pages", "pages", create.page()],
  ["Installations", "installations", create.installation()],
  ["Channels", "channels", create.channel()],
  ["Bindings", "bindings", create.binding()],
];
const complete = Object.fromEntries(sections.map(([, name, record]) => [name, [record]]));

it.each(sections)("the document lists every field of %s, and its default", (heading, name, record) => {
  const [, table = ""] = text.split(`\n## ${heading}\n\n`)[1]?.match(/^(.*?)\n(?:\n|$)/s) ?? [];
  const rows = Array.from(
    table.matchAll(/^\| `(\w+)` \|.* \| (.*) \|$/gm),
    ([, field = "", fallback = ""]) => [field, fallback] as const,
  );
  expect(rows.map(([field]) => field)).toEqual(expect.arrayContaining(Object.keys(record)));
  for (const [field, fallback] of rows) {
    const { [field]: _, ...rest } = record as Record<string, unknown>;
    // Without their ids, nothing refers to the records.
    const state = { version: 1, ...complete, ...(field === "id" && { bindings: [] }), [name]: [rest] };
    if (fallback === "required") {
      expect(findStateProblems(state)).toContainEqual({ path: `${name}[0].${field}`, message: "is missing" });
    } else {
      const [loaded] = createReferenceServer({ seed: state as never }).snapshot()[name as keyof State & "pages"];
      const isLiteral = /^("\w+"|\d+|true|false|null)$/.test(fallback);
      if (isLiteral) expect(loaded).toHaveProperty(field, JSON.parse(fallback));
    }
  }
});
