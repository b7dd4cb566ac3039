import type { OperationId } from "@knowledge-base/types";
import { changeFields, changeFunction, changeReplies, changeSql, type Mutants, type RuleChange } from "./mutant.ts";
import { type ServiceRequest, specifiedRules } from "./rules.ts";

// What the names of mutants call the operations.
// biome-ignore format: one row a line
const operations: readonly (readonly [name: string, operation: OperationId])[] = [
  ["update", "bindings.update"], ["archive", "pages.archive"], ["channels", "channels.list"],
  ["index", "promptIndex.get"], ["oauth", "oauth.start"], ["unbind", "bindings.unbind"],
];

// One operation that treats keys otherwise than the others do.
const keyMutants = operations.map(
  ([name, operation]): Readonly<Record<string, RuleChange>> => ({
    [`${name}-without-key`]: { needsKey: (called, key) => called !== operation || key !== undefined },
    [`${name}-with-any-key`]: { needsKey: (called, key) => called !== operation || key === undefined },
    [`${name}-with-foreign-key`]: {
      mayAccess: (caller, brain, called) => called === operation || specifiedRules.mayAccess(caller, brain, called),
    },
  }),
);

const hour = 3_600_000;
const isSentKey = ({ headers }: ServiceRequest) => headers["x-api-key"] !== undefined;

// Changes the response to a request for a brain that doesn't exist.
const missing = (operation: OperationId, status: number, value: unknown) =>
  changeReplies(operation, 404, { status, value });

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

/** Mutants of keys, of brains that don't exist, and of the OAuth flow. */
// biome-ignore format: one row a line
export const accessMutants: Mutants = {
  // Section 5
  ...Object.assign({}, ...keyMutants),
  "key-empty": { needsKey: (_, key) => key !== "" },
  "key-works-after-deletion": keepKeys,
  "missing-key-is-400": changeReplies("all", 401, (_, request) => (isSentKey(request) ? {} : { status: 400 })),
  "invalid-key-is-403": changeReplies("all", 401, (_, request) => (isSentKey(request) ? { status: 403 } : {})),
  "brain-before-key": changeReplies("all", 401, (_, { path }) => path.includes("/brains/brain-") ? {} : { status: 404 }),
  "installation-of-any-organization": { mayUse: () => true },
  ...changeSql("keyCondition", {
    "key-in-any-case": "lower(id) = lower(:key)",
    "key-by-prefix": "length(:key) > 8 AND id LIKE :key || '%'",
    "key-with-suffix": "id = :key OR :key LIKE id || '_'",
    "key-as-pattern": "id LIKE :key",
    "keys-of-members-only": "id = :key AND role = 'owner'",
  }),
  ...changeFunction("readKey", {
    "key-list": (read, request) => read(request)?.split(",")[0],
    "key-in-query": (read, request) => read(request) ?? request.query.get("x-api-key") ?? undefined,
    "key-in-query-as-api-key": (read, request) => read(request) ?? request.query.get("api_key") ?? undefined,
    "key-as-bearer-token": (read, request) => read(request) ?? request.headers["authorization"]?.replace("Bearer ", ""),
    "key-in-cookie": (read, request) => read(request) ?? request.headers["cookie"]?.replace("x-api-key=", ""),
  }),
  // Section 7
  "index-of-missing-brain-is-empty": missing("promptIndex.get", 200, []),
  "channels-of-missing-brain-are-empty": missing("channels.list", 200, []),
  "oauth-of-missing-brain-starts": missing("oauth.start", 200, { authorizationUrl: "https://platform.example/", expiresAt: new Date() }),
  "unbind-of-missing-brain-is-false": missing("bindings.unbind", 200, { disconnected: false }),
  "update-of-missing-brain-is-500": missing("bindings.update", 500, { message: "brain is null" }),
  "archive-of-missing-brain-is-400": missing("pages.archive", 400, { message: "Brain not found" }),
  // Section 2.7
  ...changeFields("oauth.start", {
    "authorization-url-is-relative": (start) => ({ authorizationUrl: new URL(start.authorizationUrl).pathname }),
    "authorization-url-named-url": (start) => ({ authorizationUrl: undefined, url: start.authorizationUrl }),
    "expires-at-in-seconds": ({ expiresAt }) => ({ expiresAt: expiresAt.getTime() / 1000 }),
    "expires-at-left-out": { expiresAt: undefined },
    "expires-at-is-past": ({ expiresAt }) => ({ expiresAt: new Date(expiresAt.getTime() - hour) }),
  }),
  // Section 8
  ...changeFields("oauth.start", {
    "expires-at-is-an-hour-late": ({ expiresAt: date }) => ({ expiresAt: new Date(date.getTime() + hour) }),
  }),
  // Section 4.5
  "authorization-url-without-state": { authorizationUrl: () => "https://platform.example/oauth/authorize" },
  "oauth-start-returns-201": changeReplies("oauth.start", 200, { status: 201 }),
  ...changeFunction("acceptsState", {
    "state-for-any-brain": (accepts, state, isSigned, _, now) => accepts(state, isSigned, state.brainId, now),
    "state-is-not-verified": (accepts, state, _, brainId, now) => accepts(state, true, brainId, now),
    "state-refused": (_) => false,
  }),
  // Section 8
  ...changeFunction("acceptsState", {
    "state-never-expires": (_, state, isSigned, brainId) => isSigned && state.brainId === brainId,
    "state-expires-late": (accepts, state, isSigned, brainId, now) => accepts(state, isSigned, brainId, new Date(now.getTime() - 60_000)),
    "state-expires-early": (accepts, state, isSigned, brainId, now) => accepts(state, isSigned, brainId, new Date(now.getTime() + 60_000)),
  }),
};
