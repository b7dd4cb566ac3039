import * as z from "zod/mini";
import { strictObjectSchema } from "../basics/object-schema.ts";
import type { RequestSummary } from "../test-tools/journal-entry.ts";
import type { Action } from "./action.ts";

/** The key and the seed of a server, which a client can't derive from its URL. */
export interface ServerDescription {
  /** An API key that is valid initially and after each reset. */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. */
  readonly randomSeed: string;
}

const describe: Action<object, ServerDescription> = {
  summary: "Describe the server",
  run: (_, { store }) => ({ apiKey: store.apiKey.key, randomSeed: store.randomSeed }),
};

/** What has changed in a server since an earlier call. A page that shows the server calls it about once a second. */
export interface ServerUpdates {
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
export interface UpdatesInput {
  /** The last `run`. */
  readonly run?: string | undefined;
  /** Id of the last request: only later ones are listed, unless the journal doesn't have it any more. */
  readonly after?: string | undefined;
}

const readUpdates: Action<UpdatesInput, ServerUpdates> = {
  summary: "Read what has changed",
  returnsCopy: true,
  input: strictObjectSchema<UpdatesInput>({ run: z.optional(z.string()), after: z.optional(z.string()) }),
  run({ run, after }, { store: { feed, tools } }) {
    const { runId, version } = feed;
    return { run: runId, version, ...tools.journal.requestsAfter(run === runId ? after : undefined) };
  },
};

/** The actions without a method: {@link connect} and the inspector call them. */
export const serverActions = { describe, changes: readUpdates };
