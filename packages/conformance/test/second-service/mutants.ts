import type { ErrorBody, OperationId, Page, PageSourceRef } from "@knowledge-base/types";
import {
  changeFields,
  changeFunction,
  changeReplies,
  type RuleChange,
  type RuleChanges,
  toRuleChanges,
} from "./mutant.ts";
import constantMutants from "./mutants.json" with { type: "json" };
import { Failure, type ServiceRequest, specifiedRules, takeCharacters } from "./rules.ts";

const hour = 3_600_000;

const later = (date: Date, milliseconds: number) => new Date(date.getTime() + milliseconds);

const source =
  (change: object) =>
  ({ source }: Pick<Page, "source">) => ({ source: source && { ...source, ...change } });

const sources = (change: (reference: PageSourceRef) => unknown) => (page: Pick<Page, "sources">) => ({
  sources: page.sources.map(change),
});

const exception =
  (change: (body: object, status: number) => unknown) => (error: Pick<ErrorBody, "body" | "statusCode">) =>
    error.body ? { body: change(error.body, error.statusCode) } : {};

const isSentKey = ({ headers }: ServiceRequest) => headers["x-api-key"] !== undefined;

const keepKeys: RuleChange = ({ readKey, reply }) => {
  const known = new Set<string | undefined>();
  return {
    needsKey: (_, key) => !known.has(key),
    reply: (original, request) => {
      if (original.status === 200) known.add(readKey(request));
      return reply(original, request);
    },
  };
};

const returnFlags = changeReplies("bindings.update", 200, ({ value }, { body }) => ({
  value: { ...Object(value), ...JSON.parse(body) },
}));

// One operation that treats keys otherwise than the others do.
function keyMutants(name: string, operation: OperationId): RuleChanges {
  return {
    [`${name}-without-key`]: { needsKey: (called, key) => called !== operation || key !== undefined },
    [`${name}-with-any-key`]: { needsKey: (called, key) => called !== operation || key === undefined },
    [`${name}-with-foreign-key`]: {
      mayAccess: (caller, brain, called) => called === operation || specifiedRules.mayAccess(caller, brain, called),
    },
  };
}

