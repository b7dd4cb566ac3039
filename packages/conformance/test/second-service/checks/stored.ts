import { callAdmin } from "../records/call-admin.ts";
import type { Subject } from "./subject.ts";

type Row = Readonly<Record<string, unknown>>;

/** Returns the stored rows of a table that the columns select. */
export function stored(subject: Subject, table: string, where: Row): Promise<readonly Row[]> {
  return callAdmin(subject.service, "list-records", { table, ...where });
}
