import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { ChannelBinding, Page } from "@knowledge-base/types";

/**
 * All tables. `Database` converts values by the declared type of their column: BOOLEAN, DATETIME (milliseconds since
 * 1970) and JSON. Deleting a record deletes what belongs to it. The id of a key is the key itself. The brain of an
 * installation is the one whose OAuth flow created it.
 */
const schema = `
CREATE TABLE organizations (id TEXT PRIMARY KEY);
CREATE TABLE keys (id TEXT PRIMARY KEY, organizationId NOT NULL REFERENCES organizations ON DELETE CASCADE,
  role TEXT DEFAULT 'owner');
CREATE TABLE brains (id TEXT PRIMARY KEY, organizationId NOT NULL REFERENCES organizations ON DELETE CASCADE);
CREATE TABLE pages (id TEXT PRIMARY KEY, brainId NOT NULL REFERENCES brains ON DELETE CASCADE,
  subjectId TEXT DEFAULT 'subject-1', source JSON, pageType TEXT DEFAULT 'topic',
  bucket TEXT DEFAULT 'notes', bucketSource TEXT DEFAULT 'auto', slug TEXT NOT NULL, title TEXT NOT NULL,
  summary TEXT DEFAULT 'A short summary.', body TEXT DEFAULT 'A short body.', entities JSON DEFAULT '[]',
  sources JSON DEFAULT '[]', backlinks JSON DEFAULT '[]', embedding JSON DEFAULT '[0.25, -0.5]',
  version INTEGER DEFAULT 1, pinned BOOLEAN DEFAULT 0, archived BOOLEAN DEFAULT 0,
  status TEXT DEFAULT 'active', statusBefore TEXT DEFAULT 'active', lastCompiledAt DATETIME NOT NULL,
  lastReferencedAt DATETIME, createdAt DATETIME NOT NULL, updatedAt DATETIME NOT NULL);
CREATE TABLE page_versions (pageId REFERENCES pages ON DELETE CASCADE, version INTEGER, title TEXT, body TEXT);
CREATE TRIGGER first_version AFTER INSERT ON pages BEGIN
  INSERT INTO page_versions VALUES (new.id, new.version, new.title, new.body);
END;
CREATE TRIGGER next_version AFTER UPDATE OF version ON pages WHEN new.version != old.version BEGIN
  INSERT INTO page_versions VALUES (new.id, new.version, new.title, new.body);
END;
CREATE TABLE connections (id TEXT PRIMARY KEY, fromPageId NOT NULL REFERENCES pages ON DELETE CASCADE,
  toPageId NOT NULL REFERENCES pages ON DELETE CASCADE, strength REAL DEFAULT 0.9);
CREATE TABLE installations (id TEXT PRIMARY KEY, organizationId NOT NULL REFERENCES organizations ON DELETE CASCADE,
  brainId REFERENCES brains ON DELETE SET NULL, teamId TEXT NOT NULL);
CREATE TABLE channels (id TEXT PRIMARY KEY, installationId NOT NULL REFERENCES installations ON DELETE CASCADE,
  name TEXT NOT NULL, isPrivate BOOLEAN DEFAULT 0, isMember BOOLEAN DEFAULT 1, isVisible BOOLEAN DEFAULT 1);
CREATE TABLE bindings (id TEXT PRIMARY KEY, brainId NOT NULL REFERENCES brains ON DELETE CASCADE,
  installationId NOT NULL REFERENCES installations ON DELETE CASCADE,
  channelId NOT NULL REFERENCES channels ON DELETE CASCADE, channelName TEXT, status TEXT DEFAULT 'active',
  notifyBriefs BOOLEAN DEFAULT 1, notifyConnections BOOLEAN DEFAULT 1, notifyChanges BOOLEAN DEFAULT 1,
  createdAt DATETIME NOT NULL);
CREATE VIEW page_records AS SELECT pages.*, organizationId FROM pages JOIN brains ON brains.id = brainId;
CREATE VIEW binding_records AS
  SELECT bindings.*, teamId FROM bindings JOIN installations ON installations.id = installationId;
`;

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
