import type { AdminCommand } from "./admin-command.ts";
import { requireTable } from "./require-table.ts";

export const deleteRecord: AdminCommand = ({ database }, { table, id }) => ({
  deleted: database.run([`DELETE FROM ${requireTable(database, table)} WHERE id = :id`], { id }) > 0,
});
