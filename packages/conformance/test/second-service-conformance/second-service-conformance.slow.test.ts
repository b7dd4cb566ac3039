import { describe, expect, it } from "vitest";
import type { VariantName } from "../second-service/variants/variant-name.ts";
import type { ViolationName } from "../second-service/violations/violation-name.ts";
import { violations } from "../second-service/violations/violations.ts";
import { findProblems } from "./find-problems.ts";
import { forms } from "./forms.ts";
import { judgeViolations } from "./judge-violations.ts";
import { runForm } from "./run-form.ts";
import { stoppedViolations, unfoundViolations } from "./unfound-violations.ts";

describe("the second service", () => {
  it.each(forms)("conforms in the form %s", async (form) => {
    const report = await runForm(form);
    expect(findProblems(report)).toEqual([]);
    expect(report.conclusion).toBe("conforms");
  });

  it("has every required case checked in the full form", async () => {
    const { results } = await runForm("full");
    expect(results.filter(({ status }) => status === "notChecked").map(({ id }) => id)).toEqual([
      "promptIndex.get/limit-default",
    ]);
  });

  // One of each kind. `npm run judge` runs all violations and variants.
  it("does not conform with violations", async () => {
    const sample: ViolationName[] = [
      ...(["index-without-key", "archive-drops-connections", "update-activates", "state-expires-late"] as const),
    ];
    expect(await judgeViolations("full", sample)).toEqual({ found: sample, unfound: [], stopped: [] });
  }, 120_000);

  it("conforms with variants", async () => {
    const sample: VariantName[] = [
      ...(["base-path-behind-proxy", "ids-with-slash-and-space", "foreign-records-are-403", "extra-fields"] as const),
      ...(["timestamps-with-offset", "error-body-with-map-of-fields", "installations-belong-to-one-brain"] as const),
      ...(["gzip-compression", "limit-clamped", "summary-ends-with-ellipsis", "archived-by-status-only"] as const),
    ];
    expect(findProblems(await runForm("full", { variants: sample }))).toEqual([]);
  });

  it("has violations that are expected not to be found", () => {
    for (const name of [...Object.keys(unfoundViolations), ...stoppedViolations])
      expect(violations).toHaveProperty(name);
  });
});
