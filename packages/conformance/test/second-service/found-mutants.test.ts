import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import foundMutants from "./found-mutants.json" with { type: "json" };
import { type MutantName, mutants } from "./mutants.ts";
import { forms } from "./run-form.ts";
import { type ValidVariantName, validVariants } from "./valid-variants.ts";

/** Mutants that no case finds in the full form, because the specification does not forbid what they do. */
const unfoundMutants: Readonly<Partial<Record<MutantName, string>>> = {
  "index-hides-stale":
    "Section 4.4 promises the brain's top pages. Which pages these are is not shown, so a stale page may be none of them.",
  "limit-counts-hidden-pages":
    "Section 4.4 only says that limit is an optional integer. With it an index that shows fewer pages is no contradiction.",
  "channel-name-with-hash":
    "Section 2.6 only says that name is the channel's name. Whether the sign of the platform belongs to it is not shown.",
  "state-for-any-brain":
    "Section 4.6: the payload of confirmOauth is not shown, so it may name no brain. The installation is that of the signed state.",
  "reactivated-bindings-stay-silent":
    "Section 3: transitions of a binding's status are not shown, so one may change the flags, which the binding then shows.",
};

/** Mutants with which no run begins: no operation has the path of the specification. */
const stoppedMutants: readonly MutantName[] = ["paths-without-version", "paths-with-version-2"];

/** Valid variants that a case does not accept. */
const refusedVariants: Readonly<Partial<Record<ValidVariantName, string>>> = {
  "foreign-brains-are-401": "organizations/foreign-is-not-found takes a 401 as a problem of the key.",
  "ids-of-another-form-are-400": "Cases that expect a 404 ask for the id no-such-record, which is not a UUID.",
  "messages-without-field": "errors/validation-messages expects each message to name its field.",
  "timestamps-in-basic-format": "Only the extended format of ISO 8601 is accepted.",
  "timestamps-with-comma": "Only a point as decimal sign is accepted.",
  "timestamps-with-hours-as-offset": "Only offsets with minutes are accepted.",
};

const names = Object.keys(mutants) as MutantName[];
const guide = readFileSync(new URL("../../../../docs/guides/checking-an-implementation.md", import.meta.url), "utf8");

it.each([...forms, "variants"] as const)("the list %s is sorted, and has known names only", (list) => {
  const known = new Set(Object.keys(list === "variants" ? validVariants : mutants));
  expect(foundMutants[list]).toEqual([...new Set(foundMutants[list])].toSorted());
  expect(foundMutants[list].filter((name) => !known.has(name))).toEqual([]);
});

it("a run in the full form finds every mutant, and accepts every valid variant, except those with a reason", () => {
  const others = [...Object.keys(unfoundMutants), ...stoppedMutants];
  expect([...foundMutants.full, ...others].toSorted()).toEqual(names.toSorted());
  const variants = [...foundMutants.variants, ...Object.keys(refusedVariants)];
  expect(variants.toSorted()).toEqual(Object.keys(validVariants).toSorted());
});

it.each(["2", "3", "4", "5", "6", "7", "8", "9", "all"])("the guide has the figures of the section %s", (section) => {
  const isIn = (name: string) => section === "all" || mutants[name as MutantName].section.startsWith(section);
  const figures = [names, ...forms.map((form) => foundMutants[form])].map((list) => list.filter(isIn).length);
  expect(guide).toContain(`| ${section} | ${figures.join(" | ")} |`);
});

it("the guide has the figures of the valid variants", () => {
  const { length } = Object.keys(validVariants);
  expect(guide).toContain(`accepts ${foundMutants.variants.length} of ${length} valid variants`);
});
