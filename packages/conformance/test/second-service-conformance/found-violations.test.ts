import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { variants } from "../second-service/variants/variants.ts";
import type { ViolationName } from "../second-service/violations/violation-name.ts";
import { violations } from "../second-service/violations/violations.ts";
import { forms } from "./forms.ts";
import foundViolations from "./found-violations.json" with { type: "json" };
import { stoppedViolations, unfoundViolations } from "./unfound-violations.ts";

const names = Object.keys(violations) as ViolationName[];
const sections = ["2", "3", "4", "5", "6", "7", "8", "9"];
const guide = readFileSync(new URL("../../../../docs/guides/checking-an-implementation.md", import.meta.url), "utf8");

it.each(forms)("the list of the form %s is sorted, and has known violations only", (form) => {
  const found = foundViolations[form];
  expect(found).toEqual(found.toSorted());
  expect(found.filter((name) => !names.includes(name as ViolationName))).toEqual([]);
});

it("a run in the full form finds every violation except those that are listed with a reason", () => {
  const others = [...Object.keys(unfoundViolations), ...stoppedViolations];
  expect([...foundViolations.full, ...others].toSorted()).toEqual(names.toSorted());
  expect(foundViolations.variants).toEqual(Object.keys(variants).toSorted());
});

it.each([...sections, "all"])("the guide shows how many violations of the section %s each form finds", (section) => {
  const isIn = (name: string) =>
    section === "all" || violations[name as ViolationName].section.split(".")[0] === section;
  const figures = [names, ...forms.map((form) => foundViolations[form])].map((list) => list.filter(isIn).length);
  expect(guide).toContain(`| ${section} | ${figures.join(" | ")} |`);
});
