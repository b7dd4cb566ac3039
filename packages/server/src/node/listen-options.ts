import { optionsProblem } from "../options-problem.ts";
import { ListenError } from "./listen-error.ts";
import { checkWholeNumber, longestTimeoutMs } from "./whole-number.ts";

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

const largest = {
  port: 65_535,
  bodyLimit: Number.MAX_SAFE_INTEGER,
  headersTimeout: longestTimeoutMs,
  requestTimeout: longestTimeoutMs,
  keepAliveTimeout: longestTimeoutMs,
};

/**
 * Checks options and fills in the defaults.
 *
 * @throws {@link ListenError}
 */
export function readListenOptions(options: ListenOptions): ListenSettings {
  const problem = optionsProblem(options, withDefaults({}));
  if (problem !== undefined) throw invalid(problem);
  const settings = withDefaults(options);
  for (const [name, most] of Object.entries(largest) as [keyof typeof largest, number][]) {
    checkWholeNumber("listen", name, settings[name], most);
  }
  if (typeof settings.host !== "string" || settings.host === "") {
    throw invalid("host is not a host name. Give a host name or an IP address, such as 127.0.0.1.");
  }
  if (typeof settings.unref !== "boolean") throw invalid("unref is not a boolean. Give true or false.");
  return settings;
}

function withDefaults(options: ListenOptions): ListenSettings {
  const { port = 0, host = "127.0.0.1", bodyLimit = 64 * 1024 * 1024, unref = false } = options;
  const { headersTimeout = 10_000, requestTimeout = 60_000, keepAliveTimeout = 5000 } = options;
  return { port, host, bodyLimit, headersTimeout, requestTimeout, keepAliveTimeout, unref };
}

function invalid(message: string): ListenError {
  return new ListenError("INVALID_OPTION", `Failed to listen: ${message}`);
}
