import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import foundMutants from "./found-mutants.json" with { type: "json" };
import { mutants } from "./mutants.ts";
import { forms } from "./run-form.ts";
import unfoundMutants from "./unfound-mutants.json" with { type: "json" };
import { validVariants } from "./valid-variants.ts";

const names = Object.keys(mutants);
const guide = readFileSync(new URL("../../../../docs/guides/checking-an-implementation.md", import.meta.url), "utf8");

it("a run in the full form finds every mutant except those with a reason, and accepts every valid variant", () => {
  expect([...foundMutants.full, ...Object.keys(unfoundMutants)].toSorted()).toEqual(names.toSorted());
  expect(foundMutants.variants).toEqual(Object.keys(validVariants).toSorted());
});

it("the guide has the number of mutants, and how many each form of a run finds", () => {
  expect(guide).toContain(`broke it in ${names.length} ways`);
  for (const form of forms) expect(guide).toContain(` | ${foundMutants[form].length} |`);
});

it("the guide has the number of valid variants", () => {
  expect(guide).toContain(`${foundMutants.variants.length} valid variants`);
});
