import type { Clock } from "./clock.ts";
import type { Hooks } from "./hooks.ts";
import type { DetailsFirstLogger, Logger, LoggerOrder, LogLevel } from "./logger.ts";

/**
 * Handling of successful responses that differ from the contract:
 *
 * - `strict`: any difference throws a {@link ResponseError}, an undocumented status included;
 * - `tolerant`: unknown fields and unknown enum values pass and are reported, a missing or mistyped field throws;
 * - `report`: everything passes and is reported;
 * - `off`: responses are not validated, but must be JSON.
 */
export type ValidationMode = "strict" | "tolerant" | "report" | "off";

/** Headers to send, by name. Null removes a header that the client or its options would send. */
export type HeaderOverrides = Readonly<Record<string, string | null>> | Headers;

/** Why the function `apiKey` is called. */
export interface ApiKeyContext {
  /** Number of the attempt that needs the key, from 1. */
  readonly attempt: number;
  /** Whether the service rejected the key that the function returned before with the status 401. A cached key must be renewed. */
  readonly wasRejected: boolean;
}

/** Options of a client. Those of {@link CallOptions} can also be given for a single call. */
export interface ClientOptions extends Hooks {
  /**
   * Base URL of the service, with or without a path and a slash at its end. The key is sent only to its origin.
   *
   * @default the environment variable `KNOWLEDGE_BASE_URL`
   */
  readonly baseUrl?: string | URL | undefined;
  /**
   * API key, or a function that returns it and is called before each attempt. Sent as the `x-api-key` header.
   *
   * If the service responds with 401, the function is called again, once, and the request is repeated with the new key. If the
   * function returns the same key, the call fails with the 401. If the function throws or rejects, that is retried like a failed
   * connection.
   *
   * @default the environment variable `KNOWLEDGE_BASE_API_KEY`
   * @see Specification, section 5
   */
  readonly apiKey?: string | ((context: ApiKeyContext) => string | Promise<string>) | undefined;
  /**
   * Timeout of each attempt in milliseconds, from reading the key to the last byte of the body. Node's own `fetch` waits at most 300
   * seconds for the headers, whatever this option is.
   *
   * @default 30000
   */
  readonly timeout?: number | undefined;
  /**
   * Deadline of a call in milliseconds, with all attempts and the delays between them.
   *
   * @default 90000
   */
  readonly deadline?: number | undefined;
  /**
   * Maximum number of retries, if the operation can be repeated.
   *
   * @default 2
   */
  readonly retries?: number | undefined;
  /**
   * Maximum size of the body of a successful response, in bytes after decompression. A larger one is not read to its end, and the call
   * throws a {@link ResponseTooLargeError}. Of the body of an error, at most 16,384 bytes are read, for at most a second.
   *
   * @default 33554432
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Headers to send in addition to those of the client; null removes a header.
   *
   * @default none
   */
  readonly headers?: HeaderOverrides | undefined;
  /**
   * Handling of successful responses that differ from the contract.
   *
   * @default "tolerant"
   */
  readonly validate?: ValidationMode | undefined;
  /**
   * Function that sends the requests.
   *
   * @default the global `fetch` at the time of the call
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Clock for the time and the timers of the client, such as that of a test.
   *
   * @default the clock of the platform
   */
  readonly clock?: Clock | undefined;
  /**
   * Function that returns random numbers, at least 0 and below 1, for the delays between attempts.
   *
   * @default Math.random
   */
  readonly random?: (() => number) | undefined;
  /**
   * Logger for the log lines of the client. It must have the methods of all levels that are logged.
   *
   * @default console
   */
  readonly logger?: Logger | DetailsFirstLogger | undefined;
  /**
   * Order of the arguments of the logger's methods: `details-first` for pino and bunyan.
   *
   * @default "message-first"
   */
  readonly loggerOrder?: LoggerOrder | undefined;
  /**
   * The lowest level that is logged.
   *
   * @default the environment variable `KNOWLEDGE_BASE_LOG`, or "warn"
   */
  readonly logLevel?: LogLevel | undefined;
  /**
   * Whether the key may be sent over plain `http:` to another machine.
   *
   * @default false
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /**
   * Whether the client may run in a browser, where everybody who opens the page can read the key.
   *
   * @default false
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options of a single call. They override those of the client; headers are merged. */
export interface CallOptions
  extends Pick<ClientOptions, "timeout" | "deadline" | "retries" | "maxResponseBytes" | "headers" | "validate"> {
  /**
   * Signal that aborts the call. The call then rejects with an {@link AbortError} whose cause is the reason of the signal.
   *
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}
