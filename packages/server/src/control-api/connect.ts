import type { OptionRules } from "@knowledge-base/types/internal";
import type { Fetch } from "../adapters/fetch.ts";
import { parseHttpUrl, splitBaseUrl } from "../base-url.ts";
import { choices } from "../choices.ts";
import { bindGroups, type CallCommand } from "../control/bind-commands.ts";
import type { AnyCommand } from "../control/command.ts";
import { type CommandCall, validateCall } from "../control/execute-command.ts";
import { type LoadStateOptions, organizationRecordCommands } from "../control/organization-records.ts";
import { rejectOptions } from "../control/reject-options.ts";
import {
  type ServerControl,
  serverControlCommands,
  type TestTools,
  testToolCommands,
} from "../control/server-control.ts";
import type { SignalOptions } from "../control/signal-options.ts";
import type { WaitForDelivery } from "../deliveries/delivery.ts";
import { findOptionsError } from "../find-options-error.ts";
import type { WaitForRequest } from "../journal/journal-entry.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { secretRule } from "../secret-rule.ts";
import { createServerOrganization, type ServerOrganization } from "../server-organization.ts";
import type { State } from "../store/state.ts";
import { commandRoutes, type ServerDescription } from "./control-routes.ts";
import { createControlTransport, type TransportCall } from "./control-transport.ts";

/**
 * Options of {@link connect}.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { connect, withControl } from "@knowledge-base/server/control";
 *
 * const remote = createReferenceServer(); // usually in another process
 * const fetch = withControl(remote, { token: "control-token" });
 * const server = await connect(remote.baseUrl, { fetch, token: "control-token", timeout: 5_000 });
 * ```
 *
 * @see [The server from another language](../../../../docs/guides/the-server-from-another-language.md)
 */
export interface ConnectOptions {
  /**
   * Function that sends requests.
   *
   * @default the global `fetch`, looked up at each call
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Timeout of each response in milliseconds, more than 0. The timeout of a `waitFor` is added, and 1 ms for each 10,000 bytes of
   * a state that is sent. For a snapshot, it is the timeout of each part of the response.
   *
   * @default 10000
   */
  readonly timeout?: number | undefined;
  /**
   * Token of the controls, required if the server was started with one. It is sent in the header `Authorization`.
   *
   * @default no token
   */
  readonly token?: string | undefined;
}

/** The same methods, called over HTTP. Each method returns a promise. */
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
  token: secretRule,
};

/**
 * Connects to a reference server in another process: `knowledge-base-server`, or any server with the `fetch` of
 * {@link withControl}. No connection stays open between calls.
 *
 * @param url - base URL of the server, such as `http://127.0.0.1:4000`
 * @throws {@link ControlError} `unreachable` if no reference server with controls responds, and `unauthorized` if the token
 * is missing or wrong, here and at each call
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
  const { fetch = (...request) => globalThis.fetch(...request), timeout = 10_000, token } = options;
  const baseUrl = readBaseUrl(url);
  const send = createControlTransport({ baseUrl, fetch, timeoutMs: timeout, token });
  const { apiKey, randomSeed } = (await send({ path: "server/describe", input: {} })) as ServerDescription;

  const createCaller =
    (organizationId?: string): CallCommand =>
    async (command, call) => {
      // The server cannot validate everything: in JSON, NaN becomes null and a Date becomes a string.
      validateCall(command, call, new Set([apiKey]));
      const { signal }: SignalOptions = call.options ?? {};
      const path = commandPaths.get(command) ?? "";
      const waitMs = waitTime(command, call.input);
      return send({ path, ...requestParts(command, call), organizationId, signal, waitMs });
    };
  const callCommand = createCaller();
  return {
    ...bindGroups<Remote<TestTools>>(testToolCommands, callCommand),
    control: bindGroups<Remote<ServerControl>>(serverControlCommands, callCommand),
    baseUrl,
    apiKey,
    randomSeed,
    async seed(state, options?: unknown) {
      rejectOptions("add records", options);
      await send({ path: "server/seed", input: state, sendsState: true });
    },
    reset: async () => void (await send({ path: "server/reset", input: {} })),
    snapshot: async () => (await send({ path: "server/snapshot", input: {}, returnsState: true })) as Required<State>,
    async restore(state, options?: unknown) {
      rejectOptions("replace all records", options);
      await send({ path: "server/restore", input: state, sendsState: true });
    },
    organization: (id) =>
      createServerOrganization({ id, baseUrl, fetch }, createCaller) as unknown as Remote<ServerOrganization>,
  };
}

const commandPaths = new Map<AnyCommand, string>([
  ...Array.from(commandRoutes, ([path, { command }]): [AnyCommand, string] => [command, path]),
  ...Object.entries(organizationRecordCommands).map(([name, command]): [AnyCommand, string] => [
    command,
    `server/${name}`,
  ]),
]);

/** Returns what a request contains. The body of a request that loads a state is that state alone. */
function requestParts(command: AnyCommand, { input, options = {} }: CommandCall): Omit<TransportCall, "path"> {
  const { snapshot, seed, restore } = organizationRecordCommands;
  if (command === snapshot) return { input, returnsState: true };
  if (command !== seed && command !== restore) return { input };
  const { apiKeys } = options as LoadStateOptions;
  const parameters = apiKeys !== undefined && { parameters: { apiKeys } };
  return { input: Reflect.get(Object(input), "state"), sendsState: true, ...parameters };
}

/** The commands that wait, with their default timeouts in milliseconds. */
const defaultTimeouts = new Map<AnyCommand, number>([
  [testToolCommands.deliveries.waitFor, choices.deliveryTimeoutMs],
  [testToolCommands.journal.waitFor, choices.journalTimeoutMs],
]);

/** Returns the milliseconds that a command may take according to its input. */
function waitTime(command: AnyCommand, input: unknown): number {
  const defaultMs = defaultTimeouts.get(command);
  return defaultMs === undefined ? 0 : ((input as WaitForDelivery | WaitForRequest).timeout ?? defaultMs);
}

function readBaseUrl(given: string | URL): string {
  const url = parseHttpUrl(given);
  if (!url) {
    throw new TypeError(
      "Failed to connect: the URL must begin with https:// or http://, such as http://127.0.0.1:4000.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(
      "Failed to connect: the URL must not contain a user name or a password. Send them with your own fetch function.",
    );
  }
  const { origin, path } = splitBaseUrl(url);
  return origin + path;
}
