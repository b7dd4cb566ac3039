import { booleanRule, type OptionRules, optionsError } from "../options-error.ts";
import { ListenError } from "./listen-error.ts";
import { longestTimeoutMs, wholeNumberRule } from "./whole-number.ts";

/** Options of {@link listen}. */
export interface ListenOptions {
  /**
   * Port to listen on, from 0 to 65535. 0 takes any free one.
   *
   * @default 0
   */
  readonly port?: number | undefined;
  /**
   * Host name or IP address to listen on. `0.0.0.0` and `::` let other machines in.
   *
   * @default "127.0.0.1"
   */
  readonly host?: string | undefined;
  /**
   * Largest request body in bytes. A larger one is answered with 413. Independently of it, the operations of the service
   * take at most 100 KiB.
   *
   * @default 67_108_864 (64 MiB)
   */
  readonly bodyLimit?: number | undefined;
  /**
   * Milliseconds that a client may take to send the head of a request; then it is answered with 408. 0 is no limit. It
   * is never longer than `requestTimeout`.
   *
   * @default 10_000
   */
  readonly headersTimeout?: number | undefined;
  /**
   * Milliseconds that a client may take to send a whole request; then it is answered with 408. 0 is no limit.
   *
   * @default 60_000
   */
  readonly requestTimeout?: number | undefined;
  /**
   * Milliseconds that a connection may be idle after an answer. Clients are told in the header `keep-alive`. 0 is no
   * limit.
   *
   * @default 5000
   */
  readonly keepAliveTimeout?: number | undefined;
  /**
   * Whether the process may end while the listener is open.
   *
   * @default false
   */
  readonly unref?: boolean | undefined;
}

/** Options with every default filled in. */
export type ListenSettings = { readonly [Name in keyof ListenOptions]-?: NonNullable<ListenOptions[Name]> };

const optionRules: OptionRules<ListenOptions> = {
  port: wholeNumberRule(65_535),
  host: {
    wanted: "a host name or an IP address, such as 127.0.0.1",
    accepts: (value) => typeof value === "string" && value !== "",
  },
  bodyLimit: wholeNumberRule(Number.MAX_SAFE_INTEGER),
  headersTimeout: wholeNumberRule(longestTimeoutMs),
  requestTimeout: wholeNumberRule(longestTimeoutMs),
  keepAliveTimeout: wholeNumberRule(longestTimeoutMs),
  unref: booleanRule,
};

/**
 * Checks options and fills in the defaults.
 *
 * @throws {@link ListenError}
 */
export function readListenOptions(options: ListenOptions): ListenSettings {
  const error = optionsError("listen", options, optionRules);
  if (error) throw new ListenError("INVALID_OPTION", error.message);
  const { port = 0, host = "127.0.0.1", bodyLimit = 64 * 1024 * 1024, unref = false } = options;
  const { headersTimeout = 10_000, requestTimeout = 60_000, keepAliveTimeout = 5000 } = options;
  return { port, host, bodyLimit, headersTimeout, requestTimeout, keepAliveTimeout, unref };
}
