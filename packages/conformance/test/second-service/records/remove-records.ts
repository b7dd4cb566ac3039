import type { SecondService } from "../second-service.ts";
import { callAdmin } from "./call-admin.ts";
import type { Records } from "./records.ts";

/** Removes what `createRecords` has created, and what was added to it since. */
export async function removeRecords(service: SecondService, records: Records): Promise<void> {
  for (const id of [records.organizationId, records.foreignOrganizationId]) {
    await callAdmin(service, "delete-record", { table: "organizations", id });
  }
}
