import { describe, expect, it } from "vitest";
import { checks } from "./checks/checks.ts";
import { createRecords } from "./records/create-records.ts";
import { startSecondService } from "./start-second-service.ts";
import type { ViolationName } from "./violations/violation-name.ts";
import { violations } from "./violations/violations.ts";

const names = Object.keys(violations) as ViolationName[];

describe("a service with a violation", () => {
  it.each(names)("%s fails the check that the table names", async (name) => {
    const { seenBy } = violations[name];
    await using service = await startSecondService({ violations: [name] });
    const records = await createRecords(service);
    const check = checks[seenBy]?.({ service, records, settle: async () => {} });
    expect(check, `There is no check "${seenBy}"`).toBeDefined();
    await expect(check).rejects.toMatchObject({ name: "AssertionError" });
  });
});
