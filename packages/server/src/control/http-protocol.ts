import { cutText, fieldsOf, messageOf, withoutFullStop } from "@knowledge-base/internal";
import { fieldNames } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import {
  ControlError,
  type ControlErrorCode,
  type ControlProblem,
  isControlError,
  maxCauseLength,
} from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import { organizationActions } from "../organizations/organizations-control.ts";
import type { RequestSummary } from "../test-tools/journal.ts";
import type { Action } from "./action.ts";
import { organizationGroups, testToolGroups } from "./groups.ts";
import { stateActions } from "./state-control.ts";

/** A control that can be called over HTTP. */
export interface ControlRoute {
  readonly action: Action;
  /** Whether the control can be confined to one organization. */
  readonly canBeConfined: boolean;
  /** Names of the parameters of its query. */
  readonly queryNames: readonly string[];
}

/** The key and the seed of a server, which a client can't derive from its URL. */
export interface ServerDescription {
  /** An API key that is valid initially and after each reset. */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. */
  readonly randomSeed: string;
}

export const describeServer: Action<object, ServerDescription> = {
  summary: "Describe the server",
  run: (_, { store }) => ({ apiKey: store.apiKey.key, randomSeed: store.randomSeed }),
};

/** What has changed in a server since an earlier call. A page that shows the server calls it about once a second. */
export interface ServerChanges {
  /** Identifies what follows: after a reset and after a restart, it is another one. */
  readonly run: string;
  /** Grows with each change, except for requests: if it differs, anything that was read before may have changed. */
  readonly version: number;
  /** Whether all requests in the journal of the server are listed. */
  readonly complete: boolean;
  /** Requests in the order of their ends. Path, query and message are cut after 500 characters. */
  readonly requests: readonly RequestSummary[];
}

/** The last changes that the caller has received. */
export interface ChangesInput {
  /** The last `run`. */
  readonly run?: string | undefined;
  /** Id of the last request: only later ones are listed, unless the journal doesn't have it any more. */
  readonly after?: string | undefined;
}

const readChanges: Action<ChangesInput, ServerChanges> = {
  summary: "Read what has changed",
  returnsCopy: true,
  input: strictObjectSchema<ChangesInput>({ run: z.optional(z.string()), after: z.optional(z.string()) }),
  run({ run, after }, { store: { feed, tools } }) {
    const { runId, version } = feed;
    return { run: runId, version, ...tools.journal.requestsAfter(run === runId ? after : undefined) };
  },
};

type Groups = Readonly<Record<string, Readonly<Record<string, Action>>>>;

/** The controls by their path below `/_control/`, such as `pages/edit`. */
export const controlRoutes: ReadonlyMap<string, ControlRoute> = new Map([
  ...createRoutes({ organizations: organizationActions }, false),
  ...createRoutes({ ...organizationGroups, ...testToolGroups }, true),
  ...createRoutes({ server: { describe: describeServer, changes: readChanges } }, false),
  ...createRoutes({ server: stateActions }, true),
]);

function createRoutes(groups: Groups, canBeConfined: boolean): [string, ControlRoute][] {
  return Object.entries(groups).flatMap(([group, actions]) =>
    Object.entries(actions).map(([name, action]): [string, ControlRoute] => [
      `${group}/${name}`,
      { action, canBeConfined, queryNames: ["organization", ...queryFields(action)] },
    ]),
  );
}

function queryFields({ input, bodyField }: Action): readonly string[] {
  return bodyField === undefined ? [] : fieldNames(input).filter((name) => name !== bodyField);
}

export const pathOfAction: ReadonlyMap<Action, string> = new Map(
  Array.from(controlRoutes, ([path, { action }]) => [action, path]),
);

/** The error that the body of a failed response contains, in its field `error`. */
export interface HttpControlError {
  /** Reason of the failure, for programs. */
  readonly code: ControlErrorCode | "forbidden" | "no_such_control" | "wrong_method" | "unexpected";
  /** Reason of the failure, as a message. */
  readonly message: string;
  /** Problems of the input or the state, at most the first 20; empty for every other code. */
  readonly problems: readonly ControlProblem[];
}

/** Statuses of the responses with which a control fails over HTTP. */
export const controlStatuses = {
  invalid_input: 400,
  unauthorized: 401,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unreachable: 502,
  oauth_invalid_state: 400,
  oauth_expired_state: 400,
  oauth_used_state: 409,
  oauth_wrong_code: 400,
  forbidden: 403,
  no_such_control: 404,
  wrong_method: 405,
  unexpected: 500,
} as const satisfies Record<HttpControlError["code"], number>;

export function serializeError(thrown: unknown): HttpControlError {
  if (isControlError(thrown)) {
    const { code, message, problems } = thrown;
    return { code, message, problems };
  }
  const cause = withoutFullStop(cutText(messageOf(thrown), maxCauseLength));
  const message = `Failed to execute a control: ${cause}. The server itself, or a function passed to it, has failed.`;
  return { code: "unexpected", message, problems: [] };
}

/** Returns undefined if no control has written the body. */
export function deserializeError(body: unknown): Error | undefined {
  const { code, message, problems }: Partial<HttpControlError> = fieldsOf(fieldsOf(body)["error"]);
  if (typeof message !== "string" || !Array.isArray(problems)) return undefined;
  switch (code) {
    case "unexpected":
      return new Error(message);
    case "forbidden":
    case "no_such_control":
    case "wrong_method":
      return new ControlError("unreachable", message);
    case undefined:
      return undefined;
    default:
      return new ControlError(code, message, { problems });
  }
}
