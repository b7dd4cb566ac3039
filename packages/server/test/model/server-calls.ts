import type { Organization } from "@knowledge-base/server";
import { type Call, literal } from "./call.ts";
import {
  createModelState,
  findOrganization,
  forgetOrganization,
  type ModelState,
  type Records,
  recordsOf,
  type Snapshot,
  timeOf,
} from "./model-state.ts";
import { Reference, resolve } from "./reference.ts";

/** The content of a snapshot: organization by organization, brain by brain, installation by installation. */
export function snapshotOf({ records, aheadMs }: ModelState): Records {
  const organizations = records.organizations.map((organization) => {
    const offset = aheadMs.get(organization.id);
    return { ...organization, ...(offset !== undefined && { clock: { offset } }) };
  });
  const parts = organizations.map(({ id }) => recordsOf(records, id));
  const brains = parts.flatMap((part) => part.brains);
  const installations = parts.flatMap((part) => part.installations);
  return {
    organizations,
    apiKeys: parts.flatMap((part) => part.apiKeys),
    brains,
    pages: brains.flatMap(({ id }) => records.pages.filter(({ brainId }) => brainId === id)),
    installations,
    channels: installations.flatMap(({ id }) => records.channels.filter((channel) => channel.installationId === id)),
    bindings: brains.flatMap(({ id }) => records.bindings.filter(({ brainId }) => brainId === id)),
  };
}

/** Continues the clock of a restored organization, if the snapshot contains it, and returns the record without it. */
export function continueClock({ aheadMs }: ModelState, { clock, ...organization }: Organization): Organization {
  if (clock?.offset !== undefined) aheadMs.set(organization.id, clock.offset);
  return organization;
}

/** Forgets the states of before a restore of a snapshot that is older than a reset: nonces were given twice. */
export function forgetStates(modelState: ModelState, { resets }: Snapshot): void {
  if (resets !== modelState.resets) modelState.states.clear();
}

/** Moves the clock of the server, or of one organization. */
export function advanceClock(milliseconds: number, reach?: string): Call {
  const scope = reach === undefined ? "server" : `server.organization(${literal(reach)})`;
  return {
    name: "clock.advance",
    code: `${scope}.clock.advance(${milliseconds})`,
    run: ({ server }) => (reach === undefined ? server : server.organization(reach)).clock.advance(milliseconds),
    expect: (modelState, _, callScope) => {
      if (reach === undefined) {
        modelState.nowMs += milliseconds;
        return new Date(modelState.nowMs).toISOString();
      }
      findOrganization(modelState, reach, { ...callScope, reach });
      modelState.aheadMs.set(reach, (modelState.aheadMs.get(reach) ?? 0) + milliseconds);
      return timeOf(modelState, reach);
    },
  };
}

/** Takes a snapshot. */
export function takeSnapshot(variable: string): Call {
  return {
    name: "snapshot",
    code: "server.snapshot()",
    // It also contains authorizations and positions of ids.
    isPartial: true,
    variable,
    run: ({ server }) => server.snapshot(),
    expect: (modelState) => {
      const { authorizations, resets } = modelState;
      modelState.snapshots.set(variable, structuredClone({ records: snapshotOf(modelState), authorizations, resets }));
      return { version: 1, ...snapshotOf(modelState) };
    },
  };
}

/** Restores a snapshot. The state of organizations that it does not contain is deleted; clocks and deliveries are kept. */
export function restoreSnapshot(variable: string): Call {
  const snapshot = new Reference(variable);
  return {
    name: "restore",
    code: `server.restore(${snapshot.code})`,
    run: ({ server, variables }) => server.restore(resolve(snapshot, variables) as ReturnType<typeof server.snapshot>),
    expect: (modelState) => {
      const taken = modelState.snapshots.get(variable);
      if (!taken) throw new Error("There is no such snapshot");
      const { records, authorizations } = structuredClone(taken);
      for (const { id } of modelState.records.organizations) {
        if (records.organizations.every((organization) => organization.id !== id)) forgetOrganization(modelState, id);
      }
      for (const { id } of records.organizations) {
        if (!modelState.initial.has(id)) modelState.initial.set(id, structuredClone(recordsOf(records, id)));
      }
      const organizations = records.organizations.map((organization) => continueClock(modelState, organization));
      Object.assign(modelState, { records: { ...records, organizations }, authorizations });
      forgetStates(modelState, taken);
    },
  };
}

/** Resets the server. */
export function resetServer(): Call {
  return {
    name: "reset",
    code: "server.reset()",
    run: ({ server }) => server.reset(),
    expect: (modelState) =>
      void Object.assign(modelState, {
        ...createModelState(),
        starts: modelState.starts,
        resets: modelState.resets + 1,
        snapshots: modelState.snapshots,
        organizationSnapshots: modelState.organizationSnapshots,
      }),
  };
}
