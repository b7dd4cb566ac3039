import { attachBodyRules } from "./adapters/body-rules.ts";
import { EventLoopHold } from "./adapters/event-loop-hold.ts";
import { createFetch, type Fetch } from "./adapters/fetch.ts";
import { choices } from "./choices.ts";
import { bindCommand, bindGroups, type CallCommand } from "./control/bind-commands.ts";
import { executeCommand } from "./control/execute-command.ts";
import { rejectOptions } from "./control/reject-options.ts";
import { reviewAuthorization } from "./control/review-authorization.ts";
import {
  type ServerControl,
  serverControlCommands,
  type TestTools,
  testToolCommands,
} from "./control/server-control.ts";
import { allowOrigins, createOriginHeaders } from "./http/allow-origins.ts";
import { delayRequests } from "./http/latency.ts";
import { createConsentHandler } from "./http/oauth-consent/consent-handler.ts";
import { omitBodiesOfHead } from "./http/omit-bodies-of-head.ts";
import { createRequestHandler } from "./http/request-handler.ts";
import { createIds, type Ids } from "./ids.ts";
import type { Progress } from "./progress.ts";
import { createRandom } from "./random.ts";
import type { KnownKeys } from "./redaction.ts";
import type { ReferenceServerOptions } from "./reference-server-options.ts";
import type { ServerObserver } from "./server-observer.ts";
import { createServerOrganization, type ServerOrganization } from "./server-organization.ts";
import { readServerOptions } from "./server-settings.ts";
import { ServerState } from "./server-state.ts";
import { ChangeFeed } from "./store/change-feed.ts";
import { redactStateErrors } from "./store/redact-state-errors.ts";
import type { ApiKey, State } from "./store/state.ts";
import type { StateInput } from "./store/state-input.ts";
import { Store } from "./store/store.ts";

/**
 * The reference server: the service in memory, without a network, with tools to observe it, control it and cause failures in tests. Its own tools act on the
 * whole server; those of {@link ReferenceServer.organization} act on one organization.
 *
 * @see [Testing](../../../docs/guides/testing.md)
 */
export interface ReferenceServer extends TestTools {
  /** Base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * An API key that is valid initially and after each reset: that of the option `apiKey`, otherwise the first of the seed, or
   * one that the server created.
   */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. Pass it to another server to repeat a run. */
  readonly randomSeed: string;
  /** Handles requests with the signature of the global `fetch`. The host of the URL does not matter. */
  readonly fetch: Fetch;
  /** Actions of the service that the specification does not define as operations. */
  readonly control: ServerControl;
  /**
   * Adds records. Fields with a default can be omitted.
   *
   * @throws {@link ControlError} `invalid_input` if options are given, which only the method of an organization has
   * @throws {@link StateError} if a record is malformed, duplicate, or refers to a missing record; then nothing is added
   */
  readonly seed: (state: StateInput) => void;
  /**
   * Restores the initial records, resets the clock and the sequence of ids, and clears faults, journal, deliveries and OAuth
   * states. Requests in flight finish with the old state.
   */
  readonly reset: () => void;
  /** Returns a copy of all records: brain by brain, each in the order of insertion. */
  readonly snapshot: () => Required<State>;
  /**
   * Replaces all records. Fields with a default can be omitted.
   *
   * @throws {@link ControlError} `invalid_input` if options are given, which only the method of an organization has
   * @throws {@link StateError} if the state is invalid; then nothing changes
   */
  readonly restore: (state: StateInput) => void;
  /**
   * Returns the tools of one organization, which cannot affect any other. Their methods throw a {@link ControlError}
   * `not_found` if the organization does not exist.
   *
   * @throws TypeError if the id is empty or no text
   */
  readonly organization: (id: string) => ServerOrganization;
}

/**
 * Creates a reference server. It opens no socket and starts no timer.
 *
 * @throws {@link StateError} if the seed is invalid
 * @throws TypeError if an option is unknown or has the wrong type
 * @throws RangeError if a number is out of range
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * const response = await server.fetch(`${server.baseUrl}/v1/brains/brain_operations/index?limit=3`, {
 *   headers: { "x-api-key": server.apiKey },
 * });
 * console.log(response.status); // 200
 * ```
 *
 * @see [Testing](../../../docs/guides/testing.md)
 */
