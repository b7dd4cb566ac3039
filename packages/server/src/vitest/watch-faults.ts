import { ControlError } from "../control/control-error.ts";
import type { FaultsControl } from "../control/faults.ts";
import type { PlannedFault } from "../faults/fault.ts";
import type { ReferenceServer } from "../reference-server.ts";

/** A fault that has yet to happen. */
export interface UnusedFault {
  readonly fault: PlannedFault;
  /** Organization that it was planned for; undefined for the whole server. */
  readonly organizationId: string | undefined;
  /** The stack of the call that planned it. */
  readonly stack: string | undefined;
}

/** A server whose planned faults are remembered. */
export interface FaultWatch {
  readonly server: ReferenceServer;
  /** The faults that have not happened as often as they were to, in the order of their scopes and plans. */
  readonly unused: () => UnusedFault[];
}

/** Remembers for which organizations of a server faults were planned, and where in the code. */
export function watchFaults(server: ReferenceServer): FaultWatch {
  const scopes = new Map<string | undefined, Map<string, string | undefined>>();

  function watch(faults: FaultsControl, organizationId?: string): FaultsControl {
    return {
      ...faults,
      add: function add(fault) {
        const planned = faults.add(fault);
        const stacks = scopes.get(organizationId) ?? new Map<string, string | undefined>();
        scopes.set(organizationId, stacks.set(planned.id, stackAbove(add)));
        return planned;
      },
    };
  }

  return {
    server: {
      ...server,
      faults: watch(server.faults),
      organization: (id) => {
        const organization = server.organization(id);
        return { ...organization, faults: watch(organization.faults, id) };
      },
    },
    unused: () =>
      Array.from(scopes, ([organizationId, stacks]) =>
        pendingFaults(server, organizationId).map((fault) => ({ fault, organizationId, stack: stacks.get(fault.id) })),
      ).flat(),
  };
}

function stackAbove(caller: FaultsControl["add"]): string | undefined {
  const place = new Error();
  Error.captureStackTrace?.(place, caller);
  return place.stack;
}

function pendingFaults(server: ReferenceServer, organizationId: string | undefined): readonly PlannedFault[] {
  if (organizationId === undefined) return server.faults.pending();
  try {
    return server.organization(organizationId).faults.pending();
  } catch (error) {
    // The faults of an organization go with it.
    if (error instanceof ControlError && error.code === "not_found") return [];
    throw error;
  }
}
