import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { unescape as decode } from "node:querystring";
import { setTimeout as wait } from "node:timers/promises";
import { changeRecords, changeReplies, type RuleChange, type RuleChanges, toRuleChanges } from "./mutant.ts";
import { Failure, invalid, limitRule, type Rules, specifiedRules, takeCharacters } from "./rules.ts";
import type { PageRecord } from "./schema.ts";
import constantVariants from "./valid-variants.json" with { type: "json" };

function every(nth: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % nth === 0;
  };
}

function limitRate(retryAfter: () => string): Partial<Rules> {
  const isRefused = every(8);
  const refuse = () => ({ status: 429, headers: { "retry-after": retryAfter() }, value: { message: "Slow down" } });
  return { intercept: () => (isRefused() ? refuse() : undefined) };
}

const german: Record<number, string> = { 400: "Ungültig", 401: "Nicht angemeldet", 404: "Nicht gefunden" };

// Writes timestamps in another form of ISO 8601, which must stand for the same time.
const timestamps = (write: (iso: string, isoInTwoHours: string) => string): RuleChange => ({
  timestamp: (date) => write(date.toISOString(), new Date(date.getTime() + 7_200_000).toISOString()),
});

function addFields(value: unknown, create: () => object, levels: number): unknown {
  if (Array.isArray(value)) return value.map((item) => addFields(item, create, levels));
  if (typeof value !== "object" || value === null || levels === 0) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, addFields(field, create, levels - 1)]);
  return { ...Object.fromEntries(fields), ...create() };
}

const constantFields = () => ({ object: "record", _links: { self: null }, score: 0.5 });
const changingFields = () => ({ requestId: randomUUID(), _cost: Math.random() });
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const createUlid = () => `01${Array.from({ length: 24 }, () => crockford[Math.floor(Math.random() * 32)]).join("")}`;

const idsOfForm =
  (createId: () => string, form: RegExp): RuleChange =>
  ({ decodeSegment }) => ({
    createId,
    decodeSegment: (segment, name) => {
      const id = decodeSegment(segment, name);
      if (name !== "slug" && !form.test(id)) throw invalid(name, "has another form");
      return id;
    },
  });

// The prompt index, or all lists, are kept for some time, and don't show what has changed since.
function delayed(delayMs: number, what: "index" | "all"): Partial<Rules> {
  const kept = new Map<string, { readonly untilMs: number; readonly pages: readonly PageRecord[] }>();
  const readPages: Rules["readPages"] = (database, query, search) => {
    const key = JSON.stringify([query, search]);
    const former = kept.get(key);
    const isKept = what === "all" || search.limit !== undefined;
    if (isKept && former && performance.now() < former.untilMs) return former.pages;
    const pages = specifiedRules.readPages(database, query, search);
    kept.set(key, { untilMs: performance.now() + delayMs, pages });
    return pages;
  };
  return { delayMs, readPages };
}

/**
 * Everything in which the service may differ from its default without violating the specification, by name. Constants are in
 * `valid-variants.json`, by what the specification leaves open.
 */
