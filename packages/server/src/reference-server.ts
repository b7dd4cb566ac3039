import { createFetch, type Fetch } from "./adapters/fetch.ts";
import { choices } from "./choices.ts";
import { bindCommand, bindGroups, type CallCommand } from "./control/bind-commands.ts";
import { controlCommands, ownCommands, takeSnapshot, testToolCommands } from "./control/commands.ts";
import { ControlContext } from "./control/control-context.ts";
import type { OrganizationControl, ServerControl, ServerOrganization, TestTools } from "./control/controls.ts";
import { execute } from "./control/execute.ts";
import { reviewAuthorization } from "./control/oauth/review-authorization.ts";
import type { RequestHandler } from "./http/http-message.ts";
import { delayRequests } from "./http/latency.ts";
import { createConsentHandler } from "./http/oauth-consent/consent-handler.ts";
import { createRequestHandler } from "./http/request-handler.ts";
import { createIds, type Ids } from "./ids.ts";
import { createRandom } from "./random.ts";
import { type ReferenceServerOptions, readServerOptions } from "./reference-server-options.ts";
import { ServerState } from "./server-state.ts";
import type { ApiKey, State } from "./store/state.ts";
import { Store } from "./store/store.ts";

/**
 * The service in memory: everything that the specification says, without a network, and everything that a test wants to
 * see, move and break. Its controls are those of the whole server; {@link ReferenceServer.organization} has those of one
 * organization.
 */
export interface ReferenceServer extends TestTools {
  /** Base URL for clients, without a slash at its end. */
  readonly baseUrl: string;
  /** A key that is valid at first and after each reset: the first of the seed, or one that the server made. */
  readonly apiKey: string;
  /** Where ids, nonces and the OAuth secret come from. Give it to another server to repeat a run. */
  readonly randomSeed: string;
  /** Answers like the global `fetch`: takes a `Request`, or a URL and init. The host of the URL does not matter. */
  readonly fetch: Fetch;
  /** What the service does by means that the specification does not show. */
  readonly control: ServerControl;
  /**
   * Adds records to what the server holds.
   *
   * @throws {@link StateError} where a record is malformed, refers to nothing, or is there already; nothing is added then.
   */
  readonly seed: (state: State) => void;
  /**
   * Goes back to the state and the sequence of ids that the server began with. Faults, journal, deliveries, the clock and
   * what is known of OAuth states begin again too; requests that are under way end in the world in which they began.
   */
  readonly reset: () => void;
  /** Copies everything that the server holds: brain by brain, each in the order in which its records came. */
  readonly snapshot: () => Required<State>;
  /**
   * Replaces everything that the server holds.
   *
   * @throws {@link StateError} where the state does not validate; the server keeps what it held.
   */
  readonly restore: (state: State) => void;
  /**
   * The part of the server that belongs to one organization: nothing that is done with it can reach another. Its methods
   * throw a {@link ControlError} `not_found` where there is no such organization.
   */
  readonly organization: (id: string) => ServerOrganization;
}

/**
 * Creates a reference server. It opens no socket and starts nothing.
 *
 * @throws {@link StateError} where the seed does not validate
 * @throws TypeError where there is no such option, or an option is not of its type
 * @throws RangeError where the latency is out of range
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

  let beginning = new Store();
  beginning.add(seed);
  const firstKey = firstApiKey(beginning, createIds(createRandom(`${randomSeed}: first key`)));

  const begin = () => new ServerState({ store: beginning.clone(), clock, randomSeed, apiKey: firstKey });
  let serverState = begin();

  const callIn =
    (organizationId?: string): CallCommand =>
    (command, input, signal) =>
      execute(command, input, serverState.store, () => new ControlContext(serverState, organizationId, signal));
  const call = callIn();
  const control = bindGroups<ServerControl>(controlCommands, call);
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
      serverState.end();
      serverState = begin();
    },
    snapshot: () => serverState.store.snapshot(),
    restore: (state) => serverState.restore(state),
    organization: (id) => {
      // An id that is undefined, as that of a variable which is not set, must not mean the whole server.
      const callOwn = callIn(String(id));
      return {
        ...bindGroups<TestTools>(testToolCommands, callOwn),
        id,
        control: bindGroups<OrganizationControl>(ownCommands, callOwn),
        snapshot: bindCommand(takeSnapshot, callOwn),
      };
    },
  };
  discards.set(server, () => {
    serverState.end();
    beginning = new Store();
    serverState = begin();
  });
  return server;
}

const discards = new WeakMap<ReferenceServer, () => void>();

/** Lets go of everything that a server holds, for those who cannot let go of the server itself. */
export function discard(server: ReferenceServer): void {
  discards.get(server)?.();
}

function firstApiKey(store: Store, ids: Ids): ApiKey {
  const [given] = store.apiKeys.values();
  if (given) return given;
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
