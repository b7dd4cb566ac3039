import type { Fault } from "../faults/fault.ts";
import type { UsedServer } from "./finish-test.ts";
import type { SharedServerOrganization } from "./shared-server.ts";
import { captureStack, type UnusedFault } from "./track-faults.ts";
import { unlessDeleted } from "./unless-deleted.ts";

interface OrganizationTracker extends Omit<UsedServer, "randomSeed"> {
  readonly organization: SharedServerOrganization;
}

/** Tracks the lines of code that plan faults for an organization. */
export function trackOrganizationFaults(organization: SharedServerOrganization): OrganizationTracker {
  const { faults, journal } = organization;
  const stacks = new Map<string, string | undefined>();

  function add(fault: Fault) {
    const stack = captureStack(add);
    const planned = faults.add(fault);
    if (!("then" in planned)) stacks.set(planned.id, stack);
    else
      void planned.then(
        ({ id }) => stacks.set(id, stack),
        () => {},
      );
    return planned;
  }

  async function readUnusedFaults(): Promise<UnusedFault[]> {
    const pending = await unlessDeleted(() => faults.pending(), []);
    return pending.map((fault) => ({ fault, organizationId: undefined, stack: stacks.get(fault.id) }));
  }

  return {
    organization: { ...organization, faults: { ...faults, add } },
    journal,
    readUnusedFaults,
  };
}
