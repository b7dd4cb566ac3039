import { describe, expect, it } from "vitest";
import { runChecks } from "./checks/run-checks.ts";
import type { VariantName } from "./variants/variant-name.ts";
import { variants } from "./variants/variants.ts";

describe("a variant alone", () => {
  it.each(Object.keys(variants) as VariantName[])("%s follows the specification", async (name) => {
    expect(await runChecks([name])).toEqual([]);
  });
});
