import { expect, it } from "vitest";
import { type MutantName, mutants } from "./mutants.ts";
import { findProblems, forms, runForm } from "./run-form.ts";
import { validVariants } from "./valid-variants.ts";

it.each(forms)("the second service conforms in the form %s", async (form) => {
  expect((await runForm(form)).conclusion).toBe("conforms");
  expect(await findProblems(form)).toEqual([]);
});

it("the setup lets all cases be checked except that of a default limit", async () => {
  const notChecked = (await runForm("full")).results.filter(({ status }) => status === "notChecked");
  expect(notChecked.map(({ id }) => id)).toEqual(["promptIndex.get/limit-default"]);
});

// The project `verify-suite` of Vitest runs all mutants and valid variants.
it.each<MutantName>(["archive-drops-connections", "error-path-with-query", "key-with-suffix", "state-expires-late"])(
  "the suite finds the mutant %s",
  async (name) => {
    const problems = await findProblems("full", [mutants[name].change]);
    expect(problems).toContainEqual(expect.stringMatching(/^failed /));
  },
);

it("the suite accepts a combination of valid variants", async () => {
  const names = [
    ...(["base-path-behind-proxy", "ids-with-slash-and-space", "foreign-records-are-403", "extra-fields"] as const),
    ...(["timestamps-with-offset", "error-body-with-map-of-fields", "installations-belong-to-one-brain"] as const),
    ...(["gzip-compression", "limit-clamped", "summary-ends-with-ellipsis", "archived-by-status-only"] as const),
  ];
  const changes = names.map((name) => validVariants[name]);
  expect(await findProblems("full", changes)).toEqual([]);
});