export function createReferenceServer(options: ReferenceServerOptions = {}): ReferenceServer {
  const settings = readServerOptions(options);
  const { baseUrl, seed, apiKey, randomSeed, latency, strictBodies, onChange, progress, cors } = settings;
  const { origin, path: basePath } = baseUrl;

  let initialStore = new Store();
  redactStateErrors(seed, new Set(apiKey === undefined ? [] : [apiKey]), () => initialStore.add(seed));
  const firstKey = getOrCreateApiKey(initialStore, createIds(createRandom(`${randomSeed}: first key`)), apiKey);

  const fixed = { ...settings, apiKey: firstKey, reportProgress: (item: Progress) => changes?.reportProgress(item) };
  const createState = (continued?: readonly Progress[]) =>
    new ServerState({ ...fixed, store: initialStore.clone(), progress: continued });
  let serverState = createState(progress);
  const changes = onChange && new ChangeFeed(onChange, () => serverState.store.apiKeys, progress !== undefined);
  let observer: ServerObserver | undefined;
  serverState.store.report = changes?.report;

  /** Makes a change, and hands it over. */
  function change<Output>(make: () => Output): Output {
    void changes?.prepare();
    const output = make();
    void changes?.commit();
    return output;
  }
  async function changeAsync(make: () => unknown): Promise<unknown> {
    await changes?.prepare();
    const output = await make();
    await changes?.commit();
    return output;
  }

  const createCall =
    (organizationId?: string): CallCommand =>
    (command, commandCall) => {
      const execute = () => executeCommand(command, commandCall, serverState, organizationId);
      return changes && command.asynchronous ? changeAsync(execute) : change(execute);
    };
  const call = createCall();
  const control = bindGroups<ServerControl>(serverControlCommands, call);
  const handleConsent = createConsentHandler({
    basePath,
    oauth: control.oauth,
    review: bindCommand(reviewAuthorization, call),
    getApiKeys: () => serverState.store.apiKeys,
  });
  const handleEveryOrigin = createRequestHandler({ basePath, strictBodies, changes, getState: () => serverState });
  const handleOperation = cors ? allowOrigins(handleEveryOrigin, cors) : handleEveryOrigin;
  const handle = omitBodiesOfHead((request) => handleConsent(request) ?? handleOperation(request));
  const hold = new EventLoopHold();
  const fetch = createFetch(delayRequests(handle, latency), hold);
  if (cors) attachBodyRules(fetch, () => ({ createRejectionHeaders: (from) => createOriginHeaders(from, cors) }));

  const server: ReferenceServer = {
    ...bindGroups<TestTools>(testToolCommands, call),
    baseUrl: origin + basePath,
    apiKey: firstKey.key,
    randomSeed,
    control,
    fetch,
    seed(state, options?: unknown) {
      rejectOptions("add records", options);
      change(() => serverState.seed(state));
    },
    reset: () =>
      change(() => {
        const previous = serverState;
        hold.release();
        previous.close();
        serverState = createState();
        serverState.store.replace(previous.store);
        changes?.reportProgress({ item: "reset", organizationId: null, generation: 0 });
        serverState.observe(observer);
        observer?.onReset();
      }),
    snapshot: () => serverState.store.snapshot(),
    restore(state, options?: unknown) {
      rejectOptions("replace all records", options);
      change(() => serverState.restore(state));
    },
    organization: (id) => createServerOrganization({ id, baseUrl: server.baseUrl, fetch: server.fetch }, createCall),
  };
  internals.set(control, {
    getApiKeys: () => serverState.store.apiKeys,
    waitForChanges: () => changes?.flush(),
    observe: (next) => {
      observer = next;
      serverState.observe(next);
      serverState.store.report =
        changes && next
          ? (step) => {
              changes.report(step);
              next.onRecord(step);
            }
          : (next?.onRecord ?? changes?.report);
    },
    discard: () => {
      hold.release();
      serverState.close();
      initialStore = new Store();
      serverState = createState();
    },
  });
  return server;
}

interface Internals {
  readonly getApiKeys: () => KnownKeys;
  readonly waitForChanges: () => Promise<void> | undefined;
  readonly observe: (observer: ServerObserver | undefined) => void;
  readonly discard: () => void;
}

/** By the control of a server, which its copies with another `fetch` share. */
const internals = new WeakMap<ServerControl, Internals>();

/** Returns all API keys of a server; only its own key if another copy of this package created the server. */
export function getApiKeys({ control, apiKey }: ReferenceServer): KnownKeys {
  return internals.get(control)?.getApiKeys() ?? new Set([apiKey]);
}

/** Waits until the option `onChange` has handled all changes. */
export async function waitForChanges({ control }: ReferenceServer): Promise<void> {
  await internals.get(control)?.waitForChanges();
}

/**
 * Sets who is called after something has happened in a server, until it is set again.
 *
 * @returns false if another copy of this package created the server, which then has no observer
 */
export function observe({ control }: ReferenceServer, observer: ServerObserver | undefined): boolean {
  const found = internals.get(control);
  found?.observe(observer);
  return found !== undefined;
}

/** Releases all records of a server, for users that cannot release the server itself. */
export function discard({ control }: ReferenceServer): void {
  internals.get(control)?.discard();
}

function getOrCreateApiKey(store: Store, ids: Ids, given: string | undefined): ApiKey {
  const [first] = store.apiKeys.values();
  const existing = given === undefined ? first : store.apiKeys.get(given);
  if (existing) return existing;
  const key = given ?? ids.next("key");
  const [organizationId = ids.next("organization")] = store.organizations.keys();
  if (store.organizations.size === 0) {
    const record = { id: organizationId, name: "Default organization" };
    store.apply({ action: "put", organizationId, array: "organizations", record });
  }
  const record: ApiKey = { key, organizationId, role: choices.defaultRole };
  store.apply({ action: "put", organizationId, array: "apiKeys", record });
  return record;
}
