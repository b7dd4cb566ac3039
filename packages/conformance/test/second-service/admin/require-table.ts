import type { Database } from "../database/database.ts";
import { Failure } from "../http/failure.ts";

/** Returns the name of a table, or throws a failure if there is no such table. */
export function requireTable(database: Database, table: unknown): string {
  if (typeof table !== "string" || database.columns(table).size === 0) throw new Failure(400, "There is no such table");
  return table;
}
