import type { State } from "@knowledge-base/server";

type Collection = (typeof collections)[number];
type Fields = Readonly<Record<string, unknown>>;

/** A record of the server, with a key that is unique in its collection. */
export interface StateRecord {
  readonly key: string;
  /** Name or title of the record. */
  readonly title: string;
  readonly fields: Fields;
}

/** A record that was added, removed or changed. */
export interface Change {
  readonly collection: Collection;
  readonly key: string;
  readonly kind: "New in" | "Gone from" | "Changed in";
  /** The changed fields of a changed record. */
  readonly fields: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
}

/** The collections of a state, in the order in which they depend on each other. */
export const collections = [
  "organizations",
  "apiKeys",
  "brains",
  "pages",
  "installations",
  "channels",
  "bindings",
] as const satisfies readonly (keyof State)[];

/** Returns the records of a collection, with redacted API keys. */
export function listRecords(state: State, collection: Collection): readonly StateRecord[] {
  const { apiKeys, pages, bindings } = state;
  switch (collection) {
    case "apiKeys":
      return apiKeys.map((apiKey, index) => ({
        key: `key ${index + 1}`,
        title: apiKey.organizationId,
        fields: { ...apiKey, key: "[redacted]" },
      }));
    case "pages":
      return pages.map((page) => ({ key: `${page.brainId}/${page.slug}`, title: page.title, fields: { ...page } }));
    case "bindings":
      return bindings.map((binding) => ({ key: binding.id, title: `#${binding.channelName}`, fields: { ...binding } }));
    case "installations":
      return state.installations.map((installation) => ({
        key: installation.id,
        title: installation.teamName,
        fields: { ...installation },
      }));
    case "organizations":
      // How many ids an organization has generated is no news.
      return state.organizations.map(({ idPosition: _, ...fields }) => ({
        key: fields.id,
        title: fields.name,
        fields,
      }));
    default:
      return state[collection].map((record) => ({ key: record.id, title: record.name, fields: { ...record } }));
  }
}

/** Returns the differences between two states. */
export function findChanges(before: State, after: State): readonly Change[] {
  return collections.flatMap((collection) => {
    const old = new Map(listRecords(before, collection).map(({ key, fields }) => [key, fields]));
    const now = new Map(listRecords(after, collection).map(({ key, fields }) => [key, fields]));
    const keys = [...new Set([...old.keys(), ...now.keys()])];
    return keys.flatMap((key): Change[] => {
      const [was, is] = [old.get(key), now.get(key)];
      if (!was) return [{ collection, key, kind: "New in", fields: [] }];
      if (!is) return [{ collection, key, kind: "Gone from", fields: [] }];
      const fields = changedFields(was, is);
      return fields.length === 0 ? [] : [{ collection, key, kind: "Changed in", fields }];
    });
  });
}

function changedFields(before: Fields, after: Fields): Change["fields"] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((field) => JSON.stringify(field.before) !== JSON.stringify(field.after));
}
