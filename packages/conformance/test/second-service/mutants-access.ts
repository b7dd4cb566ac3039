import { changeReplies, fieldsOf, inSection, type RuleChange } from "./mutant.ts";
import type { OperationName, ServiceRequest } from "./requests.ts";

/** Needs no key for an operation. */
const withoutKey = (operation: OperationName): RuleChange => ({
  needsKey: (called, key) => called !== operation || key !== undefined,
});

/** Accepts keys that do not exist for an operation. */
const withAnyKey = (operation: OperationName): RuleChange => ({
  needsKey: (called, key) => called !== operation || key === undefined,
});

/** Accepts keys of other organizations for an operation. */
const withForeignKey =
  (operation: OperationName): RuleChange =>
  ({ mayAccess }) => ({
    mayAccess: (caller, brain, called) => called === operation || mayAccess(caller, brain, called),
  });

/** Also reads the key from another place. */
const alsoReads =
  (read: (request: ServiceRequest) => string | null | undefined): RuleChange =>
  ({ readKey }) => ({
    readKey: (request) => readKey(request) ?? read(request) ?? undefined,
  });

const hour = 3_600_000;
const isSentKey = ({ headers }: ServiceRequest) => headers["x-api-key"] !== undefined;
const start = { authorizationUrl: "https://platform.example/", expiresAt: new Date() };

/** Mutants of keys, of brains that do not exist, and of the OAuth flow. */
export const accessMutants = {
  ...inSection("5", {
    "update-without-key": withoutKey("updateBinding"),
    "archive-without-key": withoutKey("archivePage"),
    "channels-without-key": withoutKey("listChannels"),
    "index-without-key": withoutKey("readIndex"),
    "oauth-without-key": withoutKey("startOauth"),
    "unbind-without-key": withoutKey("unbindChannel"),
    "update-with-any-key": withAnyKey("updateBinding"),
    "archive-with-any-key": withAnyKey("archivePage"),
    "channels-with-any-key": withAnyKey("listChannels"),
    "index-with-any-key": withAnyKey("readIndex"),
    "oauth-with-any-key": withAnyKey("startOauth"),
    "unbind-with-any-key": withAnyKey("unbindChannel"),
    "update-with-foreign-key": withForeignKey("updateBinding"),
    "archive-with-foreign-key": withForeignKey("archivePage"),
    "channels-with-foreign-key": withForeignKey("listChannels"),
    "index-with-foreign-key": withForeignKey("readIndex"),
    "oauth-with-foreign-key": withForeignKey("startOauth"),
    "unbind-with-foreign-key": withForeignKey("unbindChannel"),
    "key-in-any-case": { keyCondition: "lower(id) = lower(:key)" },
    "key-by-prefix": { keyCondition: "length(:key) > 8 AND id LIKE :key || '%'" },
    "key-with-suffix": { keyCondition: "id = :key OR :key LIKE id || '_'" },
    "key-as-pattern": { keyCondition: "id LIKE :key" },
    "key-empty": { needsKey: (_, key) => key !== "" },
    "key-list": ({ readKey }) => ({ readKey: (request) => readKey(request)?.split(",")[0] }),
    "key-in-query": alsoReads(({ query }) => query.get("x-api-key")),
    "key-in-query-as-api-key": alsoReads(({ query }) => query.get("api_key")),
    "key-as-bearer-token": alsoReads(({ headers }) => headers.authorization?.replace("Bearer ", "")),
    "key-in-cookie": alsoReads(({ headers }) => headers.cookie?.replace("x-api-key=", "")),
    "key-works-after-deletion": ({ readKey, reply }) => {
      const known = new Set<string | undefined>();
      return {
        needsKey: (_, key) => !known.has(key),
        reply: (original, request) => {
          if (original.status === 200) known.add(readKey(request));
          return reply(original, request);
        },
      };
    },
    "keys-of-members-only": { keyCondition: "id = :key AND role = 'owner'" },
    "missing-key-is-400": changeReplies("all", 401, (_, request) => (isSentKey(request) ? {} : { status: 400 })),
    "invalid-key-is-403": changeReplies("all", 401, (_, request) => (isSentKey(request) ? { status: 403 } : {})),
    "brain-before-key": changeReplies("all", 401, (_, { path }) =>
      path.includes("/brains/brain-") ? {} : { status: 404 },
    ),
    "installation-of-any-organization": { mayUse: () => true },
  }),
  // "404: brain or installation not found."
  ...inSection("7", {
    "index-of-missing-brain-is-empty": changeReplies("readIndex", 404, { status: 200, value: [] }),
    "channels-of-missing-brain-are-empty": changeReplies("listChannels", 404, { status: 200, value: [] }),
    "oauth-of-missing-brain-starts": changeReplies("startOauth", 404, { status: 200, value: start }),
    "unbind-of-missing-brain-is-false": changeReplies("unbindChannel", 404, {
      status: 200,
      value: { disconnected: false },
    }),
    "update-of-missing-brain-is-500": changeReplies("updateBinding", 404, {
      status: 500,
      value: { message: "brain is null" },
    }),
    "archive-of-missing-brain-is-400": changeReplies("archivePage", 404, {
      status: 400,
      value: { message: "Brain not found" },
    }),
  }),
  ...inSection(
    "2.7",
    fieldsOf("oauthStart", {
      "authorization-url-is-relative": (start) => ({ authorizationUrl: new URL(start.authorizationUrl).pathname }),
      "authorization-url-named-url": (start) => ({ authorizationUrl: undefined, url: start.authorizationUrl }),
      "expires-at-in-seconds": ({ expiresAt }) => ({ expiresAt: expiresAt.getTime() / 1000 }),
      "expires-at-left-out": { expiresAt: undefined },
      "expires-at-is-past": ({ expiresAt }) => ({ expiresAt: new Date(expiresAt.getTime() - hour) }),
    }),
  ),
  ...inSection("4.5", {
    "authorization-url-without-state": { authorizationUrl: () => "https://platform.example/oauth/authorize" },
    "oauth-start-returns-201": changeReplies("startOauth", 200, { status: 201 }),
    "state-for-any-brain": ({ acceptsState }) => ({
      acceptsState: (state, isSigned, _, now) => acceptsState(state, isSigned, state.brainId, now),
    }),
    "state-is-not-verified": ({ acceptsState }) => ({
      acceptsState: (state, _, brainId, now) => acceptsState(state, true, brainId, now),
    }),
    "state-refused": { acceptsState: () => false },
  }),
  ...inSection("8", {
    "state-never-expires": { acceptsState: (state, isSigned, brainId) => isSigned && state.brainId === brainId },
    "state-expires-late": ({ acceptsState }) => ({
      acceptsState: (state, isSigned, brainId, now) =>
        acceptsState(state, isSigned, brainId, new Date(now.getTime() - 60_000)),
    }),
    "state-expires-early": ({ acceptsState }) => ({
      acceptsState: (state, isSigned, brainId, now) =>
        acceptsState(state, isSigned, brainId, new Date(now.getTime() + 60_000)),
    }),
    ...fieldsOf("oauthStart", {
      "expires-at-is-an-hour-late": ({ expiresAt }) => ({ expiresAt: new Date(expiresAt.getTime() + hour) }),
    }),
  }),
};
