import { createPrivateKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
// Fake timers of tests often replace the global ones.
import { clearTimeout, setTimeout } from "node:timers";
import { setImmediate } from "node:timers/promises";
import { isHostName } from "@knowledge-base/internal/hosts";
import { fieldsOf } from "@knowledge-base/internal/json";
import { booleanRule, checkOptions, failTo, type OptionRules, wholeNumberRule } from "@knowledge-base/internal/options";
import { messageOf } from "@knowledge-base/internal/texts";
import { readServerUrl } from "../http/base-url.ts";
import { type Core, findCore } from "../reference-server/core.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import { createHostReader } from "./node-request.ts";
import { RequestListener } from "./request-listener.ts";

// Otherwise the published types would compile only with the lib `esnext.disposable`, which many projects don't have.
declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** The certificate of a listener. */
export interface TlsOptions {
  /** Private key in PEM format, without a passphrase. */
  readonly key: string | Uint8Array;
  /** Certificate in PEM format, followed by intermediate certificates. */
  readonly cert: string | Uint8Array;
}

/**
 * Options of {@link listen}.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { listen } from "@knowledge-base/server/node";
 *
 * await using listener = await listen(createReferenceServer(), { port: 0, host: "127.0.0.1", unref: true });
 * console.log(listener.host); // 127.0.0.1
 * ```
 *
 * @see [Run the server](../../../../docs/guides/run-the-server.md)
 */
export interface ListenOptions {
  /**
   * Port to listen on, from 0 to 65535. 0 selects a free port.
   *
   * @default 0
   */
  readonly port?: number | undefined;
  /**
   * Host name or IP address to listen on. `0.0.0.0` and `::` accept connections from other machines.
   *
   * @default "127.0.0.1"
   */
  readonly host?: string | undefined;
  /**
   * Host names that clients may use, in addition to `host`, `localhost`, names that end with `.localhost`, and loopback
   * addresses. A name that begins with a dot, such as `.example.com`, allows its subdomains; `*` allows every name. The
   * response to a request to any other host has status 403. This protects against DNS rebinding: otherwise a website
   * could point its host name at this machine, and its pages could use the server.
   *
   * @default [] if the listener has a loopback address, otherwise every name
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Whether to use the headers `X-Forwarded-Proto` and `X-Forwarded-Host` of a proxy for the URLs of the OAuth flow. Set it only
   * if clients can reach the listener only through the proxy.
   *
   * @default false
   */
  readonly trustProxy?: boolean | undefined;
  /**
   * Serves HTTPS with a certificate. The client sends its key without TLS only to this machine.
   *
   * @default HTTP
   */
  readonly tls?: TlsOptions | undefined;
  /**
   * Maximum number of open connections, 1 or more. Any further one is closed at once.
   *
   * @default no limit
   */
  readonly maxConnections?: number | undefined;
  /**
   * Whether the process may exit while the listener is open.
   *
   * @default false
   */
  readonly unref?: boolean | undefined;
}

/**
 * Options of {@link Listener.close}.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { listen } from "@knowledge-base/server/node";
 *
 * const listener = await listen(createReferenceServer());
 * await listener.close({ timeout: 1_000 });
 * ```
 *
 * @see [Run the server](../../../../docs/guides/run-the-server.md)
 */
export interface CloseOptions {
  /**
   * How long requests in flight may still take before their connections are closed, in milliseconds up to a day. 0 closes them
   * at once.
   *
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

/** A server that listens on a socket. */
export interface Listener {
  /**
   * Base URL for clients, without a trailing slash: the address of the socket and the path of the server's own base URL.
   * If the listener listens on every address, this is the loopback address.
   */
  readonly url: string;
  /** Port that the listener listens on. */
  readonly port: number;
  /** IP address that the listener listens on. */
  readonly host: string;
  /**
   * Stops accepting connections, closes idle ones, and lets the requests in flight finish, except those that a planned fault
   * never completes. What waits for a request or a delivery of a reference server fails at once with `conflict`. Resolves when
   * every connection is closed and the port is free.
   *
   * Further calls wait for the same end. If a further call has a `timeout`, that timeout also applies, so a second signal to a
   * process can shorten the wait.
   *
   * @throws RangeError or TypeError if the timeout isn't a whole number from 0 to a day
   */
  readonly close: (options?: CloseOptions) => Promise<void>;
  /** Closes the listener at the end of an `await using` block, as {@link Listener.close} does. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/**
 * Serves a reference server over HTTP/1.1, or HTTPS with the option `tls`.
 *
 * The listener itself rejects these requests. They are in the journal, and their responses have the documented error body
 * (specification, section 7):
 *
 * | status | request |
 * | --- | --- |
 * | 400 | no `Host` header, or several; a target that is neither a path nor an HTTP URL |
 * | 403 | a host that isn't allowed |
 * | 417 | an `expect` header with a value other than `100-continue` |
 * | 501 | the method TRACE |
 *
 * Node itself responds with 400 to what isn't valid HTTP, with 431 to headers that are too large, and with 408 to a request that takes
 * more than 60 seconds, or more than 10 for its headers. A request with the method CONNECT gets no response. A connection may be idle
 * for two minutes.
 *
 * All other requests go to `server.fetch`. Of a body, at most 100 KiB are read. A `fetch` that isn't a reference server's
 * receives a `Request` whose body is streamed and whose signal aborts if the client disconnects. It returns a `Response`, whose
 * body is streamed. The URL of the request has the host that the client uses.
 *
 * @param server - a reference server, or any object with a `fetch` and a `baseUrl`; `listener.url` has the path of its base
 * URL
 * @throws Error if the port isn't available; its `code` comes from the system, such as `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`
 * or `ENOTFOUND`
 * @throws TypeError if `tls` has no certificate that fits its key
 * @throws RangeError or TypeError if an option is invalid, or the server has no `fetch` or no `baseUrl`
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { listen } from "@knowledge-base/server/node";
 *
 * const server = createReferenceServer();
 * await using listener = await listen(server, { port: 0 });
 * const response = await fetch(`${listener.url}/v1/brains/brain_operations/index`, {
 *   headers: { "x-api-key": server.apiKey },
 * });
 * console.log(response.status); // 404
 * ```
 *
 * @see [Run the server](../../../../docs/guides/run-the-server.md)
 */
export async function listen(
  server: Pick<ReferenceServer, "fetch" | "baseUrl">,
  options: ListenOptions = {},
): Promise<Listener> {
  checkOptions(failTo("listen"), options, listenOptionRules);
  const {
    port = 0,
    host = "127.0.0.1",
    allowedHosts,
    trustProxy = false,
    tls,
    maxConnections,
    unref = false,
  } = options;
  const { path } = readServerUrl("listen", server);

  const settings = {
    ...timeouts,
    connectionsCheckingInterval: 1000,
    // Several `Host` headers are then several hosts, instead of the first.
    joinDuplicateHeaders: true,
    optimizeEmptyRequests: true,
    requireHostHeader: false,
  };
  const nodeServer = tls ? createServerWith(tls, settings) : createServer(settings);
  if (maxConnections !== undefined) nodeServer.maxConnections = maxConnections;
  if (unref) nodeServer.unref().on("connection", (socket) => socket.unref());
  const address = await openPort(nodeServer, port, host);

  const ownOrigin = originOf(address, tls ? "https" : "http");
  const readHost = createHostReader({ ownOrigin, address: address.address, host, allowedHosts, trustProxy });
  const core = findCore(server);
  const findHandler = core?.handlersByFetch.get(server.fetch);
  const requests = new RequestListener(nodeServer, server.fetch, findHandler, readHost);
  // A connection that can't be accepted concerns only its client.
  nodeServer.on("error", () => {});

  const close = createClose(nodeServer, requests, core);
  return {
    url: ownOrigin + path,
    port: address.port,
    host: address.address,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** Rules of {@link ListenOptions}. */
export const listenOptionRules: OptionRules<ListenOptions> = {
  port: wholeNumberRule(0, 65_535),
  host: {
    expected: "a host name or an IP address, such as 127.0.0.1",
    accepts: (value) => typeof value === "string" && value !== "",
  },
  allowedHosts: {
    expected: "a list of host names without a scheme or a port",
    accepts: (value) => Array.isArray(value) && value.every(isHostName),
  },
  trustProxy: booleanRule,
  tls: {
    expected: "an object with a key and a cert in PEM format",
    accepts: (value) => isPem(fieldsOf(value)["key"]) && isPem(fieldsOf(value)["cert"]),
    isSecret: true,
  },
  maxConnections: wholeNumberRule(1),
  unref: booleanRule,
};

function isPem(value: unknown): boolean {
  return (typeof value === "string" || value instanceof Uint8Array) && value.length > 0;
}

// How long a client may take for the headers and for a whole request, and how long a connection may be idle. Most clients and proxies
// keep idle connections for up to 90 seconds. If the server closed them earlier, some would send a request that gets no response.
const timeouts = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 120_000 };

const handshakeTimeout = 10_000;

const systemErrorAdvice: { readonly [Code in string]?: string } = {
  EADDRINUSE: "the port is in use. Use another port, or 0 for any free port.",
  EACCES: "this process is not allowed to use the port. Use a port of 1024 or higher, or 0 for any free port.",
  EADDRNOTAVAIL: "this machine does not have the address. Use one of its addresses, such as 127.0.0.1 or ::1.",
  ENOTFOUND: "the host name is not known. Use a host name or an IP address without a scheme, brackets or a port.",
  EAI_AGAIN: "the host name cannot be looked up at the moment. Use an IP address, such as 127.0.0.1.",
};

async function openPort(server: Server, port: number, host: string): Promise<AddressInfo> {
  try {
    await once(server.listen({ port, host }), "listening");
    return server.address() as AddressInfo;
  } catch (cause) {
    const { code = "UNKNOWN" } = cause as NodeJS.ErrnoException;
    const reason = systemErrorAdvice[code] ?? `the system returned ${code}. Use another port or host.`;
    const error = new Error(`Failed to listen on ${host} port ${port}: ${reason}`, { cause });
    throw Object.assign(error, { code });
  }
}

// Returns the origin at which a client on this machine reaches an address.
function originOf({ address, family, port }: AddressInfo, protocol: string): string {
  const host = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address.replace(/%.*/, "");
  return `${protocol}://${family === "IPv6" ? `[${host}]` : host}:${port}`;
}

export const tlsAdvice = "Use a private key without a passphrase, and the certificate for it, both in PEM format.";

function createServerWith({ key, cert }: TlsOptions, settings: object): Server {
  try {
    // Node accepts a key and a cert of different types, and then every handshake fails.
    const fits = new X509Certificate(Buffer.from(cert)).checkPrivateKey(createPrivateKey(Buffer.from(key)));
    if (!fits) throw new Error("the cert has another key");
    return createTlsServer({ ...settings, handshakeTimeout, key: Buffer.from(key), cert: Buffer.from(cert) });
  } catch (cause) {
    const problem = `the key or the cert of tls cannot be used (${messageOf(cause)})`;
    throw new TypeError(`Failed to listen: ${problem}. ${tlsAdvice}`, { cause });
  }
}

const closeOptionRules: OptionRules<CloseOptions> = { timeout: wholeNumberRule(0, 24 * 60 * 60 * 1000) };

const defaultCloseTimeoutMs = 10_000;

function createClose(server: Server, requests: RequestListener, core: Core | undefined): Listener["close"] {
  let closed: Promise<void> | undefined;
  return async (options) => {
    // A test runner or an event may pass another argument.
    const { timeout }: CloseOptions = options ?? {};
    checkOptions(failTo("close"), { timeout }, closeOptionRules);
    const timeoutMs = timeout ?? (closed ? undefined : defaultCloseTimeoutMs);
    closed ??= new Promise((resolve) => {
      const endStop = core?.stop();
      server.close(() => {
        endStop?.();
        resolve();
      });
      requests.beginClose();
    });
    if (timeoutMs === 0) requests.destroyAll();
    const timer = timeoutMs && setTimeout(() => requests.destroyAll(), timeoutMs);
    await closed;
    if (timer) clearTimeout(timer);
    // Clients in this process learn of it only now. Otherwise they would send the next request on a closed connection.
    for (let turns = 0; turns < 2; turns += 1) await setImmediate();
  };
}
