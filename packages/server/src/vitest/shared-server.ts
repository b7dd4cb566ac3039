import type { LogStats } from "../bounded-log.ts";
import type { OrganizationsControl } from "../control/organizations.ts";
import type { Fault, PlannedFault } from "../faults/fault.ts";
import type { JournalEntry, JournalFilter } from "../journal/journal-entry.ts";

/** A server that tests share: that of `createReferenceServer` or `connect`. */
export interface SharedServer {
  /** Seed of ids, nonces and the OAuth secret. */
  readonly randomSeed: string;
  /** The controls that create and delete the organization of a test. */
  readonly control: {
    readonly organizations: {
      create(
        input: Parameters<OrganizationsControl["create"]>[0],
      ): ReturnType<OrganizationsControl["create"]> | Promise<ReturnType<OrganizationsControl["create"]>>;
      delete(input: { readonly organizationId: string }): unknown;
    };
  };
  /** Returns the tools of an organization. */
  readonly organization: (id: string) => SharedServerOrganization;
}

/** The tools of an organization that its test does not only call itself. */
export interface SharedServerOrganization {
  readonly faults: {
    add(fault: Fault): PlannedFault | Promise<PlannedFault>;
    pending(): readonly PlannedFault[] | Promise<readonly PlannedFault[]>;
  };
  readonly journal: {
    entries(filter: JournalFilter): readonly JournalEntry[] | Promise<readonly JournalEntry[]>;
    stats(): LogStats | Promise<LogStats>;
  };
}

/** The organization of a test, with its API key. */
export type TestOrganization<Server extends SharedServer> = ReturnType<Server["organization"]> & {
  /** The key of the organization. */
  readonly apiKey: string;
};
