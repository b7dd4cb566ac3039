import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { Channel, ChannelBinding, Page } from "@knowledge-base/types";

/**
 * All tables. `Database` converts values by the declared type of their column: BOOLEAN, DATETIME (milliseconds since
 * 1970) and JSON. Deleting a record deletes what belongs to it.
 */
const schema = `
CREATE TABLE organizations (id TEXT PRIMARY KEY);
-- The id of a key is the key itself.
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  organizationId TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
  role TEXT NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'reader'))
);
CREATE TABLE brains (id TEXT PRIMARY KEY, organizationId TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE);
CREATE TABLE pages (
  id TEXT PRIMARY KEY,
  brainId TEXT NOT NULL REFERENCES brains ON DELETE CASCADE,
  subjectId TEXT NOT NULL DEFAULT 'subject-1',
  source JSON,
  pageType TEXT NOT NULL DEFAULT 'topic'
    CHECK (pageType IN ('source', 'topic', 'entity', 'project', 'decision', 'brief')),
  bucket TEXT NOT NULL DEFAULT 'notes' CHECK (bucket IN ('inbox', 'notes', 'ideas', 'projects')),
  bucketSource TEXT NOT NULL DEFAULT 'auto' CHECK (bucketSource IN ('auto', 'user')),
  slug TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL DEFAULT 'A short summary.',
  body TEXT NOT NULL DEFAULT 'A short body.',
  entities JSON NOT NULL DEFAULT '[]',
  sources JSON NOT NULL DEFAULT '[]',
  backlinks JSON NOT NULL DEFAULT '[]',
  embedding JSON NOT NULL DEFAULT '[0.25, -0.5]',
  version INTEGER NOT NULL DEFAULT 1,
  pinned BOOLEAN NOT NULL DEFAULT 0,
  archived BOOLEAN NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deprecated', 'stale', 'contested', 'archived')),
  statusBefore TEXT NOT NULL DEFAULT 'active',
  lastCompiledAt DATETIME NOT NULL,
  lastReferencedAt DATETIME,
  createdAt DATETIME NOT NULL,
  updatedAt DATETIME NOT NULL
);
CREATE TABLE page_versions (
  pageId TEXT NOT NULL REFERENCES pages ON DELETE CASCADE,
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE TRIGGER first_version AFTER INSERT ON pages BEGIN
  INSERT INTO page_versions VALUES (new.id, new.version, new.title, new.body);
END;
CREATE TRIGGER next_version AFTER UPDATE OF version ON pages WHEN new.version != old.version BEGIN
  INSERT INTO page_versions VALUES (new.id, new.version, new.title, new.body);
END;
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  fromPageId TEXT NOT NULL REFERENCES pages ON DELETE CASCADE,
  toPageId TEXT NOT NULL REFERENCES pages ON DELETE CASCADE,
  strength REAL NOT NULL DEFAULT 0.9
);
CREATE TABLE installations (
  id TEXT PRIMARY KEY,
  organizationId TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- The brain whose OAuth flow created the installation.
  brainId TEXT REFERENCES brains ON DELETE SET NULL,
  teamId TEXT NOT NULL
);
CREATE TABLE channels (
  id TEXT PRIMARY KEY,
  installationId TEXT NOT NULL REFERENCES installations ON DELETE CASCADE,
  name TEXT NOT NULL,
  isPrivate BOOLEAN NOT NULL DEFAULT 0,
  isMember BOOLEAN NOT NULL DEFAULT 1,
  isVisible BOOLEAN NOT NULL DEFAULT 1
);
CREATE TABLE bindings (
  id TEXT PRIMARY KEY,
  brainId TEXT NOT NULL REFERENCES brains ON DELETE CASCADE,
  installationId TEXT NOT NULL REFERENCES installations ON DELETE CASCADE,
  channelId TEXT NOT NULL REFERENCES channels ON DELETE CASCADE,
  channelName TEXT,
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  notifyBriefs BOOLEAN NOT NULL DEFAULT 1,
  notifyConnections BOOLEAN NOT NULL DEFAULT 1,
  notifyChanges BOOLEAN NOT NULL DEFAULT 1,
  createdAt DATETIME NOT NULL
);
CREATE VIEW page_records AS SELECT pages.*, organizationId FROM pages JOIN brains ON brains.id = brainId;
CREATE VIEW binding_records AS
  SELECT bindings.*, teamId FROM bindings JOIN installations ON installations.id = installationId;
CREATE TABLE deliveries (bindingId TEXT NOT NULL, brainId TEXT NOT NULL REFERENCES brains ON DELETE CASCADE);
CREATE TABLE oauth_codes (code TEXT PRIMARY KEY, state TEXT NOT NULL, teamId TEXT NOT NULL);
`;

