import { readFileSync } from "node:fs";
import { conformanceCases, runConformance, type Target } from "@knowledge-base/conformance";
import { describe, expect, it } from "vitest";
import { openTarget } from "./helpers/reference-target.ts";

const specification = readFileSync(new URL("../../../docs/specification.md", import.meta.url), "utf8");
// Sections without a statement of their own: an introduction, a heading of subsections, and a reference to section 7.
const withoutStatement = ["1", "2", "2.9"];
const sections = Array.from(specification.matchAll(/^#{2,3} (\d+(?:\.\d+)?)/gm), ([, number = ""]) => number).filter(
  (number) => !withoutStatement.includes(number),
);

function openTargetWith(needs: readonly string[]): Target {
  const pick = (given: object = {}) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => needs.includes(name)));
  const { target } = openTarget(undefined, ({ records, controls, ...result }) => {
    return { ...result, records: pick(records), controls: pick(controls) };
  });
  return { ...target, write: needs.includes("write") };
}

describe("the cases", () => {
  it("have an id each, of their group and a name", () => {
    const ids = conformanceCases.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.filter((id) => !/^[a-z]+(\.[a-z]+)?\/[\w.-]+$/i.test(id))).toEqual([]);
  });

  it.each(sections)("include a required case of section %s", (section) => {
    const found = conformanceCases.filter((one) => one.level === "required" && one.sections.includes(section));
    expect(found).not.toEqual([]);
  });

  it("refer only to sections of the specification", () => {
    const referred = new Set(conformanceCases.flatMap((one) => one.sections));
    expect([...referred].filter((section) => !sections.includes(section))).toEqual([]);
  });
});

describe("what a case needs", () => {
  it.each(conformanceCases)("is enough for $id", async ({ id, group, needs }) => {
    const isRule = group === "every response";
    const filter = (info: { id: string }) => isRule || info.id === id;
    const { results } = await runConformance(openTargetWith(needs), { filter });
    expect(results.find((result) => result.id === id)).toMatchObject({ status: "passed", message: "" });
    expect(results.filter(({ status }) => status === "error")).toEqual([]);
  });
});

it("a report lists what is missing, and how many cases lack it", async () => {
  const filter = ({ id }: { id: string }) => /^(notifications|channels\.list)\//.test(id);
  const { missingNeeds, results } = await runConformance(openTargetWith(["brainId", "slug"]), { filter });
  const lacking = (name: string) => results.filter(({ missing }) => missing?.includes(name)).length;
  const names = missingNeeds.map(({ provide: need }) => need.replace(/:.*/, ""));
  expect(names).toEqual([...new Set(results.flatMap(({ missing = [] }) => missing))]);
  expect(missingNeeds.map(({ cases }) => cases)).toEqual(names.map(lacking));
  expect(missingNeeds).toContainEqual({
    provide: expect.stringMatching(/^notify: a control of a setup that /),
    cases: 5,
  });
});
