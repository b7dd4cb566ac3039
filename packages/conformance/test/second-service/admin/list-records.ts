import { Failure } from "../http/failure.ts";
import type { AdminCommand } from "./admin-command.ts";
import { requireTable } from "./require-table.ts";

export const listRecords: AdminCommand = ({ database }, { table, ...where }) => {
  const name = requireTable(database, table);
  const columns = database.columns(name);
  const conditions = Object.keys(where).map((column) => {
    if (!columns.has(column)) throw new Failure(400, `There is no column ${column} in ${name}`);
    return `${column} = :${column}`;
  });
  return database.all<object>(`SELECT * FROM ${name} WHERE ${["1", ...conditions].join(" AND ")}`, where);
};
