import { type Call, literal } from "./call.ts";
import { Reference, resolve } from "./reference.ts";
import { findOrganization, forgetOrganization, newWorld, type Records, timeOf, type World } from "./model-state.ts";

/** The content of a snapshot: brain by brain, installation by installation, each in the order of insertion. */
export function snapshotOf({ records }: World): Records {
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
    expect: (world, _, asking) => {
      if (reach === undefined) {
        world.nowMs += milliseconds;
        return new Date(world.nowMs).toISOString();
      }
      findOrganization(world, reach, { ...asking, reach });
      world.aheadMs.set(reach, (world.aheadMs.get(reach) ?? 0) + milliseconds);
      return timeOf(world, reach);
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
    expect: (world) => {
      world.snapshots.set(variable, structuredClone(snapshotOf(world)));
      return { version: 1, ...snapshotOf(world) };
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
    expect: (world) => {
      const before = world.records.organizations;
      world.records = structuredClone(world.snapshots.get(variable) ?? world.records);
      for (const { id } of before) {
        if (world.records.organizations.every((organization) => organization.id !== id)) forgetOrganization(world, id);
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
    expect: (world) => void Object.assign(world, { ...newWorld(), starts: world.starts, snapshots: world.snapshots }),
  };
}
