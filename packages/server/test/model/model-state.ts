import type { Delivery, State } from "@knowledge-base/server";
import type { Channel } from "@knowledge-base/types";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { frozenTime } from "../open-server.ts";

type KindName = Exclude<keyof State, "version" | "authorizations" | "idPosition" | "clock">;

/** The records of a server: the arrays of its snapshots, without the authorizations. */
export type Records = { -readonly [Name in KindName]: State[Name][number][] };

/** A workspace of the messaging platform that is being connected. */
export interface Workspace {
  readonly teamId: string;
  readonly teamName: string;
  readonly channels: readonly Channel[];
}

/** A response of `oauth.start`, with what its signed state contains. */
export interface StartedAuthorization {
  readonly authorizationUrl: string;
  readonly state: string;
  readonly organizationId: string;
  readonly brainId: string;
  readonly nonce: string;
  readonly expiresAt: string;
}

/** An authorization that the server has. */
export interface Authorization extends StartedAuthorization {
  /** Its latest step. */
  status: "started" | "approved" | "denied" | "confirmed";
  code?: string;
  workspace?: Workspace;
}

/** A snapshot of the server, or of one organization. */
export interface Snapshot {
  readonly organizationId: string | undefined;
  /** What the server returned. */
  readonly state: State;
  /** The same with the clocks, as the model knows it. */
  readonly records: Records;
  readonly authorizations: ReadonlyMap<string, Authorization>;
}

/** The expected state of a server. */
export interface ModelState {
  records: Records;
  /** Time of the server. */
  nowMs: number;
  /** Milliseconds by which the clocks of organizations are ahead of it. */
  aheadMs: Map<string, number>;
  /** The authorizations that the server has, by their nonce. */
  authorizations: Map<string, Authorization>;
  /** The authorizations that began since the last reset, whether the server still has them or not. */
  started: StartedAuthorization[];
  deliveries: Omit<Delivery, "id" | "why">[];
  /** The records with which each organization was created. */
  initial: Map<string, Records>;
  readonly snapshots: Snapshot[];
}

/** The scope of a call, and the output of the server. */
export interface CallScope {
  /** The organization that a key or a control is scoped to; undefined for the whole server. */
  readonly reach: string | undefined;
  /** The output of the server: the source of values that are not specified, such as new ids. */
  readonly output?: unknown;
}

/** Changes the model and returns the expected output of a call. A rejected call changes nothing. */
export type Rule<Input> = (model: ModelState, input: Input, scope: CallScope) => unknown;

/** Thrown if a call is rejected, with the code of the error. */
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
  return found(records.organizations.find((one) => one.id === id && isWithin(reach, id)));
}

export function findBrain({ records }: ModelState, id: string, { reach }: CallScope) {
  return found(records.brains.find((one) => one.id === id && isWithin(reach, one.organizationId)));
}

export function findInstallation({ records }: ModelState, id: string, { reach }: CallScope) {
  return found(records.installations.find((one) => one.id === id && isWithin(reach, one.organizationId)));
}

export function findChannel({ records }: ModelState, installationId: string, id: string) {
  return found(records.channels.find((one) => one.installationId === installationId && one.id === id));
}

export function findBinding(model: ModelState, brainId: string, bindingId: string, scope: CallScope) {
  findBrain(model, brainId, scope);
  return found(model.records.bindings.find((one) => one.brainId === brainId && one.id === bindingId));
}

/** The clock of an organization keeps its offset from that of the server. */
export function timeMsOf({ nowMs, aheadMs }: ModelState, organizationId: string): number {
  return nowMs + (aheadMs.get(organizationId) ?? 0);
}

export function timeOf(model: ModelState, organizationId: string): string {
  return new Date(timeMsOf(model, organizationId)).toISOString();
}

const { pages, bindings } = buildState();
const never = { lastReferencedAt: null };

/** The first state of the server: that of the other tests, with more pages and a disabled binding. */
export const firstState = buildState({
  pages: [
    ...pages,
    buildPage({ slug: "reefs", ...never }),
    buildPage({ slug: "winds", ...never, pinned: true, status: "stale" }),
    buildPage({ slug: "sails", ...never, status: "contested" }),
  ],
  bindings: [
    ...bindings,
    buildBinding({ id: "binding_off", brainId: "brain_ropes", channelId: "C_HOLD", status: "disabled" }),
  ],
});

/** Creates the model of a server with the first state. */
export function createModelState(): ModelState {
  const { version: _, authorizations: __, idPosition: ___, clock: ____, ...records } = firstState;
  return {
    records: structuredClone(records) as Records,
    nowMs: Date.parse(frozenTime),
    aheadMs: new Map(),
    authorizations: new Map(),
    started: [],
    deliveries: [],
    initial: new Map(records.organizations.map(({ id }) => [id, structuredClone(recordsOf(records as Records, id))])),
    snapshots: [],
  };
}

/** Returns the records of one organization, brain by brain and installation by installation. */
export function recordsOf(records: Records, id: string): Records {
  const isOwn = (record: { readonly organizationId: string }) => record.organizationId === id;
  const brains = records.brains.filter(isOwn);
  const installations = records.installations.filter(isOwn);
  return {
    organizations: records.organizations.filter((organization) => organization.id === id),
    apiKeys: records.apiKeys.filter(isOwn),
    brains,
    pages: brains.flatMap((brain) => records.pages.filter(({ brainId }) => brainId === brain.id)),
    installations,
    channels: installations.flatMap((one) => records.channels.filter((channel) => channel.installationId === one.id)),
    bindings: brains.flatMap((brain) => records.bindings.filter(({ brainId }) => brainId === brain.id)),
  };
}

/** Replaces the records of an organization. They come after those of the others; the organization keeps its position. */
export function replaceRecords(records: Records, id: string, next: Records): void {
  const present = recordsOf(records, id);
  for (const name of Object.keys(present) as KindName[]) {
    if (name === "organizations") continue;
    const removed = new Set<object>(present[name]);
    Object.assign(records, { [name]: [...records[name].filter((one) => !removed.has(one)), ...next[name]] });
  }
}

/** Removes an organization with all that belongs to it. */
export function removeOrganization(model: ModelState, id: string): void {
  const { records, aheadMs, initial, authorizations } = model;
  const none = { apiKeys: [], brains: [], pages: [], installations: [], channels: [], bindings: [] };
  replaceRecords(records, id, { organizations: [], ...none });
  records.organizations = records.organizations.filter((organization) => organization.id !== id);
  for (const byId of [aheadMs, initial]) byId.delete(id);
  for (const [nonce, { organizationId }] of authorizations) if (organizationId === id) authorizations.delete(nonce);
}
