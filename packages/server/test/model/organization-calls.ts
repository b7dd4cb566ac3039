import type { State } from "@knowledge-base/server";
import type { ApiKeyLoading } from "../../src/records/load-state.ts";
import { type Call, literal } from "./call.ts";
import { deleteOwn, findOrganization, type ModelState, type Records, recordsOf, reject } from "./model-state.ts";
import { Reference, resolve } from "./reference.ts";
import { continueClock, forgetStates, snapshotOf } from "./server-calls.ts";

/** Takes a snapshot of one organization. */
export function takeOrganizationSnapshot(id: string, variable: string): Call {
  return {
    name: "organization snapshot",
    code: `server.organization(${literal(id)}).snapshot()`,
    isPartial: true,
    variable,
    run: ({ server }) => server.organization(id).snapshot(),
    expect: (modelState, _, callScope) => {
      findOrganization(modelState, id, callScope);
      const { authorizations, resets } = modelState;
      const snapshot = { id, records: recordsOf(snapshotOf(modelState), id), authorizations, resets };
      modelState.organizationSnapshots.set(variable, structuredClone(snapshot));
      return { version: 1, ...snapshot.records };
    },
  };
}

/** Restores a snapshot of an organization. Its deliveries stay, and its clock if the snapshot does not contain it. */
export function restoreOrganization(id: string, variable: string, apiKeys: ApiKeyLoading): Call {
  const snapshot = new Reference(variable);
  return {
    name: "organization restore",
    code: `server.organization(${literal(id)}).restore(${snapshot.code}, ${literal({ apiKeys })})`,
    run: ({ server, variables }) => server.organization(id).restore(resolve(snapshot, variables) as State, { apiKeys }),
    expect: (modelState, _, callScope) => {
      const organization = findOrganization(modelState, id, callScope);
      const { records, authorizations } = modelState;
      const taken = modelState.organizationSnapshots.get(variable);
      if (!taken) throw new Error("There is no such snapshot");
      const { records: next, authorizations: known } = structuredClone(taken);
      for (const one of next.organizations) Object.assign(organization, continueClock(modelState, one));
      deleteOwn(authorizations, id);
      for (const [name, one] of known) if (one.organizationId === id) authorizations.set(name, one);
      forgetStates(modelState, taken);
      const added = apiKeys === "omit" ? [] : next.apiKeys;
      replaceRecords(records, id, apiKeys === "omit" ? { ...next, apiKeys: recordsOf(records, id).apiKeys } : next);
      return { apiKeys: structuredClone(added) };
    },
  };
}

/** Adds records to an organization, whatever organization they name. */
export function seedOrganization(id: string, state: Pick<State, "version" | "brains" | "pages">): Call {
  return {
    name: "organization seed",
    code: `server.organization(${literal(id)}).seed(${literal(state)})`,
    run: ({ server }) => server.organization(id).seed(state),
    expect: (modelState, _, callScope) => {
      findOrganization(modelState, id, callScope);
      const { brains, pages } = structuredClone(state);
      modelState.records.brains.push(...brains.map((brain) => ({ ...brain, organizationId: id })));
      modelState.records.pages.push(...pages);
      return { apiKeys: [] };
    },
  };
}

/** Resets one organization. */
export function resetOrganization(id: string): Call {
  return {
    name: "organization reset",
    code: `server.organization(${literal(id)}).reset()`,
    run: ({ server }) => server.organization(id).reset(),
    expect: (modelState, _, callScope) => {
      findOrganization(modelState, id, callScope);
      const { records, initial, aheadMs, authorizations, states } = modelState;
      const first = structuredClone(initial.get(id) ?? recordsOf(records, id));
      if (hasForeignKey(records, id, first)) reject("conflict");
      replaceRecords(records, id, first);
      aheadMs.delete(id);
      for (const one of first.organizations) continueClock(modelState, one);
      for (const owned of [authorizations, states]) deleteOwn(owned, id);
      modelState.resets += 1;
    },
  };
}

/** Checks whether another organization has a key. */
export function hasForeignKey(records: Records, id: string, { apiKeys }: Pick<Records, "apiKeys">): boolean {
  return apiKeys.some(({ key }) => records.apiKeys.some((one) => one.key === key && one.organizationId !== id));
}

/** Checks whether another organization has an id: the model does not know repeated ids. */
export function hasForeignId(modelState: ModelState, id: string, next: Records): boolean {
  const present = recordsOf(modelState.records, id);
  return (["brains", "installations", "bindings"] as const).some((name) => {
    const own = new Set<object>(present[name]);
    const foreign = new Set(modelState.records[name].flatMap((record) => (own.has(record) ? [] : [record.id])));
    return next[name].some((record) => foreign.has(record.id));
  });
}

/** Replaces the records of an organization. They come after those of the others; the organization keeps its position. */
function replaceRecords(records: Records, id: string, next: Records): void {
  const present = { ...recordsOf(records, id), organizations: [] };
  for (const name of Object.keys(present) as (keyof Records)[]) {
    if (name === "organizations") continue;
    const removed = new Set<object>(present[name]);
    const kept = records[name].filter((record) => !removed.has(record));
    Object.assign(records, { [name]: [...kept, ...next[name]] });
  }
}
