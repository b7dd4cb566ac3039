import { describe, expect, it } from "vitest";
import { brokenRules } from "./broken-rules.ts";
import { findFailingCases } from "./find-failing-cases.ts";

describe("a rule that is broken on purpose is found", { timeout: 30_000 }, () => {
  it("unless no rule is broken", async () => {
    expect(await findFailingCases()).toEqual([]);
  });

  it.each(brokenRules)("when $name", async (rule) => {
    expect(await findFailingCases(rule)).toContain(rule.foundBy);
  });
});