/** Everything that the service can do wrong, by name. Constants are in `mutants.json`, by the section that they violate. */
// biome-ignore format: one row a line
export const mutants: RuleChanges = {
  ...toRuleChanges(constantMutants),
  // Keys
  ...keyMutants("update", "bindings.update"),
  ...keyMutants("archive", "pages.archive"),
  ...keyMutants("channels", "channels.list"),
  ...keyMutants("index", "promptIndex.get"),
  ...keyMutants("oauth", "oauth.start"),
  ...keyMutants("unbind", "bindings.unbind"),
  "key-empty": { needsKey: (_, key) => key !== "" },
  "key-works-after-deletion": keepKeys,
  "missing-key-is-400": changeReplies("all", 401, (_, request) => (isSentKey(request) ? {} : { status: 400 })),
  "invalid-key-is-403": changeReplies("all", 401, (_, request) => (isSentKey(request) ? { status: 403 } : {})),
  "brain-before-key": changeReplies("all", 401, (_, { path }) => path.includes("/brains/brain-") ? {} : { status: 404 }),
  ...changeFunction("readKey", {
    "key-list": (read, request) => read(request)?.split(",")[0],
    "key-in-query": (read, request) => read(request) ?? request.query.get("x-api-key") ?? undefined,
    "key-in-query-as-api-key": (read, request) => read(request) ?? request.query.get("api_key") ?? undefined,
    "key-as-bearer-token": (read, request) => read(request) ?? request.headers["authorization"]?.replace("Bearer ", ""),
    "key-in-cookie": (read, request) => read(request) ?? request.headers["cookie"]?.replace("x-api-key=", ""),
  }),
  // Pages
  ...changeFields("pages.archive", {
    "page-source-left-out-if-null": ({ source }) => ({ source: source ?? undefined }),
    "page-source-empty-if-null": ({ source }) => ({ source: source ?? {} }),
    "page-type-in-capitals": ({ pageType }) => ({ pageType: pageType.toUpperCase() }),
    "page-bucket-in-singular": ({ bucket }) => ({ bucket: bucket.replace(/s$/, "") }),
    "page-entities-as-text": ({ entities }) => ({ entities: entities.join(", ") }),
    "page-backlinks-null-if-empty": ({ backlinks }) => ({ backlinks: backlinks.length > 0 ? backlinks : null }),
    "page-backlinks-beyond-body": ({ backlinks }) => ({ backlinks: [...backlinks, "another"] }),
    "page-backlinks-in-brackets": ({ backlinks }) => ({ backlinks: backlinks.map((slug) => `[[${slug}]]`) }),
    "page-embedding-as-text": ({ embedding }) => ({ embedding: JSON.stringify(embedding) }),
    "page-embedding-null-if-empty": ({ embedding }) => ({ embedding: embedding.length > 0 ? embedding : null }),
    "page-pinned-as-number": ({ pinned }) => ({ pinned: Number(pinned) }),
    "page-created-at-in-milliseconds": ({ createdAt }) => ({ createdAt: createdAt.getTime() }),
    "page-updated-at-as-http-date": ({ updatedAt }) => ({ updatedAt: updatedAt.toUTCString() }),
    "page-compiled-at-with-space": (page) => ({ lastCompiledAt: page.lastCompiledAt.toISOString().replace("T", " ").replace("Z", "") }),
    "page-referenced-at-left-out-if-null": (page) => ({ lastReferencedAt: page.lastReferencedAt ?? undefined }),
    "page-referenced-at-1970-if-null": (page) => ({ lastReferencedAt: page.lastReferencedAt ?? new Date(0) }),
    "numbers-of-embedding-rounded": ({ embedding }) => ({ embedding: embedding.map(Math.round) }),
    "embedding-cut-at-1024": ({ embedding }) => ({ embedding: embedding.slice(0, 1024) }),
    "embedding-left-out-if-large": ({ embedding }) => ({ embedding: embedding.length > 2000 ? [] : embedding }),
    "source-channel-left-out": source({ channel: undefined }),
    "source-reference-is-number": source({ ref: 7 }),
    "source-label-is-list": source({ label: ["Research agent"] }),
    "source-as-text": (page) => ({ source: page.source && "agent" }),
    "ingest-source-named-id": sources(({ ingestSourceId, ...rest }) => ({ ...rest, id: ingestSourceId })),
    "chunks-left-out-if-empty": sources((it) => ({ ...it, chunkUuids: it.chunkUuids[0] && it.chunkUuids })),
    "chunks-as-text": sources((it) => ({ ...it, chunkUuids: it.chunkUuids.join() })),
    "attached-at-in-seconds": sources((it) => ({ ...it, attachedAt: 1_767_254_400 })),
    "sources-as-ids": sources(({ ingestSourceId }) => ingestSourceId),
  }),
  "slug-with-spaces": { createSlug: (title) => title.toLowerCase() },
  "archive-returns-page-in-object": changeReplies("pages.archive", 201, ({ value }) => ({ value: { page: value } })),
  // The prompt index
  ...changeFields("promptIndex.get", {
    "entry-summary-null-if-short": ({ summary }) => ({ summary: summary.length > 20 ? summary : null }),
  }),
  ...changeFunction("summarize", {
    "summary-not-truncated": (_, summary) => summary,
    "summary-of-161": (_, summary) => takeCharacters(summary, 161),
    "summary-of-100": (_, summary) => takeCharacters(summary, 100),
    "summary-with-dots-after-160": (_, text) => (text.length > 160 ? `${text.slice(0, 160)}...` : text),
    "summary-without-spaces": (_, summary) => summary.replaceAll(" ", "").slice(0, 160),
    "summary-not-truncated-if-pinned": (_, text, { pinned }) => (pinned ? text : text.slice(0, 160)),
    "summary-of-160-bytes": (_, text) => new TextDecoder().decode(Buffer.from(text).subarray(0, 160)).replace(/\uFFFD$/, ""),
    "summary-ends-inside-a-character": (_, text) => (text.length > 160 ? `${text.slice(0, 159)}${"🚀"[0]}` : text),
  }),
  ...changeFunction("readLimit", {
    "limit-ignored": (read, text) => Math.max(read(text), 50),
    "limit-plus-one": (read, text) => read(text) + 1,
    "limit-required": (read, text) => read(text ?? ""),
    "limit-may-be-a-word": (read, text) => read(Number.isNaN(Number(text)) ? null : text),
    "limit-may-be-a-fraction": (_, text) => Math.floor(Number(text ?? 50)) || 50,
    "limit-may-end-in-letters": (read, text) => read(text?.replace(/^(\d+)[a-z]+$/, "$1") ?? null),
  }),
  "index-in-an-object": changeReplies("promptIndex.get", 200, ({ value }) => ({ value: { entries: value } })),
  // Channels
  ...changeFields("channels.list", {
    "channel-member-left-out-if-private": ({ isPrivate, isMember }) => ({ isMember: isPrivate ? undefined : isMember }),
    "channel-member-if-private": ({ isPrivate, isMember }) => ({ isMember: isPrivate || isMember }),
    "channel-member-reversed": ({ isMember }) => ({ isMember: !isMember }),
    "channel-private-as-text": ({ isPrivate }) => ({ isPrivate: isPrivate ? "private" : "public" }),
    "channel-name-hidden-if-private": ({ isPrivate, name }) => ({ name: isPrivate ? null : name }),
  }),
  "channels-in-an-object": changeReplies("channels.list", 200, ({ value }) => ({ value: { channels: value } })),
  "installation-of-any-organization": { mayUse: () => true },
  "installation-id-missing-is-404": {
    readInstallationId: (query) => {
      const installationId = query.get("installationId");
      if (installationId === null) throw new Failure(404, "Installation not found");
      return installationId;
    },
  },
  // Bindings
  ...changeFields("bindings.update", {
    "binding-channel-is-name": ({ channelName, channelId }) => ({ channelId: channelName ?? channelId }),
    "binding-channel-name-left-out-if-null": ({ channelName }) => ({ channelName: channelName ?? undefined }),
    "binding-flag-as-number": ({ notifyBriefs }) => ({ notifyBriefs: Number(notifyBriefs) }),
    "binding-flag-left-out-if-false": (binding) => ({ notifyConnections: binding.notifyConnections || undefined }),
    "binding-created-at-is-now": () => ({ createdAt: new Date(Date.now() + 5000) }),
    "binding-created-at-in-seconds": ({ createdAt }) => ({ createdAt: Math.floor(createdAt.getTime() / 1000) }),
    "update-returns-former-flags":
      (_, { body }) => Object.fromEntries(Object.entries(JSON.parse(body)).map(([name, value]) => [name, !value])),
  }),
  ...changeFunction("readFlag", {
    "update-needs-all-flags": (read, value, name) => read(value ?? null, name),
    "update-accepts-text": (read, value, name) => read(typeof value === "string" ? value === "true" : value, name),
    "update-accepts-null": (read, value, name) => read(value ?? undefined, name),
    "update-accepts-numbers": (read, value, name) => read(typeof value === "number" ? value === 1 : value, name),
    "update-checks-first-flag-only": (read, value, name) => name === "notifyBriefs" ? read(value, name) : Boolean(value),
  }),
  ...changeFunction("readObject", {
    "update-needs-a-flag": (read, text, contentType) => read(text === "{}" ? "" : text, contentType),
    "update-accepts-broken-json": (read, text, contentType) => read(text === "{" ? "{}" : text, contentType),
    "update-accepts-a-list": (read, text, contentType) => read(text.startsWith("[") ? "{}" : text, contentType),
  }),
  "update-is-not-stored": (rules) => ({ ...returnFlags(rules), updateBinding: "" }),
  "update-returns-204": changeReplies("bindings.update", 200, { status: 204, value: undefined }),
  "unbind-returns-204": changeReplies("bindings.unbind", 200, { status: 204, value: undefined }),
  "unbind-returns-binding-id": changeReplies("bindings.unbind", 200, (_, { path }) => ({ value: path.split("/").at(-1) })),
  // The OAuth flow
  ...changeFields("oauth.start", {
    "authorization-url-is-relative": (start) => ({ authorizationUrl: new URL(start.authorizationUrl).pathname }),
    "authorization-url-named-url": (start) => ({ authorizationUrl: undefined, url: start.authorizationUrl }),
    "expires-at-in-seconds": ({ expiresAt }) => ({ expiresAt: expiresAt.getTime() / 1000 }),
    "expires-at-is-past": ({ expiresAt }) => ({ expiresAt: later(expiresAt, -hour) }),
    "expires-at-is-an-hour-late": ({ expiresAt }) => ({ expiresAt: later(expiresAt, hour) }),
  }),
  "authorization-url-without-state": { authorizationUrl: () => "https://platform.example/oauth/authorize" },
  "oauth-of-missing-brain-starts": changeReplies("oauth.start", 404, () => ({
    status: 200, value: { authorizationUrl: "https://platform.example/", expiresAt: new Date() },
  })),
  ...changeFunction("acceptsState", {
    "state-for-any-brain": (accepts, state, isSigned, _, now) => accepts(state, isSigned, state.brainId, now),
    "state-is-not-verified": (accepts, state, _, brainId, now) => accepts(state, true, brainId, now),
    "state-refused": (_) => false,
    "state-never-expires": (_, state, isSigned, brainId) => isSigned && state.brainId === brainId,
    "state-expires-late": (accepts, state, isSigned, brainId, now) => accepts(state, isSigned, brainId, later(now, -60_000)),
    "state-expires-early": (accepts, state, isSigned, brainId, now) => accepts(state, isSigned, brainId, later(now, 60_000)),
  }),
  // Errors
  ...changeFields("error", {
    "error-timestamp-in-milliseconds": ({ timestamp }) => ({ timestamp: timestamp.getTime() }),
    "error-timestamp-for-people": ({ timestamp }) => ({ timestamp: timestamp.toUTCString() }),
    "error-timestamp-of-another-day": ({ timestamp }) => ({ timestamp: later(timestamp, -24 * hour) }),
    "error-message-empty-if-401": ({ statusCode, message }) => ({ message: statusCode === 401 ? "" : message }),
    "error-message-as-list-if-400": ({ statusCode, message }) => ({ message: statusCode === 400 ? [message] : message }),
    "error-message-is-object-if-404": ({ statusCode, message }) => ({ message: statusCode === 404 ? { text: message } : message }),
    "error-body-as-text": exception((body) => JSON.stringify(body)),
    "error-body-null": exception(() => null),
    "error-body-without-status": exception((body) => ({ ...body, statusCode: undefined })),
    "error-body-without-error": exception((body) => ({ ...body, error: undefined })),
    "error-body-without-message": exception((body) => ({ ...body, message: undefined })),
    "error-body-with-another-status": exception((body) => ({ ...body, statusCode: 500 })),
    "error-body-without-fields": exception((body, status) => (status === 400 ? { ...body, message: "Invalid" } : body)),
  }),
  ...changeFunction("errorPath", {
    "error-path-with-query": (_, { path, query }) => `${path}${query.size > 0 ? `?${query}` : ""}`,
    "error-path-with-question-mark": (_, { path, query }) => `${path}${query.size > 0 ? "?" : ""}`,
    "error-path-is-pattern": (_, { path }) => path.replace(/brains\/[^/]+/, "brains/:brainId"),
    "error-path-with-method": (_, { path, method }) => `${method} ${path}`,
    "error-path-with-origin": (_, { path }) => `https://second-service.test${path}`,
    "error-path-without-last-segment": (_, { path }) => path.replace(/\/[^/]*$/, ""),
  }),
  "error-404-empty": changeReplies("all", 404, { headers: { "content-type": "text/plain" }, value: undefined }),
  // All responses and paths
  "parameters-not-decoded": { decodeSegment: (segment) => segment },
  "responses-as-text": changeReplies("all", "any", ({ headers }) => ({ headers: { ...headers, "content-type": "text/plain" } })),
};
