import { STATUS_CODES } from "node:http";
import { invalid } from "../http/invalid.ts";
import { createSlug } from "./create-slug.ts";
import { readFlag } from "./read-flag.ts";
import { readLimit } from "./read-limit.ts";
import { readObject } from "./read-object.ts";
import type { Rules } from "./rules.ts";
import { specifiedPresenters } from "./specified-presenters.ts";
import { specifiedStatements } from "./specified-statements.ts";
import { takeCharacters } from "./take-characters.ts";

/**
 * The rules of the specification.
 *
 * Choices where it is silent:
 * - Requests: `limit` is an integer from 1 to 200 and 50 by default, whatever else is there is a 400. A repeated query
 *   parameter is a 400. Unknown query parameters and unknown fields of a body are ignored. A body needs a JSON content
 *   type. A body of more than 1 MB is a 413. Input is checked before the brain is looked up.
 * - Unknown routes and methods are a 404 with the error body of section 7, before the key is checked.
 * - Access: every role may call every operation. Records of another organization do not exist for a key (404).
 * - Installations belong to an organization; each of its brains may use them.
 * - Tenants are organizations. `subjectId` is whatever the host said when it created the page.
 * - Archiving sets `archived`, the status `archived` and `updatedAt`. Archiving an archived page changes nothing (201).
 *   Restoring gives the page its former status.
 * - Prompt index: archived and deprecated pages are hidden, as in listings. Behind the pinned pages, the page updated
 *   last comes first. Characters of a summary are Unicode code points.
 * - Updating or unbinding works whatever the status of the binding is. Unbinding what is not there is a 200 with
 *   `disconnected: false`; updating it is a 404.
 * - The OAuth state is a signed token, valid for ten minutes, and may be used more than once until then.
 * - `body` of an error is what a NestJS exception contains: `message` is a list for a 400, and each message starts with
 *   the name of the field.
 */
export const specifiedRules: Rules = {
  basePath: "",
  versionPrefix: "/v1",
  intercept: () => undefined,
  decodeSegment: decodeURIComponent,
  readObject,
  readFlag,
  refusesUnknownFields: false,
  readLimit,
  readInstallationId: (query) => {
    const [installationId, ...others] = query.getAll("installationId");
    if (!installationId || others.length > 0) throw invalid("installationId", "must be given once");
    return installationId;
  },

  readKey: (request) => request.headers["x-api-key"]?.toString(),
  keyCondition: "id = :key",
  needsKey: () => true,
  mayCall: () => true,
  mayAccess: (caller, brain) => caller.organizationId === brain.organizationId,
  mayUse: (installation, brain) => installation.organizationId === brain.organizationId,
  foreignStatus: 404,
  findsBrainBeforeInput: false,

  createId: (table, count) => `${table.slice(0, -1)}-${count}`,
  createSlug,
  slugIndex: "CREATE UNIQUE INDEX slugs ON pages (brainId, slug)",
  newRecord: (_, columns) => columns,
  onWrite: () => {},

  ...specifiedStatements,
  refusesSecondArchive: false,
  missingBindingFails: false,
  indexPages: (database, query, brainId, limit) => database.all(query, { brainId, limit }),
  summarize: (summary) => takeCharacters(summary, 160),

  stateLifetimeMs: 600_000,
  authorizationUrl: (state) => `https://platform.example/oauth/authorize?client_id=second-service&state=${state}`,
  acceptsState: (state, isSigned, brainId, now) =>
    isSigned && state.brainId === brainId && now.getTime() < state.expiresAt,

  present: specifiedPresenters,
  successStatus: {
    updateBinding: 200,
    archivePage: 201,
    listChannels: 200,
    readIndex: 200,
    startOauth: 200,
    unbindChannel: 200,
  },
  message: (failure) => failure.message,
  exceptionBody: ({ status, field }, message) => ({
    statusCode: status,
    message: field === undefined ? message : [message],
    error: STATUS_CODES[status],
  }),
  errorPath: (request) => request.path,
  reply: (reply) => reply,
  timestamp: (date) => date.toISOString(),
  serialize: (json) => json,
  send: (response, text) => response.end(text),
};
