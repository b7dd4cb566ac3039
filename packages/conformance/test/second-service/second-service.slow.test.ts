import { expect, it } from "vitest";
import { mutants } from "./mutants.ts";
import { findProblems, forms, runForm } from "./run-form.ts";
import { validVariants } from "./valid-variants.ts";

it.each(forms)("the second service conforms in the form %s", async (form) => {
  const { conclusion, results } = await runForm(form);
  expect(conclusion).toBe("conforms");
  const notChecked = results.flatMap(({ status, id }) => (status === "notChecked" ? id : []));
  if (form === "full") expect(notChecked).toEqual(["promptIndex.get/limit-default"]);
});

// The project `verify-suite` of Vitest runs all mutants and valid variants.
it.each(["archive-drops-connections", "error-path-with-query", "key-with-suffix", "state-expires-late"])(
  "the suite finds the mutant %s",
  async (name) => {
    const problems = await findProblems("full", [mutants[name] ?? {}]);
    expect(problems).toContainEqual({ status: "failed", text: expect.any(String) });
  },
);

// biome-ignore format: one row a line
it.each<string[]>([
  [
    "base-path-behind-proxy", "ids-with-slash-and-space", "foreign-records-are-403", "extra-fields",
    "timestamps-with-offset", "error-body-with-map-of-fields", "installations-belong-to-one-brain",
    "chunked-bodies", "limit-clamped", "summary-ends-with-ellipsis", "archived-by-status-only",
  ],
  [
    "errors-as-problems", "unknown-parameters-are-400", "missing-ids-are-422", "disabled-bindings-are-409",
    "limit-from-5-to-20", "timestamps-without-offset",
  ],
])("the suite accepts the valid variants %s, %s, %s and others together", async (...names) => {
  const changes = names.map((name) => validVariants[name] ?? {});
  expect(await findProblems("full", changes)).toEqual([]);
});
