import { describe, it } from "vitest";
import { checks } from "./checks/checks.ts";
import { createRecords } from "./records/create-records.ts";
import { startSecondService } from "./start-second-service.ts";

describe("the second service", () => {
  it.each(Object.keys(checks))("follows the specification: %s", async (name) => {
    await using service = await startSecondService();
    const records = await createRecords(service);
    await checks[name]?.({ service, records, settle: async () => {} });
  });
});
