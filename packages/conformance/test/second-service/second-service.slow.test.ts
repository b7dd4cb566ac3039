import { expect, it } from "vitest";
import { type MutantName, mutants } from "./mutants.ts";
import { findProblems, forms, runForm } from "./run-form.ts";
import { validVariants } from "./valid-variants.ts";

it.each(forms)("the second service conforms in the form %s", async (form) => {
  const { conclusion, results } = await runForm(form);
  expect(conclusion).toBe("conforms");
  expect(results.filter(({ status }) => status === "failed" || status === "error")).toEqual([]);
});

// One of each kind. The project `verify-suite` of Vitest runs all mutants and valid variants.
it.each<MutantName>([
  "archive-drops-connections",
  "binding-team-left-out",
  "error-path-with-query",
  "index-puts-pins-last",
  "key-with-suffix",
  "state-expires-late",
])("finds the mutant %s", async (name) => {
  const problems = await findProblems("full", [mutants[name].change]);
  expect(problems.filter((problem) => problem.startsWith("failed"))).not.toEqual([]);
});

it("accepts a combination of valid variants", async () => {
  const sample = [
    ...(["base-path-behind-proxy", "ids-with-slash-and-space", "foreign-records-are-403", "extra-fields"] as const),
    ...(["timestamps-with-offset", "error-body-with-map-of-fields", "installations-belong-to-one-brain"] as const),
    ...(["gzip-compression", "limit-clamped", "summary-ends-with-ellipsis", "archived-by-status-only"] as const),
  ];
  expect(
    await findProblems(
      "full",
      sample.map((name) => validVariants[name]),
    ),
  ).toEqual([]);
});
