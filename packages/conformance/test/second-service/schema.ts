import { readFileSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { ChannelBinding, Page } from "@knowledge-base/types";

const schema = readFileSync(new URL("schema.sql", import.meta.url), "utf8");

/** An object whose timestamps are dates. */
export type WithDates<T> = { readonly [K in keyof T]: K extends `${string}At` ? Date | Extract<T[K], null> : T[K] };

export type PageRecord = WithDates<Omit<Page, "tenantId">> & { organizationId: string; statusBefore: string };
export type BindingRecord = WithDates<ChannelBinding>;
export type InstallationRecord = { id: string; organizationId: string; brainId: string | null; teamId: string };
export type BrainRecord = { readonly id: string; readonly organizationId: string };
export type KeyRecord = { readonly id: string; readonly organizationId: string; readonly role: "owner" | "reader" };

export type Values = Readonly<Record<string, unknown>>;

/** An in-memory SQL database whose rows have booleans, dates and lists, according to the declared types of columns. */
export class Database {
  readonly #connection = new DatabaseSync(":memory:");
  readonly #prepared = new Map<string, StatementSync>();
  /** How many ids were created. */
  idCount = 0;

  constructor(slugIndex: string) {
    this.#connection.exec(schema + slugIndex);
  }

  close(): void {
    this.#connection.close();
  }

  /** Returns the rows of a query. The caller states their type. */
  all<T>(sql: string, parameters: Values = {}): T[] {
    const statement = this.#prepare(sql);
    const rows = statement.all(encode(parameters));
    const types = rows.length > 0 ? statement.columns().map(({ type }) => type) : [];
    return rows.map((row) => {
      const columns = Object.entries(row).map(([name, value], index) => [name, decode(value, types[index])]);
      return Object.fromEntries(columns) as T;
    });
  }

  first<T>(sql: string, parameters: Values = {}): T | undefined {
    return this.all<T>(sql, parameters)[0];
  }

  /** Runs statements, which semicolons separate, and returns how many rows the first of them changed. */
  run(sql: string, parameters: Values = {}): number {
    const statements = sql.split(";").filter((statement) => statement.trim() !== "");
    const changes = statements.map((statement) => this.#prepare(statement).run(encode(parameters)).changes);
    return Number(changes[0] ?? 0);
  }

  /** Keeps the current state for `restore`. */
  save(): void {
    this.#connection.exec("SAVEPOINT saved");
  }

  restore(): void {
    this.#connection.exec("ROLLBACK TO saved");
  }

  columns(table: string): string[] {
    return this.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#prepared.get(sql) ?? this.#connection.prepare(sql);
    statement.setAllowUnknownNamedParameters(true);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function encode(parameters: Values): Record<string, SQLInputValue> {
  const entries = Object.entries(parameters).map(([name, value]): [string, SQLInputValue] => {
    if (typeof value === "string" || typeof value === "number") return [name, value];
    if (typeof value === "boolean") return [name, Number(value)];
    if (value instanceof Date) return [name, value.getTime()];
    return [name, value === undefined || value === null ? null : JSON.stringify(value)];
  });
  return Object.fromEntries(entries);
}

function decode(value: SQLOutputValue, type: string | null | undefined): unknown {
  if (value === null) return null;
  if (type === "BOOLEAN") return value === 1;
  if (type === "DATETIME") return new Date(Number(value));
  return type === "JSON" ? JSON.parse(String(value)) : value;
}
