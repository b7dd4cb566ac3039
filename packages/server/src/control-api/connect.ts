import type { OptionRules } from "@knowledge-base/types/internal";
import type { Fetch } from "../adapters/fetch.ts";
import { parseHttpUrl, splitBaseUrl } from "../base-url.ts";
import { choices } from "../choices.ts";
import { bindGroups, type CallCommand } from "../control/bind-commands.ts";
import type { AnyCommand } from "../control/command.ts";
import { validateCall } from "../control/execute-command.ts";
import {
  type OrganizationControl,
  organizationControlCommands,
  type ServerControl,
  type ServerOrganization,
  serverControlCommands,
  type TestTools,
  testToolCommands,
} from "../control/server-control.ts";
import type { WaitForDelivery } from "../deliveries/delivery.ts";
import { findOptionsError } from "../find-options-error.ts";
import type { ReferenceServer } from "../reference-server.ts";
import type { State } from "../store/state.ts";
import { commandRoutes, type ServerDescription } from "./control-routes.ts";
import { createControlTransport } from "./control-transport.ts";

/** Options of {@link connect}. */
export interface ConnectOptions {
  /**
   * Function that sends requests.
   *
   * @default the global `fetch`, looked up at each call
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Timeout of each response in milliseconds, more than 0. The timeout of `deliveries.waitFor` is added to it.
   *
   * @default 10000
   */
  readonly timeout?: number | undefined;
}

/** The same methods, called over HTTP: each of them returns a promise. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...input: infer Input) => infer Output
    ? (...input: Input) => Promise<Awaited<Output>>
    : Remote<Api[Name]>;
};

/** A reference server in another process, with the controls of a server in the same process. */
export interface ConnectedServer
  extends Remote<TestTools & Pick<ReferenceServer, "control" | "seed" | "reset" | "snapshot" | "restore">> {
  /** Base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  /** An API key that is valid initially and after each reset. */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. */
  readonly randomSeed: string;
  /** Returns the tools of one organization, which cannot affect any other. */
  readonly organization: (id: string) => Remote<ServerOrganization>;
}

const optionRules: OptionRules<ConnectOptions> = {
  fetch: { expected: "a function like the global fetch", accepts: (value) => typeof value === "function" },
  timeout: {
    expected: "milliseconds, more than 0",
    isNumber: true,
    accepts: (value) => typeof value === "number" && value > 0,
  },
};

/**
 * Connects to a reference server in another process: `knowledge-base-server`, or any server with the `fetch` of
 * {@link withControl}. No connection stays open between calls.
 *
 * @param url - base URL of the server, such as `http://127.0.0.1:4000`
 * @throws {@link ControlError} `unreachable` if no reference server with controls responds, here and at each call
 * @throws TypeError if the URL is not a valid base URL, or an option is unknown or has the wrong type
 * @throws RangeError if the timeout is not more than 0
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { connect, withControl } from "@knowledge-base/server/control";
 *
 * const remote = createReferenceServer(); // usually in another process
 * const server = await connect(remote.baseUrl, { fetch: withControl(remote) });
 * const brain = await server.control.brains.create({ name: "Fjord" });
 * console.log(brain.name); // Fjord
 * ```
 */
export async function connect(url: string | URL, options: ConnectOptions = {}): Promise<ConnectedServer> {
  const error = findOptionsError("connect", options, optionRules);
  if (error) throw error;
  const { fetch = (...request) => globalThis.fetch(...request), timeout = 10_000 } = options;
  const baseUrl = readBaseUrl(url);
  const send = createControlTransport(baseUrl, fetch, timeout);
  const { apiKey, randomSeed } = (await send({ path: "server/describe", input: {} })) as ServerDescription;

  const createCaller =
    (organizationId?: string): CallCommand =>
    async (command, call) => {
      // The server cannot validate everything: in JSON, NaN becomes null and a Date becomes a string.
      validateCall(command, call, new Set([apiKey]));
      const { input, options: callOptions } = call;
      const { signal } = (callOptions ?? {}) as { readonly signal?: AbortSignal | undefined };
      const path = commandPaths.get(command) ?? "";
      return send({ path, input, organizationId, signal, waitMs: waitTime(command, input) });
    };
  const callCommand = createCaller();
  return {
    ...bindGroups<Remote<TestTools>>(testToolCommands, callCommand),
    control: bindGroups<Remote<ServerControl>>(serverControlCommands, callCommand),
    baseUrl,
    apiKey,
    randomSeed,
    seed: async (state) => void (await send({ path: "server/seed", input: state })),
    reset: async () => void (await send({ path: "server/reset", input: {} })),
    snapshot: async () => (await send({ path: "server/snapshot", input: {} })) as Required<State>,
    restore: async (state) => void (await send({ path: "server/restore", input: state })),
    organization: (id) => {
      // An undefined id, such as that of an unset variable, must not select the whole server.
      const organizationId = String(id);
      const callOwnCommand = createCaller(organizationId);
      return {
        ...bindGroups<Remote<TestTools>>(testToolCommands, callOwnCommand),
        id,
        control: bindGroups<Remote<OrganizationControl>>(organizationControlCommands, callOwnCommand),
        snapshot: async () => (await send({ path: "server/snapshot", input: {}, organizationId })) as Required<State>,
      };
    },
  };
}

const commandPaths = new Map<AnyCommand, string>(
  Array.from(commandRoutes, ([path, { command }]): [AnyCommand, string] => [command, path]),
);

/** Returns the milliseconds that a command may take according to its input. */
function waitTime(command: AnyCommand, input: unknown): number {
  if (command !== testToolCommands.deliveries.waitFor) return 0;
  return (input as WaitForDelivery).timeout ?? choices.deliveryTimeoutMs;
}

function readBaseUrl(given: string | URL): string {
  const url = parseHttpUrl(given);
  if (!url) {
    throw new TypeError(
      "Failed to connect: the URL must begin with https:// or http://, as http://127.0.0.1:4000 does.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(
      "Failed to connect: the URL must not hold a user or a password. Send them with a fetch of your own.",
    );
  }
  const { origin, path } = splitBaseUrl(url);
  return origin + path;
}
