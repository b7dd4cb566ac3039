import type { Delivery, State, StateInput } from "@knowledge-base/server";
import type { Channel } from "@knowledge-base/types";
import type { PageAddress } from "../../src/control/page-inputs.ts";

type KindName = Exclude<keyof State, "version" | "authorizations" | "idPosition">;

/** The records of a server: the arrays of its snapshots, without the authorizations. */
export type Records = { -readonly [Name in KindName]: State[Name][number][] };

/** What a snapshot contains. */
export interface Snapshot {
  /** The organizations with their clocks. */
  readonly records: Records;
  /** The authorizations, by the variables that store them. */
  readonly authorizations: ReadonlyMap<string, Authorization>;
  /** Number of resets before it. */
  readonly resets: number;
}

/** A workspace of the messaging platform that is being connected. */
export interface Workspace {
  readonly teamId: string;
  readonly teamName: string;
  readonly channels: readonly Channel[];
}

/** What the signed state of an authorization contains. */
export interface OAuthState {
  readonly brainId: string;
  readonly organizationId: string;
  readonly expiresAt: string;
}

/** An authorization that began with `oauth.start`. */
export interface Authorization extends OAuthState {
  /** Its latest step. */
  status: "started" | "approved" | "denied" | "confirmed";
  workspace?: Workspace;
}

/** The expected state of a server. */
export interface ModelState {
  records: Records;
  /** Time of the server. */
  nowMs: number;
  /** Milliseconds by which the clocks of organizations are ahead of it. */
  aheadMs: Map<string, number>;
  /** The authorizations that the server has, by the variable that stores the output of `oauth.start`. */
  authorizations: Map<string, Authorization>;
  /** The states that were signed since the last reset, by the same variables. */
  states: Map<string, OAuthState>;
  /** Number of authorizations that began, also before a reset. */
  starts: number;
  /** Number of resets, which begin again with the same nonces. */
  resets: number;
  deliveries: Omit<Delivery, "id" | "why">[];
  /** The records with which each organization was created. */
  initial: Map<string, Records>;
  /** Snapshots, by the variable that stores them. */
  readonly snapshots: Map<string, Snapshot>;
  /** Snapshots of one organization, by the variable that stores them. */
  readonly organizationSnapshots: Map<string, Snapshot & { readonly id: string }>;
}

/** The scope of a call, and the output of the server. */
export interface CallScope {
  /** The organization that a key or a control is scoped to; undefined for the whole server. */
  readonly reach: string | undefined;
  /** The output of the server: the source of values that are not specified, such as new ids. */
  readonly output: unknown;
  /** Variable that stores the output. */
  readonly variable: string;
}

/** Changes the model and returns the expected output of a call. A rejected call changes nothing. */
export type Rule<Asked> = (modelState: ModelState, input: Asked, scope: CallScope) => unknown;

/** Thrown if a call is rejected, with the code of the error of client and controls. */
export class Rejection extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The call is rejected: ${code}`);
    this.code = code;
  }
}

export function reject(code: string): never {
  throw new Rejection(code);
}

export const found = <Value>(value: Value | undefined): Value => value ?? reject("not_found");

/** Section 5: a key is scoped to one organization. Records of other organizations are not found. */
export function isWithin(reach: string | undefined, organizationId: string): boolean {
  return reach === undefined || reach === organizationId;
}

export function findOrganization({ records }: ModelState, id: string, { reach }: CallScope) {
  return found(records.organizations.find((organization) => organization.id === id && isWithin(reach, id)));
}

export function findBrain({ records }: ModelState, id: string, { reach }: CallScope) {
  return found(records.brains.find((brain) => brain.id === id && isWithin(reach, brain.organizationId)));
}

export function findPage(modelState: ModelState, { brainId, slug }: PageAddress, scope: CallScope) {
  findBrain(modelState, brainId, scope);
  return found(modelState.records.pages.find((page) => page.brainId === brainId && page.slug === slug));
}

export function findInstallation({ records }: ModelState, id: string, { reach }: CallScope) {
  return found(records.installations.find((one) => one.id === id && isWithin(reach, one.organizationId)));
}

export function findChannel({ records }: ModelState, installationId: string, id: string) {
  return found(records.channels.find((channel) => channel.installationId === installationId && channel.id === id));
}

export function findBinding(modelState: ModelState, brainId: string, bindingId: string, scope: CallScope) {
  findBrain(modelState, brainId, scope);
  return found(modelState.records.bindings.find((binding) => binding.brainId === brainId && binding.id === bindingId));
}

/** The clock of an organization keeps its offset from that of the server. */
export function timeMsOf({ nowMs, aheadMs }: ModelState, organizationId: string): number {
  return nowMs + (aheadMs.get(organizationId) ?? 0);
}

export function timeOf(modelState: ModelState, organizationId: string): string {
  return new Date(timeMsOf(modelState, organizationId)).toISOString();
}

/** Deletes the state of an organization besides its records. */
export function forgetOrganization({ aheadMs, authorizations, initial }: ModelState, id: string): void {
  aheadMs.delete(id);
  initial.delete(id);
  deleteOwn(authorizations, id);
}

/** Deletes what belongs to an organization. */
export function deleteOwn(owned: Map<string, OAuthState>, id: string): void {
  for (const [variable, { organizationId }] of owned) if (organizationId === id) owned.delete(variable);
}

/** Initial time of the frozen clock of a server. */
export const beginning = "2026-07-01T12:00:00.000Z";

/** Initial records of a server. */
export const seed = {
  version: 1,
  organizations: [{ id: "org_north", name: "North" }],
  apiKeys: [{ key: "key_north", organizationId: "org_north", role: "admin" }],
} as const satisfies StateInput;

/** Creates the model of a server with the seed only. */
export function createModelState(): ModelState {
  const { organizations, apiKeys } = structuredClone(seed);
  const nothing = { brains: [], pages: [], installations: [], channels: [], bindings: [] };
  const records: Records = { organizations: [...organizations], apiKeys: [...apiKeys], ...nothing };
  return {
    records,
    nowMs: Date.parse(beginning),
    aheadMs: new Map(),
    authorizations: new Map(),
    states: new Map(),
    starts: 0,
    resets: 0,
    deliveries: [],
    initial: new Map([["org_north", structuredClone(records)]]),
    snapshots: new Map(),
    organizationSnapshots: new Map(),
  };
}

/** Returns the records of one organization. */
export function recordsOf(records: Records, id: string): Records {
  const isOwn = (record: { readonly organizationId: string }) => record.organizationId === id;
  const brains = records.brains.filter(isOwn);
  const installations = records.installations.filter(isOwn);
  const isInBrain = ({ brainId }: { readonly brainId: string }) => brains.some((brain) => brain.id === brainId);
  const isSeen = ({ installationId }: { readonly installationId: string }) =>
    installations.some((installation) => installation.id === installationId);
  return {
    organizations: records.organizations.filter((organization) => organization.id === id),
    apiKeys: records.apiKeys.filter(isOwn),
    brains,
    pages: records.pages.filter(isInBrain),
    installations,
    channels: records.channels.filter(isSeen),
    bindings: records.bindings.filter(isInBrain),
  };
}
