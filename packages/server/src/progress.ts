import { type Channel, channelSchema } from "@knowledge-base/types";
import { isTimestamp, parseSync } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { isTime } from "./clock.ts";
import { isRandomPosition, type RandomPosition } from "./random.ts";

/** Position in the sequence of ids, which no later id may repeat. */
export interface IdsProgress {
  /** Kind of progress. */
  readonly item: "ids";
  /** Organization to which the sequence belongs; null for that of the server. */
  readonly organizationId: string | null;
  /** State of the random number generator: four whole numbers. */
  readonly position: RandomPosition;
}

/** Where a clock is that was frozen, moved or resumed. */
export interface ClockProgress {
  /** Kind of progress. */
  readonly item: "clock";
  /** Organization to which the clock belongs; null for that of the server. */
  readonly organizationId: string | null;
  /** Milliseconds by which the clock is ahead of the one that it follows. */
  readonly offset: number;
  /** Time at which the clock stands still, in milliseconds since 1970-01-01T00:00:00Z; null if it is not frozen. */
  readonly frozenAt: number | null;
}

/** An OAuth authorization that is no longer pending. Its state cannot be used again. */
export interface AuthorizationProgress {
  /** Kind of progress. */
  readonly item: "authorization";
  /** Organization that started the authorization. */
  readonly organizationId: string;
  /** Identifies the authorization in its organization. */
  readonly nonce: string;
  /** Expiry of the signed state, an ISO 8601 timestamp. An authorization that has expired need not be kept. */
  readonly expiresAt: string;
  /** The decision. */
  readonly authorization: DecidedAuthorization;
}

/** Ids, clock and authorizations begin again. What was stored of them before is no longer valid. */
export interface ResetProgress {
  /** Kind of progress. */
  readonly item: "reset";
  /** Organization that was reset or deleted; null if the whole server was reset. */
  readonly organizationId: string | null;
  /** How many organizations with this id have been deleted. */
  readonly generation: number;
}

/**
 * State of a server besides its records that later responses depend on, as plain JSON: the position in the sequence of ids,
 * clocks, and OAuth authorizations.
 *
 * @see [Organizations](../../../docs/guides/organizations.md)
 */
export type Progress = IdsProgress | ClockProgress | AuthorizationProgress | ResetProgress;

/** A workspace of the messaging platform that a user has connected. */
export interface AuthorizedWorkspace {
  /** Platform workspace (team) id. */
  readonly teamId: string;
  /** Name of the workspace. If omitted, the workspace keeps the name that it already has. */
  readonly teamName?: string | undefined;
  /** Channels of the workspace. If omitted, the workspace keeps those that it already has. */
  readonly channels?: readonly Channel[] | undefined;
}

/** State of an authorization that is no longer pending. */
export type DecidedAuthorization =
  | { readonly status: "denied" }
  | { readonly status: "approved"; readonly code: string; readonly workspace: AuthorizedWorkspace }
  | { readonly status: "confirmed" };

type Fields = Readonly<Record<string, unknown>>;

const channelsSchema = z.array(channelSchema);

/** Checks that a value is the progress of a server: it may have been stored and read again. */
export function isProgress(value: unknown): value is Progress {
  if (!isObject(value)) return false;
  const { item, organizationId, generation, offset, frozenAt } = value;
  if (!(typeof organizationId === "string" || (organizationId === null && item !== "authorization"))) return false;
  switch (item) {
    case "ids":
      return isRandomPosition(value["position"]);
    case "clock":
      return Number.isFinite(offset) && (frozenAt === null || isTime(frozenAt));
    case "authorization":
      return typeof value["nonce"] === "string" && isTimestamp(value["expiresAt"]) && isDecided(value["authorization"]);
    case "reset":
      return Number.isSafeInteger(generation) && Number(generation) >= 0;
    default:
      return false;
  }
}

function isDecided(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { status, code, workspace } = value;
  if (status !== "approved") return status === "denied" || status === "confirmed";
  if (typeof code !== "string" || !isObject(workspace)) return false;
  const { teamId, teamName, channels } = workspace;
  const hasChannels = channels === undefined || parseSync(channelsSchema, channels).ok;
  return typeof teamId === "string" && (teamName === undefined || typeof teamName === "string") && hasChannels;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
