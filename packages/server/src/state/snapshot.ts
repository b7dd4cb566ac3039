import { type OrganizationStore, parentFieldOf } from "../organizations/organization-store.ts";
import type { Store } from "../organizations/store.ts";
import { anyKinds, kindNames } from "./kinds.ts";
import type { KindName, Organization, RecordEntry, State, StoredPage } from "./state.ts";

/**
 * Returns copies of the records of organizations as a state.
 *
 * @param describe - returns the record of an organization with the fields that only a state contains
 * @param store - all organizations, if the state may contain several that have a brain or an installation with the same id
 */
export function createState(
  organizations: Iterable<OrganizationStore>,
  describe: (organization: Organization) => Organization,
  store?: Store,
): State {
  const arrays = Object.fromEntries(kindNames.map((kind) => [kind, []])) as unknown as Record<KindName, object[]>;
  for (const owner of organizations) {
    for (const entry of owner.entries()) {
      const copy = entry.kind === "organizations" ? describe(entry.record) : copyRecord(entry);
      arrays[entry.kind].push(store && isAmbiguous(entry, store) ? { ...copy, organizationId: owner.id } : copy);
    }
  }
  const { authorizations, ...others } = arrays;
  return { version: 1, ...others, ...(authorizations.length > 0 && { authorizations }) } as unknown as State;
}

/** Checks whether the parent of a record does not tell to which organization it belongs. */
function isAmbiguous({ kind, record }: RecordEntry, store: Store): boolean {
  const { parent } = anyKinds[kind];
  if (kind === "organizations" || (parent !== "brains" && parent !== "installations")) return false;
  return store.owners(parent, Reflect.get(record, parentFieldOf(kind))).length > 1;
}

function copyRecord({ kind, record }: RecordEntry): object {
  if (kind === "pages") return copyPage(record);
  return kind === "authorizations" ? structuredClone(record) : { ...record };
}

/** Returns a deep copy of a page. It is much faster than `structuredClone`. */
export function copyPage(page: StoredPage): StoredPage {
  return {
    ...page,
    source: page.source && { ...page.source },
    entities: page.entities.slice(),
    sources: page.sources.map((source) => ({ ...source, chunkUuids: source.chunkUuids.slice() })),
    backlinks: page.backlinks.slice(),
    embedding: page.embedding.slice(),
  };
}
