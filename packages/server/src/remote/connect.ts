import type { Fetch } from "../adapters/fetch.ts";
import { bindGroups, type CallCommand } from "../control/bind-commands.ts";
import type { AnyCommand } from "../control/command.ts";
import { commandsOfControls, controlCommands, organizationCommands } from "../control/commands.ts";
import { ControlError } from "../control/control-error.ts";
import type { Control, Controls, OrganizationControl, OrganizationControls } from "../control/controls.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { commandRoutes } from "./command-routes.ts";
import { fromRemoteError } from "./remote-error.ts";
import type { ServerFacts } from "./server-routes.ts";
import { controlHeader } from "./with-control.ts";

/** The same methods at the other end of a socket: each gives a promise. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...input: infer Input) => infer Output
    ? (...input: Input) => Promise<Awaited<Output>>
    : Api[Name] extends string
      ? Api[Name]
      : Remote<Api[Name]>;
};

/** A reference server that runs somewhere else, with the controls that one in the same process has. */
export interface ConnectedServer
  extends Remote<Controls & Pick<ReferenceServer, "control" | "seed" | "reset" | "snapshot" | "restore">> {
  /** Base URL for clients, without a slash at its end. */
  readonly baseUrl: string;
  /** A key that is valid at first and after each reset. */
  readonly apiKey: string;
  /** Where ids, nonces and the OAuth secret come from. */
  readonly randomSeed: string;
  /** The part of the server that belongs to one organization. */
  readonly organization: (id: string) => Remote<OrganizationControls>;
}

/** Options of {@link connect}. */
export interface ConnectOptions {
  /**
   * What sends requests.
   *
   * @default the global `fetch`, looked up at each call
   */
  readonly fetch?: Fetch | undefined;
}

/**
 * Connects to a reference server that another process runs: `knowledge-base-server`, or anything that serves
 * {@link withControl}. Nothing stays open between calls.
 *
 * @param url - base URL of the server, such as `http://127.0.0.1:4000`
 * @throws {@link ControlError} `unreachable` where no reference server with controls answers
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
  const baseUrl = String(url).replace(/\/+$/, "");
  const send = createSend(baseUrl, options);
  const { apiKey, randomSeed } = (await send("server/describe", {})) as ServerFacts;

  const callIn =
    (organizationId?: string): CallCommand =>
    (command, input) =>
      send(pathOf.get(command) ?? "", input, organizationId);
  return {
    ...bindGroups<Remote<Controls>>(commandsOfControls, callIn()),
    control: bindGroups<Remote<Control>>(controlCommands, callIn()),
    baseUrl,
    apiKey,
    randomSeed,
    seed: async (state) => void (await send("server/seed", state)),
    reset: async () => void (await send("server/reset", {})),
    snapshot: async () => (await send("server/snapshot", {})) as ReturnType<ReferenceServer["snapshot"]>,
    restore: async (state) => void (await send("server/restore", state)),
    organization: (id) => ({
      ...bindGroups<Remote<Controls>>(commandsOfControls, callIn(id)),
      id,
      control: bindGroups<Remote<OrganizationControl>>(organizationCommands, callIn(id)),
      snapshot: async () => (await send("server/snapshot", {}, id)) as ReturnType<OrganizationControls["snapshot"]>,
    }),
  };
}

const pathOf = new Map<AnyCommand, string>(
  Array.from(commandRoutes, ([path, { command }]): [AnyCommand, string] => [command, path]),
);

type Send = (path: string, input: unknown, organizationId?: string) => Promise<unknown>;

function createSend(baseUrl: string, { fetch = (...request) => globalThis.fetch(...request) }: ConnectOptions): Send {
  return async (path, input, organizationId) => {
    const query = organizationId === undefined ? "" : `?${new URLSearchParams({ organization: organizationId })}`;
    const unreachable = (cause: string) =>
      new ControlError(
        "unreachable",
        `Failed to reach the control of a reference server at ${baseUrl}: ${cause}. Start one with knowledge-base-server, ` +
          "and connect to the URL that it prints.",
      );
    const response = await fetch(`${baseUrl}/_control/${path}${query}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    }).catch((error: unknown) => {
      throw unreachable(reasonOf(error));
    });
    if (!response.headers.has(controlHeader))
      throw unreachable(`something else answers there, with ${response.status}`);
    if (response.status === 204) return undefined;
    const body = await response.json();
    if (response.ok) return body;
    throw fromRemoteError(body.error);
  };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? message ?? error);
}
