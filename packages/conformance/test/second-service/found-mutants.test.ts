import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import foundMutants from "./found-mutants.json" with { type: "json" };
import { mutants } from "./mutants.ts";
import { forms } from "./run-form.ts";
import { validVariants } from "./valid-variants.ts";

// Mutants that no case finds in the full form, because the specification doesn't forbid what they do.
const unfoundMutants: Readonly<Record<string, string>> = {
  "update-accepts-null": "Section 4.1 doesn't say whether null is a flag that is left out. A choice reports it.",
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

// Mutants with which no run begins: no operation has the path of the specification.
const stoppedMutants = ["paths-without-version", "paths-with-version-2"];

const names = Object.keys(mutants);
const guide = readFileSync(new URL("../../../../docs/guides/checking-an-implementation.md", import.meta.url), "utf8");

it("a run in the full form finds every mutant except those with a reason, and accepts every valid variant", () => {
  const others = [...Object.keys(unfoundMutants), ...stoppedMutants];
  expect([...foundMutants.full, ...others].toSorted()).toEqual(names.toSorted());
  expect(foundMutants.variants).toEqual(Object.keys(validVariants).toSorted());
});

it("the guide has the number of mutants, and how many each form of a run finds", () => {
  expect(guide).toContain(`broke it in ${names.length} ways`);
  for (const form of forms) expect(guide).toContain(` | ${foundMutants[form].length} |`);
});

it("the guide has the number of valid variants", () => {
  expect(guide).toContain(`${foundMutants.variants.length} valid variants`);
});
