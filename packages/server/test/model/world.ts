import type { Delivery, PageAddress, State } from "@knowledge-base/server";
import type { Channel } from "@knowledge-base/types";

/** What a server holds: the arrays of its snapshots. */
export type Records = { -readonly [Name in keyof Required<Omit<State, "version">>]: Required<State>[Name][number][] };

/** A workspace of the messaging platform that somebody connects. */
export interface Workspace {
  readonly teamId: string;
  readonly teamName: string;
  readonly channels: readonly Channel[];
}

/** What began with `oauth.start`. */
export interface Authorization {
  readonly brainId: string;
  readonly organizationId: string;
  readonly expiresAt: string;
  /** How far it came. */
  status: "started" | "approved" | "denied" | "confirmed";
  workspace?: Workspace;
  /** The organization that started it is gone, even if another one has its id by now. */
  isVoid?: boolean;
}

/** All that there is to know of a server. */
export interface World {
  records: Records;
  /** Time of the server. */
  nowMs: number;
  /** How far the clocks of organizations are ahead of it. */
  aheadMs: Map<string, number>;
  /** By the variable that has what `oauth.start` gave. */
  authorizations: Map<string, Authorization>;
  /** How many authorizations began, also before a reset. */
  starts: number;
  deliveries: Omit<Delivery, "id" | "why">[];
  /** What was copied out, by the variable that has the copy. */
  readonly snapshots: Map<string, Records>;
}

/** Who asks, and what the server gave. */
export interface Asking {
  /** The organization that a key, or a control, is scoped to; undefined where all is within reach. */
  readonly reach: string | undefined;
  /** The source of what is not specified, such as new ids. */
  readonly answer: unknown;
  /** Variable that has the answer. */
  readonly variable: string;
}

/** What becomes of something that is asked. A refusal changes nothing. */
export type Rule<Asked> = (world: World, input: Asked, asking: Asking) => unknown;

/** Why something is refused, in the codes of the errors of client and controls. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`It is refused: ${code}`);
    this.code = code;
  }
}

export function refuse(code: string): never {
  throw new Refusal(code);
}

export const found = <Value>(value: Value | undefined): Value => value ?? refuse("not_found");

/** Section 5: a key is scoped to one organization. What belongs to another one is not found. */
export function isWithin(reach: string | undefined, organizationId: string): boolean {
  return reach === undefined || reach === organizationId;
}

export function findOrganization({ records }: World, id: string, { reach }: Asking) {
  return found(records.organizations.find((organization) => organization.id === id && isWithin(reach, id)));
}

export function findBrain({ records }: World, id: string, { reach }: Asking) {
  return found(records.brains.find((brain) => brain.id === id && isWithin(reach, brain.organizationId)));
}

export function findPage(world: World, { brainId, slug }: PageAddress, asking: Asking) {
  findBrain(world, brainId, asking);
  return found(world.records.pages.find((page) => page.brainId === brainId && page.slug === slug));
}

export function findInstallation({ records }: World, id: string, { reach }: Asking) {
  return found(records.installations.find((one) => one.id === id && isWithin(reach, one.organizationId)));
}

export function findChannel({ records }: World, installationId: string, id: string) {
  return found(records.channels.find((channel) => channel.installationId === installationId && channel.id === id));
}

export function findBinding(world: World, brainId: string, bindingId: string, asking: Asking) {
  findBrain(world, brainId, asking);
  return found(world.records.bindings.find((binding) => binding.brainId === brainId && binding.id === bindingId));
}

/** The clock of an organization keeps its distance from that of the server. */
export function timeMsOf({ nowMs, aheadMs }: World, organizationId: string): number {
  return nowMs + (aheadMs.get(organizationId) ?? 0);
}

export function timeOf(world: World, organizationId: string): string {
  return new Date(timeMsOf(world, organizationId)).toISOString();
}

/** What is known of an organization besides its records ends with it. */
export function forgetOrganization({ aheadMs, authorizations }: World, id: string): void {
  aheadMs.delete(id);
  for (const authorization of authorizations.values()) {
    if (authorization.organizationId === id) authorization.isVoid = true;
  }
}

/** When the clock of a server stands still at first. */
export const beginning = "2026-07-01T12:00:00.000Z";

/** What a server holds at first. */
export const seed = {
  version: 1,
  organizations: [{ id: "org_north", name: "North" }],
  apiKeys: [{ key: "key_north", organizationId: "org_north", role: "admin" }],
} as const satisfies State;

/** A server that holds the seed and nothing else. */
export function newWorld(): World {
  const { organizations, apiKeys } = structuredClone(seed);
  const nothing = { brains: [], pages: [], installations: [], channels: [], bindings: [] };
  return {
    records: { organizations: [...organizations], apiKeys: [...apiKeys], ...nothing },
    nowMs: Date.parse(beginning),
    aheadMs: new Map(),
    authorizations: new Map(),
    starts: 0,
    deliveries: [],
    snapshots: new Map(),
  };
}
