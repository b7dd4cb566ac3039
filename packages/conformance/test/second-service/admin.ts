import { randomUUID } from "node:crypto";
import type { Target } from "@knowledge-base/conformance";
import { invalid, type OAuthState } from "./rules.ts";
import type { BrainRecord, Values } from "./schema.ts";
import { type SecondService, signState } from "./service.ts";

// Only a page has a slug.
type CreatedRecord = { readonly id: string; readonly slug: string };

type PageKey = { readonly brainId: string; readonly slug: string };

/** Creates a record. The service chooses the id, the slug and the times that the values leave out. */
export function createRecord({ database, rules, clock }: SecondService, table: string, values: Values): CreatedRecord {
  database.idCount += 1;
  const id = table === "keys" ? `key-${randomUUID()}` : rules.createId(table, database.idCount);
  const now = clock.now();
  const slug = rules.createSlug(String(values["title"]));
  const defaults = { id, slug, createdAt: now, updatedAt: now, lastCompiledAt: now };
  const record = { ...defaults, ...rules.newRecord(table, { ...defaults, ...values }) };
  const columns = database.columns(table).filter((name) => name in record);
  database.run(`INSERT INTO ${table} (${columns.join()}) VALUES (:${columns.join(", :")})`, record);
  return record;
}

/** Changes a page by statements. Returns it as JSON, with its versions and connections. */
export function changePage({ database, clock }: SecondService, statements: string, key: PageKey, fields: Values = {}) {
  const find = "SELECT * FROM page_records WHERE brainId = :brainId AND slug = :slug";
  const { id } = database.first<{ id: string }>(find, { ...key }) ?? {};
  if (id === undefined) throw new Error(`Failed to change the page ${key.slug}: it does not exist.`);
  database.run(statements, { ...fields, id, now: clock.now() });
  // Tenants of this service are organizations.
  const page = database.first<object>("SELECT *, organizationId AS tenantId FROM page_records WHERE id = :id", { id });
  const versions = database.all("SELECT * FROM page_versions WHERE pageId = :id ORDER BY version", { id });
  const connections = database.all("SELECT * FROM connections WHERE :id IN (fromPageId, toPageId)", { id });
  return toJson({ ...page, versions, connections });
}

/** Returns the actions that the specification mentions and doesn't define, as the suite calls them. */
export function createActions(service: SecondService): Required<NonNullable<Target["actions"]>> {
  const { database, rules, clock, secret } = service;
  const codes = new Set<string>();
  const listSlugs = (condition: string, search: { brainId: string; text?: string }) =>
    rules.readPages(database, `SELECT * FROM page_records WHERE ${condition}`, search).map(({ slug }) => slug);
  return {
    readPage: async (page) => changePage(service, rules.read, page),
    listPages: async (brain) => listSlugs(rules.listCondition, brain),
    searchPages: async (search) => listSlugs(rules.searchCondition, search),
    editPage: async ({ title, summary, body, ...page }) =>
      changePage(service, rules.edit, page, { title, summary, body }),
    compilePage: async (page) => changePage(service, rules.compile, page),
    deprecatePage: async (page) => changePage(service, rules.deprecate, page),
    restorePage: async (page) => changePage(service, rules.restore, page),
    readBinding: async (binding) => {
      const find = "SELECT * FROM bindings WHERE id = :bindingId AND brainId = :brainId";
      return toJson(database.first(find, { ...binding }) ?? {});
    },
    approveOAuth: async (authorizationUrl) => {
      const code = randomUUID();
      codes.add(code);
      return { code, state: new URL(authorizationUrl).searchParams.get("state") ?? "" };
    },
    confirmOAuth: async ({ brainId, code, state }) => {
      const content = readState(state);
      const isAccepted = rules.acceptsState(content, signState(content, secret) === state, brainId, clock.now());
      if (!isAccepted) throw invalid("state", "is not valid");
      if (!codes.has(code)) throw invalid("code", "is not known to the platform");
      const brain = database.first<BrainRecord>("SELECT * FROM brains WHERE id = :brainId", { ...content });
      const values = { organizationId: brain?.organizationId, brainId: brain?.id, teamId: "T9" };
      return createRecord(service, "installations", values).id;
    },
    advanceClock: async (milliseconds) => {
      clock.offsetMs += milliseconds;
    },
    notify: async ({ kind, brainId }) => {
      const select = `SELECT id FROM bindings WHERE ${rules.deliverTo}`;
      return database.all<{ id: string }>(select, { kind, brainId }).map(({ id }) => id);
    },
  };
}

function readState(state: string): OAuthState {
  try {
    const { brainId, expiresAt, nonce } = JSON.parse(Buffer.from(state.split(".")[0] ?? "", "base64url").toString());
    return { brainId: String(brainId), expiresAt: Number(expiresAt), nonce: String(nonce) };
  } catch {
    throw invalid("state", "is not a state of this service");
  }
}

function toJson(record: object) {
  return JSON.parse(JSON.stringify(record));
}