// biome-ignore format: one row a line
export const validVariants: RuleChanges = {
  ...toRuleChanges(constantVariants),
  // What HTTP allows, and the specification does not mention. "Rate limits and request size limits: not shown."
  // A proxy removes the base path before the service sees it, so the `path` of errors lacks it.
  "base-path-behind-proxy": { basePath: "/knowledge/api", errorPath: ({ path }) => path.replace("/knowledge/api", "") },
  "rate-limit-in-seconds": () => limitRate(() => "1"),
  "rate-limit-with-date": () => limitRate(() => new Date(Date.now() + 1000).toUTCString()),
  // The first chunk may end inside a character.
  "chunked-bodies": {
    toBody: (text) => {
      const bytes = Buffer.from(text);
      const start = (body: ReadableStreamDefaultController) => {
        body.enqueue(bytes.subarray(0, bytes.length / 2));
        body.enqueue(bytes.subarray(bytes.length / 2));
        body.close();
      };
      return new ReadableStream({ start });
    },
  },
  // No time limit is given.
  "slow-responses": () => { const isSlow = every(10); return { reply: (reply) => wait(isSlow() ? 300 : 0, reply) }; },
  "every-response-is-slow": changeReplies("all", "any", async () => wait(50 + 100 * Math.random(), {})),
  "indented-json": { serialize: (json) => JSON.stringify(JSON.parse(json), undefined, 2) },
  // JSON may escape any character, and has no integers: 1.0 is the number 1.
  "escaped-json": { serialize: (json) => json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`) },
  "integers-with-fraction": { serialize: (json) => json.replaceAll(/"(version|statusCode)":(\d+)/g, '"$1":$2.0') },
  "paths-with-empty-segment-are-400": {
    intercept: ({ path }) => {
      if (/\/(\/|$)/.test(path)) throw invalid("path", "must not have an empty segment");
      return undefined;
    },
  },
  "errors-as-problems": changeReplies("all", "any", ({ status }) => ({
    headers: { "content-type": status < 400 ? "application/json" : "application/problem+json" },
  })),
  "unknown-parameters-are-400": changeReplies("all", 200, (_, { query }) => {
    const unknown = [...query.keys()].find((name) => !/^(limit|installationId)$/.test(name));
    if (unknown !== undefined) throw invalid(unknown, "is not known");
    return {};
  }),
  "missing-ids-are-422": changeReplies("all", 404, ({ value }, { path, query }) => {
    const isMadeUp = /no-such|%20|%C3|:|No-Such/i.test(`${path}?${query}`);
    return isMadeUp ? { status: 422, value: { ...Object(value), statusCode: 422 } } : {};
  }),
  // Node and Python answer an unknown method like this by default.
  "unknown-methods-are-501":
    { intercept: ({ method }) => method === "PUT" ? { status: 501, headers: {}, value: { message: "Not implemented" } } : undefined },
  "unknown-routes-are-405": {
    intercept: ({ operation }) =>
      operation ? undefined : { status: 405, headers: { allow: "GET" }, value: { message: "Method not allowed" } },
  },
  // What section 7 doesn't show: the language and form of messages, and which error a request gets.
  "error-path-decoded": { errorPath: ({ path }) => decode(path) },
  "messages-in-german": { message: ({ status, field = "" }) => `${german[status] ?? "Nicht erlaubt"} ${field}`.trim() },
  "messages-without-field": { message: ({ status }) => `リクエストを処理できません (${status})` },
  "error-without-body": { exceptionBody: () => undefined },
  "error-body-only-if-400": ({ exceptionBody }) => ({
    exceptionBody: (failure, message) => (failure.status === 400 ? exceptionBody(failure, message) : undefined),
  }),
  // "With per-field validation messages": their form isn't shown.
  "error-body-with-map-of-fields": {
    exceptionBody: ({ status, field }, message) => {
      const errors = field !== undefined && { errors: { [field]: [message] } };
      return { statusCode: status, message: "Validation failed", error: STATUS_CODES[status], ...errors };
    },
  },
  "error-message-by-field": ({ exceptionBody }) => ({
    exceptionBody: (failure, message) => {
      const byField = failure.field !== undefined && { message: { [failure.field]: message } };
      return { ...exceptionBody(failure, message), ...byField };
    },
  }),
  // "Which roles may call which operation: not shown."
  "readers-cannot-write":
    { mayCall: ({ role }, operation) => role === "owner" || operation === "promptIndex.get" || operation === "channels.list" },
  "nobody-lists-channels": { mayCall: (_, operation) => operation !== "channels.list" },
  "any-content-type": ({ readObject }) => ({ readObject: (text) => readObject(text, "application/json") }),
  "no-body-is-empty-object": ({ readObject }) => ({ readObject: (text, contentType) => readObject(text || "{}", contentType) }),
  "disabled-bindings-are-409": {
    checkUpdate: ({ status }) => {
      if (status === "disabled") throw new Failure(409, "The binding is disabled");
    },
  },
  // "Identifiers are strings", "timestamps are ISO 8601 strings", and what fields may be null, empty or left out.
  "extra-fields": { serialize: (json) => JSON.stringify(addFields(JSON.parse(json), constantFields, 1)) },
  "extra-fields-everywhere": { serialize: (json) => JSON.stringify(addFields(JSON.parse(json), changingFields, 9)) },
  "ids-are-uuids": { createId: () => randomUUID() },
  "ids-of-another-form-are-400": idsOfForm(() => randomUUID(), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  "ids-are-ulids-and-others-400": idsOfForm(createUlid, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
  "ids-in-chinese": { createId: (_, count) => Array.from(String(count), (digit) => "零一二三四五六七八九"[Number(digit)]).join("") },
  "ids-are-numbers": { createId: (_, count) => String(1000 + count) },
  "ids-with-colon": { createId: (table, count) => `urn:kb:${table}:${count}` },
  "ids-with-slash-and-space": { createId: (table, count) => `${table}/n° ${count}?` },
  // Letters of other alphabets are encoded in URLs and are safe in IRIs.
  "slugs-with-unicode": { createSlug: (title) => title.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u).join("-") },
  // A timestamp without an offset is in UTC.
  "timestamps-without-offset": timestamps((iso) => iso.replace("Z", "")),
  "timestamps-with-offset": timestamps((_, inTwoHours) => inTwoHours.replace("Z", "+02:00")),
  "timestamps-with-hours-as-offset": timestamps((_, inTwoHours) => inTwoHours.replace("Z", "+02")),
  "timestamps-without-milliseconds": timestamps((iso) => iso.replace(/\.\d+/, "")),
  "timestamps-with-microseconds": timestamps((iso) => iso.replace("Z", "017Z")),
  "pages-with-large-embedding": changeRecords("pages", { embedding: Array.from({ length: 1536 }, () => 0.125) }),
  // What isn't shown of the prompt index: when it shows a change, its limits, and what a character is.
  "delayed-index": () => delayed(400, "index"),
  "delayed-lists": () => delayed(300, "all"),
  "default-limit-10": { readLimit: limitRule(1, 200, 10) },
  "default-limit-200": { readLimit: limitRule(1, 200, 200) },
  "limit-clamped": ({ readLimit }) => ({
    readLimit: (text) => (/^-?\d+$/.test(text ?? "") ? Math.min(Math.max(Number(text), 1), 20) : readLimit(text)),
  }),
  "limit-at-most-50-and-5-by-default": { readLimit: limitRule(1, 50, 5) },
  "limit-from-5-to-20": { readLimit: limitRule(5, 20, 20) },
  "limit-0-returns-nothing": ({ readLimit }) => ({ readLimit: (text) => (text === "0" ? 0 : readLimit(text)) }),
  "summary-ends-with-ellipsis":
    { summarize: (summary) => (takeCharacters(summary, 160) === summary ? summary : `${takeCharacters(summary, 159)}…`) },
  "summary-of-160-utf-16-units": { summarize: (summary) => summary.slice(0, 160).replace(/[\uD800-\uDBFF]$/, "") },
  // Which brains may use an installation, and the form of the authorization URL, aren't shown.
  "installations-belong-to-one-brain": { mayUse: (installation, brain) => installation.brainId === brain.id },
  "authorization-url-with-more-parameters": {
    authorizationUrl: (state) =>
      `https://platform.example/oauth/v2/authorize?state=${state}&scope=chat%3Awrite,channels%3Aread&user_scope=#top`,
  },
};
