import { ConfigurationError } from "../errors/configuration-error.ts";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import { readBaseUrl } from "./base-url.ts";
import type { CallOptions, ClientOptions, ValidationMode } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { isBrowser, readEnvironment } from "./environment.ts";
import { type HeaderFields, readHeaders } from "./headers.ts";
import type { Hooks } from "./hooks.ts";
import { createLogger, type LeveledLogger, type LogLevel, logLevels } from "./logger.ts";
import { systemClock, systemRandom } from "./system.ts";

/** The options that a call has too, read and complete. */
export interface CallSettings {
  readonly timeout: number;
  readonly deadline: number;
  readonly retries: number;
  readonly headers: HeaderFields;
  readonly validate: ValidationMode;
}

/** The options of a client, read and complete, but for what is looked up at each call. */
export interface Settings extends CallSettings {
  readonly baseUrl: string | undefined;
  readonly apiKey: ClientOptions["apiKey"];
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: LeveledLogger;
  readonly hooks: Hooks;
  readonly allowInsecureHttp: boolean;
}

/** What is under way when options of a client are not usable. */
export const creating: ErrorContext = { task: "create a client" };
const modes: readonly ValidationMode[] = ["strict", "tolerant", "report", "off"];
const defaults: CallSettings = { timeout: 30_000, deadline: 90_000, retries: 2, headers: {}, validate: "tolerant" };

/**
 * Reads the options of a client. What is missing is not missed yet: it is looked up in the environment at each call.
 *
 * @throws {@link ConfigurationError} where an option is not usable
 */
export function readSettings(options: ClientOptions): Settings {
  const { baseUrl, apiKey, fetch, clock = systemClock, random = systemRandom, logger = console } = options;
  const { allowInsecureHttp = false, dangerouslyAllowBrowser = false } = options;
  if (isBrowser() && !dangerouslyAllowBrowser) {
    refuse("a browser shows the key to everybody. To let it, set dangerouslyAllowBrowser.");
  }
  if (apiKey !== undefined && typeof apiKey !== "function") checkApiKey(apiKey, () => creating);
  return {
    ...readCallSettings(options, defaults, creating),
    baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl, creating, allowInsecureHttp),
    apiKey,
    fetch,
    clock,
    random,
    logger: createLogger(logger, readLogLevel(options.logLevel)),
    hooks: options,
    allowInsecureHttp,
  };
}

/**
 * Reads the options of a call, or those of a client that a call has too.
 *
 * @throws {@link ConfigurationError} where an option is not usable
 */
export function readCallSettings(options: CallOptions, inherited: CallSettings, context: ErrorContext): CallSettings {
  const { timeout = inherited.timeout, deadline = inherited.deadline, retries = inherited.retries } = options;
  const { validate = inherited.validate, headers, signal } = options;
  if (signal !== undefined && typeof signal?.addEventListener !== "function")
    refuse("signal must be an AbortSignal.", context);
  requireMilliseconds("timeout", timeout, context);
  requireMilliseconds("deadline", deadline, context);
  if (!Number.isInteger(retries) || retries < 0) refuse("retries must be a whole number, 0 or more.", context);
  if (!modes.includes(validate)) refuse(`validate must be one of ${modes.join(", ")}.`, context);
  return {
    timeout,
    deadline,
    retries,
    validate,
    headers: headers ? { ...inherited.headers, ...readHeaders(headers, context) } : inherited.headers,
  };
}

function requireMilliseconds(name: string, value: unknown, context: ErrorContext): void {
  if (typeof value !== "number" || !(value > 0)) refuse(`${name} must be a positive number of milliseconds.`, context);
}

/**
 * Requires that a header can carry a key. A header would refuse it too, with a message that holds it.
 *
 * @throws {@link ConfigurationError} without the key
 */
export function checkApiKey(key: unknown, context: () => ErrorContext): asserts key is string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key)) {
    refuse("apiKey must be visible ASCII characters. Look for a line break in it.", context());
  }
}

function readLogLevel(given: LogLevel | undefined): LogLevel {
  const level = given ?? readEnvironment("KNOWLEDGE_BASE_LOG") ?? "warn";
  const known = logLevels.find((name) => name === level);
  return known ?? refuse(`the log level must be one of ${logLevels.join(", ")}. Set logLevel or KNOWLEDGE_BASE_LOG.`);
}

function refuse(problem: string, context = creating): never {
  throw new ConfigurationError(problem, context);
}
