import { readFileSync } from "node:fs";
import { conformanceCases, runConformance, type Target } from "@knowledge-base/conformance";
import { contract, type Operation } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { only, openTarget } from "./helpers/targets.ts";

const specification = readFileSync(new URL("../../../docs/specification.md", import.meta.url), "utf8");
// Sections without a statement of their own: an introduction, a heading of subsections, and a reference to section 7.
const withoutStatement = ["1", "2", "2.9"];
const sections = Array.from(specification.matchAll(/^#{2,3} (\d+(?:\.\d+)?)/gm), ([, number = ""]) => number).filter(
  (number) => !withoutStatement.includes(number),
);

function openTargetWith(needs: readonly string[]): Target {
  const pick = (given: object = {}) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => needs.includes(name)));
  const { target } = openTarget(undefined, ({ records, actions, ...result }) => {
    return { ...result, records: pick(records), actions: pick(actions) };
  });
  return { ...target, write: needs.includes("write") };
}

describe("the cases", () => {
  it("have an id each, of their group and a name", () => {
    const ids = conformanceCases.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.filter((id) => !/^[a-z]+(\.[a-z]+)?\/[a-z][\w.-]*$/i.test(id))).toEqual([]);
  });

  it.each(Object.values<Operation>(contract))("of $id include its success and each of its errors", ({ id, errors }) => {
    const names = ["success", ...errors.map((status) => `returns-${status}`)];
    expect(conformanceCases.map((one) => one.id)).toEqual(expect.arrayContaining(names.map((name) => `${id}/${name}`)));
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

it.each(conformanceCases)("what $id needs is enough for it", async ({ id, group, needs }) => {
  const isRule = group === "every response";
  const { results } = await runConformance(openTargetWith(needs), { filter: (info) => isRule || info.id === id });
  expect(results.find((result) => result.id === id)).toMatchObject({ status: "passed", message: "" });
  expect(results.filter(({ status }) => status === "error")).toEqual([]);
});

it("a report lists what is missing, in the order of the cases, and how many cases lack it", async () => {
  const target = openTargetWith(["brainId", "slug"]);
  const { missingNeeds } = await runConformance(target, only("notifications/flags", "notifications/disabled"));
  expect(missingNeeds.map(({ provide, cases }) => `${cases}: ${provide}`)).toEqual([
    "2: write: the permission to change these records (--write)",
    "2: notify: an action of a setup that triggers an event, and returns the bindings whose channels were notified",
    expect.stringMatching(/^1: bindingId: an active binding of brainId; /),
    expect.stringMatching(/^1: disabledBindingId: a disabled binding of brainId; /),
  ]);
});
