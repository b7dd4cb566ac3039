import { STATUS_CODES } from "node:http";
import { parseJson } from "@knowledge-base/internal/json";
import type { OperationId } from "@knowledge-base/types";
import constantRules from "./rules.json" with { type: "json" };
import type * as schema from "./schema.ts";

/** A request as it was received. */
export interface ServiceRequest {
  readonly method: string;
  /** Still percent-encoded, without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The operation of the specification that method and path stand for, if any. */
  readonly operation: OperationId | undefined;
}

/** A response before it is serialized. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Becomes JSON, or text if the headers contain another content type. A `Date` becomes a timestamp, a field that is `undefined` is
   * left out, and `undefined` itself becomes an empty body.
   */
  readonly value: unknown;
}

/** Ends the handling of a request with an error status. */
export class Failure extends Error {
  readonly status: number;
  /** The field of the request that is invalid, if the status is 400. */
  readonly field: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** Creates the failure of a request whose field is invalid: `invalid("limit", "must be an integer")`. */
export function invalid(field: string, problem: string): Failure {
  return new Failure(400, `${field} ${problem}`, field);
}

/** The content of a signed OAuth state, which expires at a number of milliseconds since 1970. */
export type OAuthState = { readonly brainId: string; readonly expiresAt: number; readonly nonce: string };

// The pages of a brain, perhaps only pages with a text, or a number of pages.
type Search = { readonly brainId: string; readonly text?: string; readonly limit?: number };

/** Creates a rule that reads a limit in a range, with a default. */
export function limitRule(min: number, max: number, initial: number): (text: string | null) => number {
  return (text) => {
    if (text === null) return initial;
    const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (limit < min || limit > max) throw invalid("limit", `must be an integer from ${min} to ${max}`);
    return limit;
  };
}

/**
 * Everything that the service decides, as the specification says. Mutants and valid variants replace single rules. Constants are in
 * `rules.json`: statuses, how long lists may show a former state (`delayMs`), and SQL, which is a condition, or statements which
 * semicolons separate. A name after a colon is a parameter. `indexQuery` has `indexCondition` and `indexOrder` for `$condition` and
 * `$order`.
 *
 * Choices where the specification is silent:
 * - Requests: `limit` is an integer from 1 to 200 and 50 by default, whatever else is there is a 400. A repeated query
 *   parameter is a 400. Unknown query parameters and unknown fields of a body are ignored. A body needs a JSON content
 *   type. Input is checked before the brain is looked up.
 * - Unknown routes and methods are a 404 with the error body of section 7, before the key is checked.
 * - Access: every role may call every operation. Records of another organization don't exist for a key (404).
 * - Installations belong to an organization; each of its brains may use them.
 * - Tenants are organizations. `subjectId` is whatever the host said when it created the page.
 * - Archiving sets `archived`, the status `archived` and `updatedAt`. Archiving an archived page changes nothing (201).
 *   Restoring gives the page its former status.
 * - Prompt index: archived and deprecated pages are hidden, as in listings. Behind the pinned pages, the page updated
 *   last comes first. Characters of a summary are Unicode code points.
 * - Updating or unbinding works whatever the status of the binding is. Unbinding what isn't there is a 200 with
 *   `disconnected: false`; updating it is a 404.
 * - The OAuth state is a signed token, valid for ten minutes, and may be used more than once until then.
 * - `body` of an error is what a NestJS exception contains: `message` is a list for a 400, and each message starts with
 *   the name of the field.
 */
export const specifiedRules = {
  ...constantRules,

  // Requests
  /** Responds to a request instead of its operation. */
  intercept: (_request: ServiceRequest): Reply | undefined => undefined,
  decodeSegment: (segment: string, _name: string): string => decodeURIComponent(segment),
  readObject: (text: string, contentType: string): object => {
    if (!/^application\/json\s*(;|$)/i.test(contentType)) throw invalid("Content-Type", "must be application/json");
    const value = parseJson(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("body", "must be an object");
    return value;
  },
  readFlag: (value: unknown, name: string): boolean | undefined => {
    if (value === undefined || typeof value === "boolean") return value;
    throw invalid(name, "must be a boolean");
  },
  readLimit: limitRule(1, 200, 50),
  readInstallationId: (query: URLSearchParams): string => {
    const [installationId, ...others] = query.getAll("installationId");
    if (!installationId || others.length > 0) throw invalid("installationId", "must be given once");
    return installationId;
  },

  // Access
  readKey: (request: ServiceRequest): string | undefined => request.headers["x-api-key"],
  needsKey: (_operation: OperationId, _key: string | undefined): boolean => true,
  mayCall: (_caller: schema.KeyRecord, _operation: OperationId): boolean => true,
  mayAccess: (caller: schema.KeyRecord, brain: schema.BrainRecord, _operation: OperationId): boolean =>
    caller.organizationId === brain.organizationId,
  mayUse: (installation: schema.InstallationRecord, brain: schema.BrainRecord): boolean =>
    installation.organizationId === brain.organizationId,

  // Records
  createId: (table: string, count: number): string => `${table.slice(0, -1)}-${count}`,
  /** Turns a title into letters of ASCII, digits and hyphens. */
  createSlug: (title: string): string => {
    const ascii = title.normalize("NFKD").replaceAll(/\p{Mark}/gu, "");
    const words = ascii.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    return words.join("-");
  },
  /** Changes the columns of a record before it is created. */
  newRecord: (_table: string, columns: schema.Values): schema.Values => columns,

  // Pages
  readPages: (database: schema.Database, query: string, search: Search): readonly schema.PageRecord[] =>
    database.all(query, search),

  // Prompt index
  summarize: (summary: string, _page: schema.PageRecord): string => takeCharacters(summary, 160),

  // Channels and bindings
  /** Throws if a binding can't be updated. */
  checkUpdate: (_binding: schema.BindingRecord): void => {},

  // OAuth
  authorizationUrl: (state: string): string =>
    `https://platform.example/oauth/authorize?client_id=second-service&state=${state}`,
  acceptsState: (state: OAuthState, isSigned: boolean, brainId: string, now: Date): boolean =>
    isSigned && state.brainId === brainId && now.getTime() < state.expiresAt,

  // Responses
  message: (failure: Failure): string => failure.message,
  exceptionBody: ({ status, field }: Failure, message: string): object | undefined => {
    return { statusCode: status, message: field === undefined ? message : [message], error: STATUS_CODES[status] };
  },
  errorPath: (request: ServiceRequest): string => request.path,
  reply: (reply: Reply, _request: ServiceRequest): Reply | Promise<Reply> => reply,
  timestamp: (date: Date): string => date.toISOString(),
  serialize: (json: string): string => json,
  toBody: (text: string): string | ReadableStream<Uint8Array> => text,
};

export type Rules = Readonly<typeof specifiedRules>;

/** Returns the first characters of a text, which are Unicode code points. */
export function takeCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join("");
}
