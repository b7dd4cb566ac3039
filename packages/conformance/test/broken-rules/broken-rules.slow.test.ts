import { describe, expect, it } from "vitest";
import { brokenRules } from "./broken-rules.ts";
import { casesFinding } from "./cases-finding.ts";

describe("a rule that is broken on purpose is found", { timeout: 30_000 }, () => {
  it("where there is one", async () => {
    expect(await casesFinding()).toEqual([]);
  });

  it.each(brokenRules)("when $name", async (rule) => {
    expect(await casesFinding(rule)).toContain(rule.foundBy);
  });
});
