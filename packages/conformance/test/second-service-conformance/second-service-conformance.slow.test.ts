import { describe, expect, it } from "vitest";
import type { VariantName } from "../second-service/variants/variant-name.ts";
import type { ViolationName } from "../second-service/violations/violation-name.ts";
import { findProblems } from "./find-problems.ts";
import { forms } from "./forms.ts";
import { hasFailure, runForm } from "./run-form.ts";

describe("the second service", () => {
  it.each(forms)("conforms in the form %s", async (form) => {
    const report = await runForm(form);
    expect(findProblems(report)).toEqual([]);
    expect(report.conclusion).toBe("conforms");
    if (form !== "full") return;
    const notChecked = report.results.filter(({ status }) => status === "notChecked").map(({ id }) => id);
    expect(notChecked).toEqual(["promptIndex.get/limit-default"]);
  });

  // One of each kind. The project `judge` of Vitest runs all violations and variants.
  it.each<ViolationName>([...(["archive-drops-connections", "state-expires-late"] as const)])(
    "does not conform with the violation %s",
    async (violation) => {
      expect(await hasFailure("full", violation)).toBe(true);
    },
  );

  it("conforms with variants", async () => {
    const sample: VariantName[] = [
      ...(["base-path-behind-proxy", "ids-with-slash-and-space", "foreign-records-are-403", "extra-fields"] as const),
      ...(["timestamps-with-offset", "error-body-with-map-of-fields", "installations-belong-to-one-brain"] as const),
      ...(["gzip-compression", "limit-clamped", "summary-ends-with-ellipsis", "archived-by-status-only"] as const),
    ];
    expect(findProblems(await runForm("full", { variants: sample }))).toEqual([]);
  });
});
