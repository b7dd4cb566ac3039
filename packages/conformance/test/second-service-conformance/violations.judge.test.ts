import { describe, expect, it } from "vitest";
import type { VariantName } from "../second-service/variants/variant-name.ts";
import { variants } from "../second-service/variants/variants.ts";
import type { ViolationName } from "../second-service/violations/violation-name.ts";
import { violations } from "../second-service/violations/violations.ts";
import { findProblems } from "./find-problems.ts";
import { forms } from "./forms.ts";
import foundViolations from "./found-violations.json" with { type: "json" };
import { hasFailure, runForm } from "./run-form.ts";

describe.each(forms)("in the form %s", (form) => {
  const names = Object.keys(violations) as ViolationName[];
  const found: readonly string[] = foundViolations[form];

  it.concurrent.each(names)("a run finds the violation %s, if the list has it", async (name) => {
    expect(await hasFailure(form, name)).toBe(found.includes(name));
  });

  it.concurrent.each(Object.keys(variants) as VariantName[])("the variant %s has no failure", async (name) => {
    expect(findProblems(await runForm(form, { variants: [name] }))).toEqual([]);
  });
});
