import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createHttp2Server, fetchOverHttp2 } from "./http2.ts";
import { changeReplies, type RuleChange, replace } from "./mutant.ts";
import { Failure, invalid } from "./requests.ts";
import { takeCharacters } from "./rules.ts";
import type { PageRecord } from "./schema.ts";

/** Adds headers to all responses. */
const addHeaders = (added: Readonly<Record<string, string>>): RuleChange =>
  changeReplies("all", "any", ({ headers }) => ({ headers: { ...headers, ...added } }));

/** Refuses every eighth request. */
const limitRate =
  (retryAfter: () => string): RuleChange =>
  ({ intercept }) => {
    let count = 0;
    return {
      intercept: (request) => {
        count += 1;
        if (count % 8 !== 0) return intercept(request);
        return { status: 429, headers: { "retry-after": retryAfter() }, value: { message: "Too many requests" } };
      },
    };
  };

// "Rate limits and request size limits: not shown." What HTTP allows, and the specification does not mention.
const transport = {
  "base-path": { basePath: "/knowledge/api" },
  // A proxy removes the base path before the service sees it, so the `path` of errors lacks it.
  "base-path-behind-proxy": {
    basePath: "/knowledge/api",
    errorPath: ({ path }) => path.replace("/knowledge/api", ""),
  },
  "rate-limit-in-seconds": limitRate(() => "1"),
  "rate-limit-with-date": limitRate(() => new Date(Date.now() + 1000).toUTCString()),
  "gzip-compression": ({ send }) => ({
    send: (response, text) => {
      if (!response.req.headers["accept-encoding"]?.includes("gzip")) return send(response, text);
      return response.setHeader("content-encoding", "gzip").end(gzipSync(text));
    },
  }),
  "chunked-bodies": {
    send: (response, text) => {
      // The first chunk may end inside a character.
      const bytes = Buffer.from(text);
      response.write(bytes.subarray(0, bytes.length / 2));
      response.end(bytes.subarray(bytes.length / 2));
    },
  },
  "http-2-gateway": { createServer: createHttp2Server, fetch: fetchOverHttp2 },
  "connection-close": addHeaders({ connection: "close" }),
  "extra-headers": addHeaders({
    "x-request-id": "7f3c",
    "strict-transport-security": "max-age=1",
    "set-cookie": "session=1",
  }),
  "content-type-with-charset": addHeaders({ "content-type": "application/json; charset=utf-8" }),
  // Media types are not case-sensitive (RFC 9110).
  "content-type-in-capitals": addHeaders({ "content-type": "Application/JSON" }),
  "cors-headers": addHeaders({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "retry-after",
    vary: "Origin",
  }),
  // No time limit is given.
  "slow-responses": ({ reply }) => {
    let count = 0;
    return {
      reply: async (original, request) => {
        count += 1;
        if (count % 10 === 0) await wait(300);
        return reply(original, request);
      },
    };
  },
  "every-response-is-slow": changeReplies("all", "any", async () => wait(50 + 100 * Math.random(), {})),
  "indented-json": { serialize: (json) => JSON.stringify(JSON.parse(json), undefined, 2) },
  // JSON may escape any character, and has no integers: 1.0 is the number 1.
  "escaped-json": {
    serialize: (json) => json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  },
  "integers-with-fraction": { serialize: (json) => json.replaceAll(/"(version|statusCode)":(\d+)/g, '"$1":$2.0') },
  "paths-with-empty-segment-are-400": ({ intercept }) => ({
    intercept: (request) => {
      if (/\/(\/|$)/.test(request.path)) throw invalid("path", "must not have an empty segment");
      return intercept(request);
    },
  }),
  "unknown-routes-are-405": ({ intercept }) => ({
    intercept: (request) => {
      if (request.operation !== undefined) return intercept(request);
      return { status: 405, headers: { allow: "GET" }, value: { message: "Method not allowed" } };
    },
  }),
} satisfies Record<string, RuleChange>;

const german: Readonly<Record<number, string>> = {
  400: "Die Anfrage ist ungültig",
  401: "Nicht angemeldet",
  403: "Nicht erlaubt",
  404: "Nicht gefunden",
};

