import { controlHeader, requestControl } from "@knowledge-base/internal/control-request";
import { fieldsOf, parseJson } from "@knowledge-base/internal/json";
import { checkOptions, failTo, functionRule, type OptionRules, secretRule } from "@knowledge-base/internal/options";
import { parseBaseUrl, trimSlashes } from "@knowledge-base/internal/url";
import { ControlError, type HttpControlError } from "../basics/control-error.ts";
import type { Fetch } from "../http/fetch.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import {
  type Connection,
  createOrganization,
  type ServerOrganization,
} from "../reference-server/server-organization.ts";
import type { CallAction, Remote } from "./action.ts";
import { createMethods, pathOfAction, serverGroups } from "./groups.ts";
import { type ServerDescription, serverActions } from "./server-actions.ts";

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
 * const server = await connect(remote.baseUrl, { fetch, token: "control-token" });
 * ```
 *
 * @see [Run the server](../../../../docs/guides/run-the-server.md#control-it)
 */
export interface ConnectOptions {
  /**
   * Function that sends requests. The signal of each aborts after 30 seconds; the timeout of a `waitFor` is added.
   *
   * @default the global `fetch`, looked up at each call
   */
  readonly fetch?: ReferenceServer["fetch"] | undefined;
  /**
   * Token of the controls, required if the server was started with one. It is sent in the header `Authorization`.
   *
   * @default no token
   */
  readonly token?: string | undefined;
}

/**
 * One organization of a {@link ConnectedServer}. Its methods can't affect any other organization.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { connect, withControl } from "@knowledge-base/server/control";
 *
 * const remote = createReferenceServer(); // usually in another process
 * const server = await connect(remote.baseUrl, { fetch: withControl(remote) });
 * const { id } = await server.control.organizations.create();
 * const brain = await server.organization(id).control.brains.create({ name: "Fjord" });
 * console.log(brain.organizationId === id); // true
 * ```
 */
export interface ConnectedOrganization extends Remote<Omit<ServerOrganization, "connection">> {}

/**
 * A reference server in another process, with the controls of a server in the same process.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { connect, withControl } from "@knowledge-base/server/control";
 *
 * const remote = createReferenceServer(); // usually in another process
 * const server = await connect(remote.baseUrl, { fetch: withControl(remote) });
 * await server.faults.add({ kind: "status", status: 503 });
 * console.log(remote.faults.list().length); // 1
 * ```
 */
export interface ConnectedServer
  extends Remote<
    Pick<
      ReferenceServer,
      "clock" | "faults" | "journal" | "deliveries" | "control" | "seed" | "reset" | "snapshot" | "restore"
    >
  > {
  /** Base URL, {@link ConnectedServer.apiKey} and the `fetch` of the connection for a client. */
  readonly connection: Connection;
  /** Base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  /** An API key that is valid initially and after each reset. */
  readonly apiKey: string;
  /** Seed of ids, nonces and the OAuth secret. */
  readonly randomSeed: string;
  /** Returns one organization, whose methods can't affect any other. */
  readonly organization: (id: string) => ConnectedOrganization;
}

const optionRules: OptionRules<ConnectOptions> = {
  fetch: { ...functionRule, expected: "a function like the global fetch" },
  token: secretRule,
};

/**
 * Connects to a reference server in another process: `knowledge-base-server`, or any server with the `fetch` of
 * {@link withControl}. No connection stays open between calls.
 *
 * @param url - base URL of the server, such as `http://127.0.0.1:4000`
 * @throws {@link ControlError} `unreachable` if no reference server with controls responds, and `unauthorized` if the token
 * is missing or wrong, here and at each call
 * @throws TypeError if the URL isn't a valid base URL, or an option is unknown or has the wrong type
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
  checkOptions(failTo("connect"), options, optionRules);
  const { fetch = (...request) => globalThis.fetch(...request), token } = options;
  const baseUrl = parseControlsUrl(url);
  const send = createTransport(baseUrl, fetch, token);
  const call: CallAction<Promise<unknown>> = (action, input, organization) => {
    const path = pathOfAction.get(action) as string;
    const { bodyField } = action;
    if (bodyField === undefined) return send(path, { organization }, input);
    const { [bodyField]: body, ...fields } = fieldsOf(input);
    return send(path, { organization, ...fields }, body);
  };
  const { apiKey, randomSeed } = (await call(serverActions.describe, {})) as ServerDescription;
  const connection: Connection = { baseUrl, apiKey, fetch };
  return {
    ...createMethods(serverGroups, call),
    connection,
    baseUrl,
    apiKey,
    randomSeed,
    organization: (id) => createOrganization(id, connection, call),
  };
}

function parseControlsUrl(given: string | URL): string {
  const url = parseBaseUrl(given);
  if (typeof url !== "string") return trimSlashes(url.href);
  throw new TypeError(
    "Failed to connect: the URL must begin with https:// or http://, such as http://127.0.0.1:4000, and have no user name, " +
      "password, query or fragment. Send them with your own fetch function.",
  );
}

const timeoutMs = 30_000;

type Query = Readonly<Record<string, string | undefined>>;

function createTransport(baseUrl: string, fetch: Fetch, token: string | undefined) {
  const unreachable = (cause: string) =>
    new ControlError(
      "unreachable",
      `${cause}. Start one with knowledge-base-server, or call listen({ ...server, fetch: withControl(server) }), and connect to its URL.`,
      { task: `reach the controls of a reference server at ${baseUrl}` },
    );

  async function receive(path: string, query: Query, input: unknown) {
    // A `waitFor` takes as long as its input says. The default fits into the timeout.
    const { timeout } = fieldsOf(input);
    const totalMs = timeoutMs + (Number.isFinite(timeout) ? Number(timeout) : 0);
    const init = { body: JSON.stringify(input) ?? "null", signal: AbortSignal.timeout(totalMs) };
    try {
      const response = await requestControl({ baseUrl, fetch, token }, path, query, init);
      const isControl = response.headers.has(controlHeader);
      if (!isControl) await response.body?.cancel();
      return { response, isControl, text: isControl ? await response.text() : "" };
    } catch (error) {
      throw unreachable(init.signal.aborted ? `no response came within ${totalMs} ms` : causeOf(error));
    }
  }

  return async (path: string, query: Query, input: unknown): Promise<unknown> => {
    const { response, isControl, text } = await receive(path, query, input);
    const { status, ok } = response;
    if (!isControl) {
      const reason = status === 413 ? "the server rejects large bodies and" : "the server there";
      throw unreachable(`${reason} has no controls (${status})`);
    }
    if (status === 204) return undefined;
    const body = parseJson(text);
    if (ok && body !== undefined) return body;
    throw deserializeError(body) ?? unreachable(`its response with status ${status} cannot be read`);
  };
}

// Returns undefined if no control has written the body.
function deserializeError(body: unknown): Error | undefined {
  const { code, message, problems }: Partial<HttpControlError> = fieldsOf(fieldsOf(body)["error"]);
  if (typeof message !== "string" || !Array.isArray(problems)) return undefined;
  switch (code) {
    case "unexpected":
      return new Error(message);
    case "forbidden":
    case "no_such_control":
    case "wrong_method":
      return new ControlError("unreachable", message);
    case undefined:
      return undefined;
    default:
      return new ControlError(code, message, { problems });
  }
}

// Prefers the code of the cause, such as ECONNREFUSED: the message of `fetch` is only "fetch failed".
function causeOf(error: unknown): string {
  const { message, cause } = fieldsOf(error);
  return String(fieldsOf(cause)["code"] ?? message ?? error);
}
