import type { TargetRecords } from "@knowledge-base/conformance";
import { changePage, createRecord } from "./admin.ts";
import suiteRecords from "./records.json" with { type: "json" };
import type { SecondService } from "./service.ts";

interface Row {
  /** The name of the record in the target, or another one. In later rows, `@` and the name stand for its id. */
  readonly record?: string;
  readonly table: string;
  /** When a page was created and changed. */
  readonly changedAt?: string;
}

/**
 * Creates the records of a run, which `records.json` lists. Whatever a service might confuse with a record that the suite uses is there,
 * too: the brain is neither the first nor the latest one, another binding comes first, and other brains have a page with the same
 * slug. Pinned pages were changed before all others, and are neither first nor last by title, so that only their pin can put them first.
 */
export async function createSuiteRecords(service: SecondService): Promise<{ apiKey: string; records: TargetRecords }> {
  const { database, rules } = service;
  const ids: Record<string, string> = {};
  const names: Record<string, string> = {};
  for (const row of suiteRecords as readonly Row[]) {
    const { id, slug } = createRecord(service, row.table, columnsOf(row, ids));
    if (row.record === undefined) continue;
    ids[row.record] = id;
    names[row.record] = row.table === "pages" ? slug : id;
  }
  const { apiKey = "", brainId = "", slug = "", deletedApiKey = "", disabledBindingId } = names;
  const index = `${service.baseUrl}/v1/brains/${encodeURIComponent(brainId)}/index`;
  await (await service.fetch(index, { headers: { "x-api-key": deletedApiKey } })).arrayBuffer();
  database.run("DELETE FROM keys WHERE id = :deletedApiKey", { deletedApiKey });
  database.run(rules.setBindingStatus, { id: disabledBindingId, status: "disabled" });
  // The page gets a former version.
  changePage(service, rules.edit, { brainId, slug }, { title: "Overview" });
  try {
    createRecord(service, "pages", { brainId, title: "Roadmap" });
  } catch {
    // The slug of this title is in use.
  }
  const aliases = { memberChannelId: names["publicChannelId"], sameChannelBindingId: names["secondBrainBindingId"] };
  const records = Object.entries({ ...names, ...aliases }).filter(([name]) => /(Id|ApiKey|[sS]lug)$/.test(name));
  return { apiKey, records: { ...Object.fromEntries(records), teamId: "T1" } };
}

function columnsOf({ record, table, changedAt, ...columns }: Row, ids: Readonly<Record<string, string>>) {
  const read = ([column, value]: [string, unknown]) => {
    if (typeof value !== "string") return [column, value];
    if (column.endsWith("At")) return [column, new Date(value)];
    return [column, value.startsWith("@") ? ids[value.slice(1)] : value];
  };
  // Longer than what some databases store.
  const embedding = record === "slug" ? { embedding: Array.from({ length: 2100 }, (_, index) => (index % 9) / 8) } : {};
  const at = changedAt === undefined ? undefined : new Date(changedAt);
  const times = at && { createdAt: at, updatedAt: at, lastCompiledAt: at };
  return { ...embedding, ...times, ...Object.fromEntries(Object.entries(columns).map(read)) };
}