// What section 7 does not show: the language and form of messages, and which error a request gets.
const errors = {
  "error-path-decoded": {
    errorPath: ({ path }) => {
      try {
        return decodeURIComponent(path);
      } catch {
        return path;
      }
    },
  },
  "messages-in-german": {
    message: ({ status, field }) => `${german[status]}${field === undefined ? "" : `: ${field}`}`,
  },
  "messages-without-field": { message: ({ status }) => `リクエストを処理できません (${status})` },
  "error-without-body": { exceptionBody: () => undefined },
  "error-body-only-if-400": ({ exceptionBody }) => ({
    exceptionBody: (failure, message) => (failure.status === 400 ? exceptionBody(failure, message) : undefined),
  }),
  // "With per-field validation messages": their form is not shown.
  "error-body-with-map-of-fields": {
    exceptionBody: ({ status, field }, message) => ({
      statusCode: status,
      message: "Validation failed",
      error: STATUS_CODES[status],
      ...(field !== undefined && { errors: { [field]: [message] } }),
    }),
  },
  // "A key is scoped to one organization"; the status for others is not shown.
  "foreign-records-are-403": { foreignStatus: 403 },
  "foreign-brains-are-401": ({ mayAccess }) => ({
    mayAccess: (caller, brain, operation) => {
      if (mayAccess(caller, brain, operation)) return true;
      throw new Failure(401, "The API key is not valid for this brain");
    },
  }),
  // "Which roles may call which operation: not shown."
  "readers-cannot-write": {
    mayCall: ({ role }, operation) => role === "owner" || operation === "readIndex" || operation === "listChannels",
  },
  "brain-before-input": { findsBrainBeforeInput: true },
  "unknown-fields-refused": { refusesUnknownFields: true },
  "any-content-type": ({ readObject }) => ({ readObject: (text) => readObject(text, "application/json") }),
  "no-body-is-empty-object": ({ readObject }) => ({
    readObject: (text, contentType) => readObject(text || "{}", contentType),
  }),
  "unbind-of-missing-binding-is-404": { missingBindingFails: true },
  "second-archive-is-400": { refusesSecondArchive: true },
} satisfies Record<string, RuleChange>;

/** Creates pages with other fields. */
const pages =
  (fields: object): RuleChange =>
  ({ newRecord }) => ({
    newRecord: (table, columns) => ({ ...newRecord(table, columns), ...(table === "pages" && fields) }),
  });

/** Writes timestamps in another form of ISO 8601, which must stand for the same time. */
const timestamps = (write: (iso: string, date: Date) => string): RuleChange => ({
  timestamp: (date) => write(date.toISOString(), date),
});

const inTwoHours = (date: Date) => new Date(date.getTime() + 7_200_000).toISOString();

const extraFields = { object: "record", _links: { self: null }, score: 0.5 };

/** Adds fields to an object and to all objects in it. */
function addFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addFields);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, addFields(field)]);
  return { ...Object.fromEntries(fields), requestId: randomUUID(), _cost: Math.random() };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// "Identifiers are strings", "timestamps are ISO 8601 strings", and what fields may be null, empty or left out.
const data = {
  "extra-fields": changeReplies("all", "any", ({ value }) => ({
    value: Array.isArray(value)
      ? value.map((item) => ({ ...item, ...extraFields }))
      : { ...(value as object), ...extraFields },
  })),
  "extra-fields-everywhere": { serialize: (json) => JSON.stringify(addFields(JSON.parse(json))) },
  "ids-are-uuids": { createId: () => randomUUID() },
  "ids-of-another-form-are-400": ({ decodeSegment }) => ({
    createId: () => randomUUID(),
    decodeSegment: (segment, name) => {
      if (name !== "slug" && !uuid.test(segment)) throw invalid(name, "must be a UUID");
      return decodeSegment(segment, name);
    },
  }),
  "ids-are-numbers": { createId: (_, count) => String(1000 + count) },
  "ids-with-colon": { createId: (table, count) => `urn:kb:${table}:${count}` },
  "ids-with-slash-and-space": { createId: (table, count) => `${table}/n° ${count}?` },
  // Letters of other alphabets are encoded in URLs and are safe in IRIs.
  "slugs-with-unicode": {
    createSlug: (title) =>
      title
        .normalize()
        .toLowerCase()
        .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-"),
  },
  "timestamps-with-offset": timestamps((_, date) => inTwoHours(date).replace("Z", "+02:00")),
  "timestamps-with-hours-as-offset": timestamps((_, date) => inTwoHours(date).replace("Z", "+02")),
  "timestamps-without-milliseconds": timestamps((iso) => iso.replace(/\.\d+/, "")),
  "timestamps-with-microseconds": timestamps((iso) => iso.replace("Z", "017Z")),
  "timestamps-in-basic-format": timestamps((iso) => iso.replaceAll(/[-:]/g, "")),
  "timestamps-with-comma": timestamps((iso) => iso.replace(".", ",")),
  "pages-without-source": pages({ source: null }),
  "pages-never-read": pages({ lastReferencedAt: null }),
  "pages-that-are-empty": pages({ entities: [], sources: [], backlinks: [], embedding: [], body: "" }),
  "sources-without-label": pages({ source: { channel: "upload", ref: null } }),
  "pages-with-large-embedding": pages({ embedding: Array.from({ length: 1536 }, (_, index) => Math.sin(index)) }),
  "bindings-without-channel-name": ({ newRecord }) => ({
    newRecord: (table, columns) => ({
      ...newRecord(table, columns),
      ...(table === "bindings" && { channelName: null }),
    }),
  }),
} satisfies Record<string, RuleChange>;

