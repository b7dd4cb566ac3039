import { reject } from "../basics/control-error.ts";
import { type Action, type CallAction, executeAction } from "../control/action.ts";
import { bindGroups, createMethods, type ServerControl, serverGroups, type TestTools } from "../control/groups.ts";
import type { LoadedState } from "../control/state-control.ts";
import { createFetch, type Fetch } from "../http/fetch.ts";
import { createRequestHandler } from "../http/request-handler.ts";
import { consentActions, createConsentHandlers } from "../messaging/consent-pages.ts";
import type { State, StateInput } from "../state/state.ts";
import type { Changes } from "../store/changes.ts";
import { ServerStore } from "../store/server-store.ts";
import type { WithCore } from "./core.ts";
import { type ReferenceServerOptions, readServerOptions } from "./options.ts";
import { type Connection, createOrganization, type ServerOrganization } from "./server-organization.ts";

/**
 * The reference server: the service in memory, without a network, with tools to observe it, control it and cause failures in
 * tests. Its own methods act on the whole server. {@link ReferenceServer.organization} returns the same for one organization.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * const kb = new KnowledgeBase(server.connection);
 * await kb.promptIndex.get({ brainId: "brain_operations" });
 * console.log(server.journal.entries()[0]?.operation); // promptIndex.get
 * ```
 *
 * @see [Test your code](../../../../docs/guides/test-your-code.md)
 */
export interface ReferenceServer extends TestTools {
  /** Base URL, {@link ReferenceServer.apiKey} and `fetch` for a client: `new KnowledgeBase(server.connection)`. */
  readonly connection: Connection;
  /** Base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * An API key that is valid initially and after each reset: the option `apiKey`, or else the first key of the seed, or else a key
   * that the server created.
   */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. Pass it to another server to repeat a run. */
  readonly randomSeed: string;
  /**
   * Handles requests like the global `fetch`, without a network. The host of the URL doesn't matter. A redirect to another origin
   * is followed with the global `fetch`; with `redirect: "manual"` the response is returned, as in Node.
   */
  readonly fetch: Fetch;
  /** Actions of the service that the specification doesn't define as operations. */
  readonly control: ServerControl;
  /**
   * Adds records, and returns the API keys among them. Fields with a default can be omitted.
   *
   * @throws {@link ControlError} `invalid_input` if a record is malformed, duplicate, or refers to a missing record; then nothing is
   * added
   */
  readonly seed: (state: StateInput) => LoadedState;
  /**
   * Restores the initial records, resets the clock and the sequence of ids to those of the seed, and clears faults, journal,
   * deliveries and OAuth states. Requests in flight finish with the old state.
   */
  readonly reset: () => void;
  /** Returns a copy of all records: organization by organization, each in the order of insertion. */
  readonly snapshot: () => State;
  /**
   * Replaces all records, sets the clocks whose positions the state contains, and returns the API keys of the state. Fields with a
   * default can be omitted.
   *
   * @throws {@link ControlError} `invalid_input` if the state is invalid; then nothing changes
   */
  readonly restore: (state: StateInput) => LoadedState;
  /**
   * Returns one organization, whose methods can't affect any other. They throw a {@link ControlError}
   * `not_found` if the organization doesn't exist.
   *
   * @throws TypeError if the id is empty or isn't a text
   */
  readonly organization: (id: string) => ServerOrganization;
}

/**
 * Creates a reference server. It opens no socket and starts no timer.
 *
 * @throws {@link ControlError} `invalid_input` if the seed is invalid
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
 * @see [Test your code](../../../../docs/guides/test-your-code.md)
 */
export function createReferenceServer(options: ReferenceServerOptions = {}): ReferenceServer {
  const settings = readServerOptions(options);
  const { baseUrl, randomSeed, operations } = settings;
  const { origin, path: basePath } = baseUrl;

  const store = new ServerStore(settings);
  function execute(action: Action, input: unknown, changes: Changes, organizationId?: string, signal?: AbortSignal) {
    const findScope = organizationId === undefined ? undefined : () => store.organizations.get(organizationId);
    return executeAction(action, input, store, { changes, findScope, signal });
  }
  async function callAsync(action: Action, input: unknown, organizationId?: string, signal?: AbortSignal) {
    const changes = store.createChanges();
    try {
      return await execute(action, input, changes, organizationId, signal);
    } finally {
      // If both fail, the caller gets the error of `onChange`.
      await changes.settled();
    }
  }
  const call: CallAction = (action, input, organizationId) =>
    action.isAsync
      ? callAsync(action, input, organizationId)
      : execute(action, input, store.createChanges(), organizationId);
  const { consent } = bindGroups({ consent: consentActions }, call);
  const findConsentPage = createConsentHandlers(basePath, consent);
  const handleRequest = createRequestHandler({ ...settings, basePath, findConsentPage, store });
  const fetch = createFetch(handleRequest);

  const connection: Connection = { baseUrl: origin + basePath, apiKey: store.apiKey.key, fetch };

  const withCore: ReferenceServer & WithCore = {
    ...createMethods(serverGroups, call),
    ...connection,
    connection,
    randomSeed,
    organization(id) {
      const organization = createOrganization(id, connection, call);
      return { ...organization, connection: connectionOf(organization) };
    },
    core: {
      operations,
      allowsOrigins: settings.cors !== undefined,
      handlersByFetch: new WeakMap([[fetch, () => handleRequest]]),
      callAsync,
      listen: (listener) => store.feed.listen(listener),
      stop: () => store.stop(),
      discard: () => store.discard(),
    },
  };
  return withCore;
}

function connectionOf({ id, baseUrl, fetch, control }: Omit<ServerOrganization, "connection">): Connection {
  return {
    baseUrl,
    fetch,
    // The first key may change.
    get apiKey() {
      const [first] = control.apiKeys.list();
      if (first) return first.key;
      return reject("not_found", `organization ${id} has no API key. Create one with control.apiKeys.create()`);
    },
  };
}
