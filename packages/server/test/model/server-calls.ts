import { type Call, literal } from "./call.ts";
import {
  createModelState,
  findOrganization,
  forgetOrganization,
  type ModelState,
  type Records,
  recordsOf,
  timeOf,
} from "./model-state.ts";
import { Reference, resolve } from "./reference.ts";

/** The content of a snapshot: brain by brain, installation by installation, each in the order of insertion. */
export function snapshotOf({ records }: ModelState): Records {
  const { brains, installations } = records;
  return {
    ...records,
    pages: brains.flatMap(({ id }) => records.pages.filter(({ brainId }) => brainId === id)),
    bindings: brains.flatMap(({ id }) => records.bindings.filter(({ brainId }) => brainId === id)),
    channels: installations.flatMap(({ id }) => records.channels.filter((channel) => channel.installationId === id)),
  };
}

/** Moves the clock of the server, or of one organization. */
export function advanceClock(milliseconds: number, reach?: string): Call {
  const scope = reach === undefined ? "server" : `server.organization(${literal(reach)})`;
  return {
    name: "clock.advance",
    code: `${scope}.clock.advance(${milliseconds})`,
    isAsynchronous: false,
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
    isAsynchronous: false,
    variable,
    run: ({ server }) => server.snapshot(),
    expect: (modelState) => {
      modelState.snapshots.set(variable, structuredClone(snapshotOf(modelState)));
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
    isAsynchronous: false,
    run: ({ server, variables }) => server.restore(resolve(snapshot, variables) as ReturnType<typeof server.snapshot>),
    expect: (modelState) => {
      const before = modelState.records.organizations;
      modelState.records = structuredClone(modelState.snapshots.get(variable) ?? modelState.records);
      for (const { id } of before) {
        if (modelState.records.organizations.every((organization) => organization.id !== id))
          forgetOrganization(modelState, id);
      }
      const { records, initial } = modelState;
      for (const { id } of records.organizations) {
        if (!initial.has(id)) initial.set(id, structuredClone(recordsOf(records, id)));
      }
    },
  };
}

/** Resets the server. */
export function resetServer(): Call {
  return {
    name: "reset",
    code: "server.reset()",
    isAsynchronous: false,
    run: ({ server }) => server.reset(),
    expect: (modelState) =>
      void Object.assign(modelState, {
        ...createModelState(),
        starts: modelState.starts,
        snapshots: modelState.snapshots,
        organizationSnapshots: modelState.organizationSnapshots,
      }),
  };
}