/** The prompt index, or all lists, are what they were some time ago. */
const delayed =
  (delayMs: number, what: "index" | "all"): RuleChange =>
  (rules) => {
    let versions: { readonly validFrom: number; readonly pages: readonly PageRecord[] }[] = [];
    const readFormer = (brainId: string) => {
      const current = versions.findLastIndex(({ validFrom }) => validFrom <= performance.now());
      versions = versions.slice(Math.max(current, 0));
      const pages = current < 0 ? [] : (versions[0]?.pages ?? []);
      return pages.filter((page) => page.brainId === brainId);
    };
    return {
      delayMs,
      onChange: (database) => {
        const condition = rules.indexCondition.replace("brainId = :brainId", "1");
        const pages = database.all<PageRecord>(rules.indexQuery(condition, rules.indexOrder), { limit: -1 });
        versions.push({ validFrom: performance.now() + delayMs, pages });
      },
      indexPages: (_database, _query, brainId, limit) => readFormer(brainId).slice(0, limit),
      ...(what === "all" && {
        listPages: (_database, _condition, { brainId, text = "" }) =>
          readFormer(brainId).filter(({ title, body }) => `${title} ${body}`.includes(text)),
      }),
    };
  };

/** Uses another limit if a request has none. */
const byDefault =
  (limit: string): RuleChange =>
  ({ readLimit }) => ({ readLimit: (text) => readLimit(text ?? limit) });

// What is not shown of the prompt index: when it shows a change, its limits, its order behind pinned pages, and what a
// character is.
const index = {
  "delayed-index": delayed(400, "index"),
  "delayed-lists": delayed(300, "all"),
  "default-limit-10": byDefault("10"),
  "default-limit-200": byDefault("200"),
  "limit-clamped": ({ readLimit }) => ({
    readLimit: (text) => {
      const isInteger = text !== null && /^-?\d+$/.test(text);
      return isInteger ? Math.min(Math.max(Number(text), 1), 20) : readLimit(text);
    },
  }),
  "limit-0-returns-nothing": ({ readLimit }) => ({ readLimit: (text) => (text === "0" ? 0 : readLimit(text)) }),
  "index-by-title": { indexOrder: "pinned DESC, title" },
  "index-by-status-and-reading": { indexOrder: "pinned DESC, status = 'active' DESC, lastReferencedAt DESC, id" },
  "summary-ends-with-ellipsis": {
    summarize: (summary) => (takeCharacters(summary, 160) === summary ? summary : `${takeCharacters(summary, 159)}…`),
  },
  "summary-of-160-utf-16-units": {
    summarize: (summary) => summary.slice(0, 160).replace(/[\uD800-\uDBFF]$/, ""),
  },
} satisfies Record<string, RuleChange>;

// "The exact values of `status` and `archived` after archiving", other transitions, and the "lifetime of the signed OAuth
// state" are not shown.
const operations = {
  "archived-by-flag-only": replace("archive", "status = 'archived', ", ""),
  "archived-by-status-only": replace("archive", "archived = 1, ", ""),
  "archive-keeps-updated-at": replace("archive", ", updatedAt = :now", ""),
  "restored-pages-are-active": replace("restore", "status = statusBefore", "status = 'active'"),
  "installations-belong-to-one-brain": { mayUse: (installation, brain) => installation.brainId === brain.id },
  "oauth-state-lives-for-a-minute": { stateLifetimeMs: 60_000 },
  "oauth-state-lives-for-a-week": { stateLifetimeMs: 604_800_000 },
  "authorization-url-with-more-parameters": {
    authorizationUrl: (state) =>
      `https://platform.example/oauth/v2/authorize?state=${state}&scope=chat%3Awrite,channels%3Aread&user_scope=#top`,
  },
} satisfies Record<string, RuleChange>;

/** Everything in which the service may differ from its default without violating the specification, by name. */
export const validVariants = { ...transport, ...errors, ...data, ...index, ...operations };

export type ValidVariantName = keyof typeof validVariants;
