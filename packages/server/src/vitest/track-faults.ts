import type { FaultsControl } from "../control/faults.ts";
import type { PlannedFault } from "../faults/fault.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { unlessDeleted } from "./unless-deleted.ts";

/** A fault that has not happened as often as planned. */
export interface UnusedFault {
  readonly fault: PlannedFault;
  /** Organization that the fault was planned for; undefined for the whole server. */
  readonly organizationId: string | undefined;
  /** Stack of the call that planned the fault. */
  readonly stack: string | undefined;
}

/** A server and the faults planned for it that have not happened as often as planned. */
export interface FaultTracker {
  readonly server: ReferenceServer;
  /** Returns the unused faults, by organization and in the order in which they were planned. */
  readonly readUnusedFaults: () => Promise<UnusedFault[]>;
}

/** Tracks the organizations of a server for which faults are planned, and the lines of code that plan them. */
export function trackFaults(server: ReferenceServer): FaultTracker {
  const stacksByOrganization = new Map<string | undefined, Map<string, string | undefined>>();

  function track(faults: FaultsControl, organizationId?: string): FaultsControl {
    return {
      ...faults,
      add: function add(fault) {
        const planned = faults.add(fault);
        const stacks = stacksByOrganization.get(organizationId) ?? new Map<string, string | undefined>();
        stacksByOrganization.set(organizationId, stacks.set(planned.id, captureStack(add)));
        return planned;
      },
    };
  }

  return {
    server: {
      ...server,
      faults: track(server.faults),
      organization: (id) => {
        const organization = server.organization(id);
        return { ...organization, faults: track(organization.faults, id) };
      },
    },
    async readUnusedFaults() {
      const unused = Array.from(stacksByOrganization, async ([organizationId, stacks]) => {
        const owner = organizationId === undefined ? server : server.organization(organizationId);
        const pending = await unlessDeleted(() => owner.faults.pending(), []);
        return pending.map((fault) => ({ fault, organizationId, stack: stacks.get(fault.id) }));
      });
      return (await Promise.all(unused)).flat();
    },
  };
}

/** Returns the stack above a function. */
export function captureStack(callee: (...input: never[]) => unknown): string | undefined {
  const holder = new Error();
  Error.captureStackTrace?.(holder, callee);
  return holder.stack;
}
