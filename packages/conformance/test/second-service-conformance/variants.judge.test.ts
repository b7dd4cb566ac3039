import { describe, expect, it } from "vitest";
import type { VariantName } from "../second-service/variants/variant-name.ts";
import { variants } from "../second-service/variants/variants.ts";
import { findProblems } from "./find-problems.ts";
import { forms } from "./forms.ts";
import { runForm } from "./run-form.ts";

const names = Object.keys(variants) as VariantName[];

describe.each(forms)("in the form %s", (form) => {
  it.concurrent.each(names)("the variant %s has no failure", { timeout: 240_000 }, async (name) => {
    expect(findProblems(await runForm(form, { variants: [name] }))).toEqual([]);
  });
});
