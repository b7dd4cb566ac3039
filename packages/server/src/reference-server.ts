import { createFetch, type Fetch } from "./adapters/fetch.ts";
import { choices } from "./choices.ts";
import { bindCommand, bindGroups, type CallCommand } from "./control/bind-commands.ts";
import { executeCommand } from "./control/execute-command.ts";
import { reviewAuthorization } from "./control/oauth.ts";
import {
  type OrganizationControl,
  organizationControlCommands,
  type ServerControl,
  type ServerOrganization,
  serverControlCommands,
  type TestTools,
  takeSnapshot,
  testToolCommands,
} from "./control/server-control.ts";
import type { RequestHandler } from "./http/http-message.ts";
import { delayRequests } from "./http/latency.ts";
import { createConsentHandler } from "./http/oauth-consent/consent-handler.ts";
import { createRequestHandler } from "./http/request-handler.ts";
import { createIds, type Ids } from "./ids.ts";
import { createRandom } from "./random.ts";
import type { KnownKeys } from "./redaction.ts";
import { type ReferenceServerOptions, readServerOptions } from "./reference-server-options.ts";
import { ServerState } from "./server-state.ts";
import type { ApiKey, State } from "./store/state.ts";
import { Store } from "./store/store.ts";

/**
 * The service in memory, without a network, with tools to observe, control and break it in tests. Its own tools act on the
 * whole server; those of {@link ReferenceServer.organization} act on one organization.
 */
export interface ReferenceServer extends TestTools {
  /** Base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  /** An API key that is valid initially and after each reset: the first of the seed, or one that the server created. */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. Pass it to another server to repeat a run. */
  readonly randomSeed: string;
  /** Handles requests with the signature of the global `fetch`. The host of the URL does not matter. */
  readonly fetch: Fetch;
  /** Actions of the service that the specification does not show as operations. */
  readonly control: ServerControl;
  /**
   * Adds records.
   *
   * @throws {@link StateError} if a record is malformed, duplicate, or refers to a missing record; then nothing is added
   */
  readonly seed: (state: State) => void;
  /**
   * Restores the initial records and the initial sequence of ids, and clears faults, journal, deliveries, clock and OAuth
   * states. Requests in flight finish with the state before the reset.
   */
  readonly reset: () => void;
  /** Returns a copy of all records: brain by brain, each in the order of insertion. */
  readonly snapshot: () => Required<State>;
  /**
   * Replaces all records.
   *
   * @throws {@link StateError} if the state is invalid; then nothing changes
   */
  readonly restore: (state: State) => void;
  /**
   * Returns the tools of one organization, which cannot affect any other. Their methods throw a {@link ControlError}
   * `not_found` if the organization does not exist.
   */
  readonly organization: (id: string) => ServerOrganization;
}

/**
 * Creates a reference server. It opens no socket and starts no timer.
 *
 * @throws {@link StateError} if the seed is invalid
 * @throws TypeError if an option is unknown or has the wrong type
 * @throws RangeError if the latency is out of range
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
 */
export function createReferenceServer(options: ReferenceServerOptions = {}): ReferenceServer {
  const { baseUrl, seed, randomSeed, clock, latency, strictBodies } = readServerOptions(options);
  const { origin, path: basePath } = baseUrl;

  let initialStore = new Store();
  initialStore.add(seed);
  const firstKey = getOrCreateApiKey(initialStore, createIds(createRandom(`${randomSeed}: first key`)));

  const createState = () => new ServerState({ store: initialStore.clone(), clock, randomSeed, apiKey: firstKey });
  let serverState = createState();

  const createCall =
    (organizationId?: string): CallCommand =>
    (command, commandCall) =>
      executeCommand(command, commandCall, serverState, organizationId);
  const call = createCall();
  const control = bindGroups<ServerControl>(serverControlCommands, call);
  const handleConsent = createConsentHandler({
    basePath,
    oauth: control.oauth,
    review: bindCommand(reviewAuthorization, call),
  });
  const handleOperation = createRequestHandler({ basePath, strictBodies, getState: () => serverState });
  const handle: RequestHandler = (request) => handleConsent(request) ?? handleOperation(request);

  const server: ReferenceServer = {
    ...bindGroups<TestTools>(testToolCommands, call),
    baseUrl: origin + basePath,
    apiKey: firstKey.key,
    randomSeed,
    control,
    fetch: createFetch(delayRequests(handle, latency)),
    seed: (state) => serverState.store.add(state),
    reset: () => {
      serverState.close();
      serverState = createState();
    },
    snapshot: () => serverState.store.snapshot(),
    restore: (state) => serverState.restore(state),
    organization: (id) => {
      // An undefined id, such as that of an unset variable, must not select the whole server.
      const callWithinOrganization = createCall(String(id));
      return {
        ...bindGroups<TestTools>(testToolCommands, callWithinOrganization),
        id,
        control: bindGroups<OrganizationControl>(organizationControlCommands, callWithinOrganization),
        snapshot: bindCommand(takeSnapshot, callWithinOrganization),
      };
    },
  };
  internals.set(control, {
    getApiKeys: () => serverState.store.apiKeys,
    discard: () => {
      serverState.close();
      initialStore = new Store();
      serverState = createState();
    },
  });
  return server;
}

interface Internals {
  readonly getApiKeys: () => KnownKeys;
  readonly discard: () => void;
}

/** By the control of a server, which its copies with another `fetch` share. */
const internals = new WeakMap<ServerControl, Internals>();

/** Returns all API keys of a server; only its own key if another copy of this package created the server. */
export function getApiKeys({ control, apiKey }: ReferenceServer): KnownKeys {
  return internals.get(control)?.getApiKeys() ?? new Set([apiKey]);
}

/** Releases all records of a server, for users that cannot release the server itself. */
export function discard({ control }: ReferenceServer): void {
  internals.get(control)?.discard();
}

function getOrCreateApiKey(store: Store, ids: Ids): ApiKey {
  const [existing] = store.apiKeys.values();
  if (existing) return existing;
  const key = ids.next("key");
  const [organizationId = ids.next("organization")] = store.organizations.keys();
  const apiKey: ApiKey = { key, organizationId, role: choices.defaultRole };
  store.add({
    version: 1,
    organizations: store.organizations.size === 0 ? [{ id: organizationId, name: "Default organization" }] : [],
    apiKeys: [apiKey],
  });
  return apiKey;
}
