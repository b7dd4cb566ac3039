import { booleanRule, type OptionRules, wholeNumberRule } from "@knowledge-base/types/internal";
import { findOptionsError } from "../find-options-error.ts";
import { isHostName } from "./host-name.ts";
import { ListenError } from "./listen-error.ts";

/**
 * Options of {@link listen}.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { listen } from "@knowledge-base/server/node";
 *
 * await using listener = await listen(createReferenceServer(), { port: 0, host: "127.0.0.1", bodyLimit: 2 ** 20 });
 * console.log(listener.url); // http://127.0.0.1:…
 * ```
 *
 * @see [The server command](../../../../docs/guides/the-server-command.md)
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
   * Maximum size of a request body in bytes. The response to a larger body has status 413. Regardless of this limit, the operations
   * of the service accept at most 100 KiB, and the controls that receive a state accept at most 64 MiB.
   *
   * @default 67_108_864 (64 MiB)
   */
  readonly bodyLimit?: number | undefined;
  /**
   * Milliseconds that a client may take to send the headers of a request, up to a day and at most `requestTimeout`. The
   * response to a slower client has status 408. 0 means no limit.
   *
   * @default 10_000
   */
  readonly headersTimeout?: number | undefined;
  /**
   * Milliseconds that a client may take to send a whole request, up to a day. The response to a slower client has status
   * 408. 0 means no limit.
   *
   * @default 60_000
   */
  readonly requestTimeout?: number | undefined;
  /**
   * Milliseconds that a connection may be idle after a response, up to a day. The header `keep-alive` informs clients. 0
   * means no limit.
   *
   * @default 5000
   */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * Host names that clients may use, in addition to `host`, `localhost`, names that end with `.localhost`, and loopback
   * addresses. A name that begins with a dot, such as `.example.com`, allows its subdomains; `*` allows every name. The
   * response to a request with any other `host` header has status 403. This protects against DNS rebinding: otherwise a website
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
   * Whether the process may exit while the listener is open.
   *
   * @default false
   */
  readonly unref?: boolean | undefined;
}

/** {@link ListenOptions} with all defaults. */
export type ListenSettings = {
  readonly [Name in keyof Omit<ListenOptions, "allowedHosts">]-?: NonNullable<ListenOptions[Name]>;
} & Pick<ListenOptions, "allowedHosts">;

/** Maximum of a timeout: a day. */
const longestTimeoutMs = 24 * 60 * 60 * 1000;

/** Rule of an option that is a timeout in milliseconds, at most a day. */
export const timeoutRule = wholeNumberRule(0, longestTimeoutMs);

/** Rules of {@link ListenOptions}. */
export const listenOptionRules: OptionRules<ListenOptions> = {
  port: wholeNumberRule(0, 65_535),
  host: {
    expected: "a host name or an IP address, such as 127.0.0.1",
    accepts: (value) => typeof value === "string" && value !== "",
  },
  bodyLimit: wholeNumberRule(0, Number.MAX_SAFE_INTEGER),
  headersTimeout: timeoutRule,
  requestTimeout: timeoutRule,
  keepAliveTimeout: timeoutRule,
  allowedHosts: {
    expected: "a list of host names without a scheme or a port",
    accepts: (value) => Array.isArray(value) && value.every(isHostName),
  },
  trustProxy: booleanRule,
  unref: booleanRule,
};

/**
 * Checks options and adds the defaults.
 *
 * @throws {@link ListenError} if an option is invalid
 */
export function readListenOptions(options: ListenOptions): ListenSettings {
  const error = findOptionsError("listen", options, listenOptionRules);
  if (error) throw new ListenError("INVALID_OPTION", error.message);
  const { port = 0, host = "127.0.0.1", bodyLimit = 64 * 1024 * 1024, unref = false } = options;
  const { headersTimeout = 10_000, requestTimeout = 60_000, keepAliveTimeout = 5000 } = options;
  const { allowedHosts, trustProxy = false } = options;
  const timeouts = { headersTimeout, requestTimeout, keepAliveTimeout };
  return { port, host, bodyLimit, ...timeouts, allowedHosts, trustProxy, unref };
}
