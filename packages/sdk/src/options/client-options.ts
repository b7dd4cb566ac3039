import type { Clock } from "./clock.ts";
import type { Hooks } from "./hooks.ts";
import type { Logger, LogLevel } from "./logger.ts";

/**
 * What happens to an answer that departs from the contract:
 *
 * - `strict`: anything outside the contract throws a {@link ResponseError}, an undocumented status of success too;
 * - `tolerant`: unknown fields and unknown enum values pass and are reported, a missing or mistyped field throws;
 * - `report`: everything passes and is reported;
 * - `off`: answers are not looked at, but for being JSON.
 */
export type ValidationMode = "strict" | "tolerant" | "report" | "off";

/** Headers to send, by name; null takes one away that the client, or the client's options, would send. */
export type HeaderChanges = Readonly<Record<string, string | null>> | Headers;

/** Every option of a client, each with its default. Those of {@link CallOptions} can be given for one call, too. */
export interface ClientOptions extends Hooks {
  /**
   * Base URL of the service, with or without a path and a slash at its end. The key is sent to its origin alone.
   *
   * @default the environment variable `KNOWLEDGE_BASE_URL`
   */
  readonly baseUrl?: string | URL | undefined;
  /**
   * API key, or a function that returns one and is asked before each attempt. Sent as the `x-api-key` header.
   *
   * @default the environment variable `KNOWLEDGE_BASE_API_KEY`
   * @see Specification, section 5
   */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /**
   * Longest time that one attempt may take, in milliseconds, from asking for the key to the last byte of the body.
   *
   * @default 30000
   */
  readonly timeout?: number | undefined;
  /**
   * Longest time that a call may take, in milliseconds, all attempts and the waits between them included.
   *
   * @default 90000
   */
  readonly deadline?: number | undefined;
  /**
   * How often a failed attempt is repeated at the most, where the operation allows it.
   *
   * @default 2
   */
  readonly retries?: number | undefined;
  /**
   * Headers to send besides those of the client; null takes one away.
   *
   * @default none
   */
  readonly headers?: HeaderChanges | undefined;
  /**
   * What happens to an answer that departs from the contract.
   *
   * @default "tolerant"
   */
  readonly validate?: ValidationMode | undefined;
  /**
   * What sends requests.
   *
   * @default the global `fetch` at the time of the call
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Where the client reads the time and sets its timers.
   *
   * @default the platform's
   */
  readonly clock?: Clock | undefined;
  /**
   * Where the client takes random numbers from, at least 0 and below 1.
   *
   * @default Math.random
   */
  readonly random?: (() => number) | undefined;
  /**
   * Where the client writes its log.
   *
   * @default console
   */
  readonly logger?: Logger | undefined;
  /**
   * The least important lines that are written.
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

/** Options of one call. They take precedence over those of the client; headers are merged. */
export interface CallOptions extends Pick<ClientOptions, "timeout" | "deadline" | "retries" | "headers" | "validate"> {
  /**
   * Aborts the call, which then rejects with an {@link AbortError} whose cause is the reason of the signal.
   *
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}
