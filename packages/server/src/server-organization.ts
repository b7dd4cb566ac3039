import type { Fetch } from "./adapters/fetch.ts";
import { bindCommand, bindGroups, type CallCommand } from "./control/bind-commands.ts";
import {
  type LoadedState,
  type OrganizationRecords,
  organizationRecordCommands,
} from "./control/organization-records.ts";
import {
  type OrganizationControl,
  organizationControlCommands,
  type TestTools,
  testToolCommands,
} from "./control/server-control.ts";

/** One organization of a server. Its methods cannot affect any other organization. */
export interface ServerOrganization extends TestTools, OrganizationRecords {
  /** Organization id. */
  readonly id: string;
  /** Base URL for clients: that of the server. */
  readonly baseUrl: string;
  /** The `fetch` of the server. The API key of a request decides which organization it reaches. */
  readonly fetch: Fetch;
  /** Controls of the organization. */
  readonly control: OrganizationControl;
}

/**
 * Creates the tools of one organization.
 *
 * @param call - calls a command that is confined to the organization
 */
export function createServerOrganization(
  { id, baseUrl, fetch }: Pick<ServerOrganization, "id" | "baseUrl" | "fetch">,
  call: CallCommand,
): ServerOrganization {
  const { snapshot, seed, restore, reset } = organizationRecordCommands;
  return {
    ...bindGroups<TestTools>(testToolCommands, call),
    id,
    baseUrl,
    fetch,
    control: bindGroups<OrganizationControl>(organizationControlCommands, call),
    snapshot: bindCommand(snapshot, call),
    seed: (state, options) => call(seed, { input: { ...options, state } }) as LoadedState,
    restore: (state, options) => call(restore, { input: { ...options, state } }) as LoadedState,
    reset: bindCommand(reset, call),
  };
}
