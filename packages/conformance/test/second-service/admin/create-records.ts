import { randomUUID } from "node:crypto";
import { Failure } from "../http/failure.ts";
import type { ServiceState } from "../service-state.ts";
import type { AdminCommand } from "./admin-command.ts";
import { requireTable } from "./require-table.ts";

type Values = Readonly<Record<string, unknown>>;

const maxRecords = 1000;

export const createRecords: AdminCommand = (service, input) => {
  if (Object.keys(input).length > maxRecords) throw new Failure(400, `At most ${maxRecords} records at once`);
  const created = new Map<string, Values>();
  service.database.transaction(() => {
    for (const [name, { table, values }] of Object.entries(
      input as Record<string, { table: string; values: Values }>,
    )) {
      const resolved = Object.entries(values).map(([column, value]) => {
        const isReference = typeof value === "string" && value.startsWith("$");
        const { id = value } = (isReference && created.get(value.slice(1))) || {};
        return [column, id];
      });
      created.set(name, insert(service, table, Object.fromEntries(resolved)));
    }
  });
  return Object.fromEntries(created);
};

/** Inserts a record. Its id, its slug and its times are those of the service, unless the values contain them. */
function insert({ database, rules, clock }: ServiceState, table: string, values: Values): Values {
  const types = database.columns(requireTable(database, table));
  const unknown = Object.keys(values).find((name) => !types.has(name));
  if (unknown !== undefined) throw new Failure(400, `There is no column ${unknown} in ${table}`);
  const id = table === "keys" ? `key-${randomUUID()}` : rules.createId(table, database.nextNumber());
  const { title } = values;
  const slug = typeof title === "string" ? rules.createSlug(title) : undefined;
  const now = clock.now();
  const defaults = { id, slug, createdAt: now, updatedAt: now, lastCompiledAt: now };
  const known = Object.entries(rules.newRecord(table, { ...defaults, ...values })).filter(([name]) => types.has(name));
  const row = Object.fromEntries(known.map(([name, value]) => [name, convert(value, types.get(name))]));
  const columns = Object.keys(row);
  const parameters = columns.map((name) => `:${name}`);
  try {
    const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${parameters.join()}) RETURNING *`;
    return database.first<Values>(sql, row) ?? row;
  } catch (error) {
    throw new Failure(409, `The record of ${table} violates a constraint: ${String(error)}`);
  }
}

function convert(value: unknown, type: string | undefined): unknown {
  return type === "DATETIME" && typeof value === "string" ? new Date(value) : value;
}
