import type { Fetch } from "../adapters/fetch.ts";
import { parseHttpUrl, splitBaseUrl } from "../base-url.ts";
import { choices } from "../choices.ts";
import { bindGroups, type CallCommand } from "../control/bind-commands.ts";
import type { AnyCommand } from "../control/command.ts";
import { controlCommands, ownCommands, testToolCommands } from "../control/commands.ts";
import type { OrganizationControl, ServerControl, TestTools } from "../control/controls.ts";
import { checkInput } from "../control/execute.ts";
import type { WaitForDelivery } from "../deliveries/delivery.ts";
import { type OptionRules, optionsError } from "../options-error.ts";
import type { State } from "../store/state.ts";
import { commandRoutes } from "./command-routes.ts";
import type { ConnectedServer, Remote } from "./connected-server.ts";
import { createSend } from "./send.ts";
import type { ServerFacts } from "./server-routes.ts";

/** Options of {@link connect}. */
export interface ConnectOptions {
  /**
   * What sends requests.
   *
   * @default the global `fetch`, looked up at each call
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Milliseconds, more than 0, within which each answer must come, besides the time that `deliveries.waitFor` is given.
   *
   * @default 10000
   */
  readonly timeout?: number | undefined;
}

const optionRules: OptionRules<ConnectOptions> = {
  fetch: { wanted: "a function like the global fetch", accepts: (value) => typeof value === "function" },
  timeout: {
    wanted: "milliseconds, more than 0",
    isNumber: true,
    accepts: (value) => typeof value === "number" && value > 0,
  },
};

/**
 * Connects to a reference server that another process runs: `knowledge-base-server`, or anything that serves
 * {@link withControl}. Nothing stays open between calls.
 *
 * @param url - base URL of the server, such as `http://127.0.0.1:4000`
 * @throws {@link ControlError} `unreachable` where no reference server with controls answers, here and at each call
 * @throws TypeError where the URL is none that a server can have, there is no such option, or one is not of its type
 * @throws RangeError where the timeout is not more than 0
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
  const error = optionsError("connect", options, optionRules);
  if (error) throw error;
  const { fetch = (...request) => globalThis.fetch(...request), timeout = 10_000 } = options;
  const baseUrl = readBaseUrl(url);
  const send = createSend(baseUrl, fetch, timeout);
  const { apiKey, randomSeed } = (await send({ path: "server/describe", input: {} })) as ServerFacts;

  const callIn =
    (organizationId?: string): CallCommand =>
    async (command, input, signal) => {
      // Here already, because JSON turns what is not valid into other values: NaN into null, a Date into a string.
      checkInput(command, input);
      const path = pathOf.get(command) ?? "";
      return send({ path, input, organizationId, signal, waitMs: waitOf(command, input) });
    };
  return {
    ...bindGroups<Remote<TestTools>>(testToolCommands, callIn()),
    control: bindGroups<Remote<ServerControl>>(controlCommands, callIn()),
    baseUrl,
    apiKey,
    randomSeed,
    seed: async (state) => void (await send({ path: "server/seed", input: state })),
    reset: async () => void (await send({ path: "server/reset", input: {} })),
    snapshot: async () => (await send({ path: "server/snapshot", input: {} })) as Required<State>,
    restore: async (state) => void (await send({ path: "server/restore", input: state })),
    organization: (id) => {
      // An id that is undefined, as that of a variable which is not set, must not mean the whole server.
      const organizationId = String(id);
      return {
        ...bindGroups<Remote<TestTools>>(testToolCommands, callIn(organizationId)),
        id,
        control: bindGroups<Remote<OrganizationControl>>(ownCommands, callIn(organizationId)),
        snapshot: async () => (await send({ path: "server/snapshot", input: {}, organizationId })) as Required<State>,
      };
    },
  };
}

const pathOf = new Map<AnyCommand, string>(
  Array.from(commandRoutes, ([path, { command }]): [AnyCommand, string] => [command, path]),
);

/** How long a command takes because it was asked to. */
function waitOf(command: AnyCommand, input: unknown): number {
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
