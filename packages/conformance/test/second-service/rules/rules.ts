import type { ServerResponse } from "node:http";
import type { OperationName } from "../api/operation-name.ts";
import type { BrainRecord } from "../database/brain-record.ts";
import type { Caller } from "../database/caller.ts";
import type { Database } from "../database/database.ts";
import type { InstallationRecord } from "../database/installation-record.ts";
import type { PageRecord } from "../database/page-record.ts";
import type { Failure } from "../http/failure.ts";
import type { Reply } from "../http/reply.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { OAuthState } from "../oauth/oauth-state.ts";
import type { Presenters } from "./presenters.ts";

/** A condition or a list of statements in SQL. The names after a colon are parameters. */
type Sql = string;

type Columns = Readonly<Record<string, unknown>>;

/**
 * Everything that the service decides. `specifiedRules` follows the specification; violations and variants replace
 * single rules.
 */
export interface Rules {
  // Requests
  readonly basePath: string;
  readonly versionPrefix: string;
  /** Responds to a request instead of its operation. */
  readonly intercept: (request: ServiceRequest) => Reply | undefined;
  readonly decodeSegment: (segment: string) => string;
  readonly readObject: (text: string, contentType: string) => object;
  readonly readFlag: (value: unknown, name: string) => boolean | undefined;
  readonly refusesUnknownFields: boolean;
  readonly readLimit: (text: string | null) => number;
  readonly readInstallationId: (query: URLSearchParams) => string;

  // Access
  readonly readKey: (request: ServiceRequest) => string | undefined;
  readonly keyCondition: Sql;
  readonly needsKey: (operation: OperationName, key: string | undefined) => boolean;
  readonly mayCall: (caller: Caller, operation: OperationName) => boolean;
  readonly mayAccess: (caller: Caller, brain: BrainRecord, operation: OperationName) => boolean;
  readonly mayUse: (installation: InstallationRecord, brain: BrainRecord) => boolean;
  readonly foreignStatus: 403 | 404;
  readonly findsBrainBeforeInput: boolean;

  // Records
  readonly createId: (table: string, count: number) => string;
  readonly createSlug: (title: string) => string;
  readonly slugIndex: Sql;
  /** Changes the columns of a record before it is created. */
  readonly newRecord: (table: string, columns: Columns) => Columns;
  readonly onWrite: (database: Database) => void;

  // Pages
  readonly pageCondition: Sql;
  readonly archive: readonly Sql[];
  readonly refusesSecondArchive: boolean;
  readonly restore: readonly Sql[];
  readonly compile: readonly Sql[];
  readonly edit: readonly Sql[];
  readonly deprecate: readonly Sql[];
  readonly read: readonly Sql[];
  readonly listCondition: Sql;
  readonly searchCondition: Sql;

  // Prompt index
  readonly indexCondition: Sql;
  readonly indexOrder: Sql;
  readonly indexQuery: (condition: Sql, order: Sql) => Sql;
  readonly indexPages: (database: Database, query: Sql, brainId: string, limit: number) => readonly PageRecord[];
  readonly summarize: (summary: string, page: PageRecord) => string;

  // Channels and bindings
  readonly channelCondition: Sql;
  readonly bindingCondition: Sql;
  readonly updateBinding: readonly Sql[];
  readonly unbind: readonly Sql[];
  readonly missingBindingFails: boolean;
  readonly setBindingStatus: readonly Sql[];
  readonly deliverTo: Sql;

  // OAuth
  readonly stateLifetimeMs: number;
  readonly authorizationUrl: (state: string) => string;
  readonly acceptsState: (state: OAuthState, isSigned: boolean, brainId: string, now: Date) => boolean;

  // Responses
  readonly present: Presenters;
  readonly successStatus: Readonly<Record<OperationName, number>>;
  readonly message: (failure: Failure) => string;
  readonly exceptionBody: (failure: Failure, message: string) => object | undefined;
  readonly errorPath: (request: ServiceRequest) => string;
  readonly reply: (reply: Reply, request: ServiceRequest) => Reply | Promise<Reply>;
  readonly timestamp: (date: Date) => string;
  readonly serialize: (json: string) => string;
  readonly send: (response: ServerResponse, text: string) => void;
}