type WithDates<T> = { readonly [K in keyof T]: K extends `${string}At` ? Date | Extract<T[K], null> : T[K] };

export type PageRecord = WithDates<Omit<Page, "tenantId">> & { organizationId: string; statusBefore: string };
export type BindingRecord = WithDates<ChannelBinding>;
export type ChannelRecord = Channel & { readonly installationId: string; readonly isVisible: boolean };
export type InstallationRecord = { id: string; organizationId: string; brainId: string | null; teamId: string };
export type BrainRecord = { readonly id: string; readonly organizationId: string };
export type KeyRecord = { readonly id: string; readonly organizationId: string; readonly role: "owner" | "reader" };

export type Values = Readonly<Record<string, unknown>>;

/** An in-memory SQL database whose rows have booleans, dates and lists, according to the declared types of columns. */
export class Database {
  readonly #connection = new DatabaseSync(":memory:");
  readonly #prepared = new Map<string, StatementSync>();
  readonly #columns = new Map<string, Map<string, string>>();
  /** How many ids were created. */
  idCount = 0;
  /** Called after each change. */
  onChange = () => {};

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
    const types = new Map(rows.length === 0 ? [] : statement.columns().map(({ name, type }) => [name, type]));
    return rows.map((row) => decode(row, types) as T);
  }

  first<T>(sql: string, parameters: Values = {}): T | undefined {
    return this.all<T>(sql, parameters)[0];
  }

  /** Runs statements, which semicolons separate, and returns how many rows the first of them changed. */
  run(sql: string, parameters: Values = {}): number {
    const statements = sql.split(";").filter((statement) => statement.trim() !== "");
    const changes = statements.map((statement) => this.#prepare(statement).run(encode(parameters)).changes);
    this.onChange();
    return Number(changes[0] ?? 0);
  }

  /** Keeps the current state for `restore`. */
  save(): void {
    this.#connection.exec("SAVEPOINT saved");
  }

  restore(): void {
    this.#connection.exec("ROLLBACK TO saved");
    this.onChange();
  }

  /** Returns the declared types of a table's columns. */
  columns(table: string): ReadonlyMap<string, string> {
    const select = "SELECT name, type FROM pragma_table_info(:table)";
    const read = () => this.all<{ name: string; type: string }>(select, { table });
    const columns = this.#columns.get(table) ?? new Map(read().map(({ name, type }) => [name, type]));
    this.#columns.set(table, columns);
    return columns;
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#prepared.get(sql) ?? this.#connection.prepare(sql);
    statement.setAllowUnknownNamedParameters(true);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function encode(parameters: Values): Record<string, SQLInputValue> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, encodeValue(value)]));
}

function encodeValue(value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.getTime();
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function decode(row: Record<string, SQLOutputValue>, types: ReadonlyMap<string, string | null>): Values {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, decodeValue(value, types.get(name))]));
}

function decodeValue(value: SQLOutputValue, type: string | null | undefined): unknown {
  if (value === null) return null;
  if (type === "BOOLEAN") return value === 1;
  if (type === "DATETIME") return new Date(Number(value));
  return type === "JSON" ? JSON.parse(String(value)) : value;
}
