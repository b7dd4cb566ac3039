import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import { readBaseUrl } from "./base-url.ts";
import type { CallOptions, ClientOptions, ValidationMode } from "./client-options.ts";
import type { Clock } from "./clock.ts";
import { isBrowser } from "./environment.ts";
import { type HeaderFields, readHeaders } from "./headers.ts";
import type { Hooks } from "./hooks.ts";
import { createLogger, type LeveledLogger } from "./logger.ts";
import { refuse } from "./refuse.ts";
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
  readonly allowInsecureHttp: boolean | undefined;
}

const modes: readonly ValidationMode[] = ["strict", "tolerant", "report", "off"];
const defaults: CallSettings = { timeout: 30_000, deadline: 90_000, retries: 2, headers: {}, validate: "tolerant" };

/**
 * Reads the options of a client. What is missing is not missed yet: it is looked up in the environment at each call.
 *
 * @throws {@link ConfigurationError} where an option is not known, or not usable
 */
export function readSettings(options: ClientOptions): Settings {
  if (typeof options !== "object" || options === null) refuse("options must be an object.");
  const {
    baseUrl,
    apiKey,
    fetch,
    clock = systemClock,
    random = systemRandom,
    logger = console,
    logLevel,
    allowInsecureHttp,
    dangerouslyAllowBrowser,
    onRequest,
    onResponse,
    onRetry,
    onError,
    onDrift,
    ...others
  } = options;
  if (isBrowser() && dangerouslyAllowBrowser !== true) {
    refuse("a browser shows the key to everybody. To let it, set dangerouslyAllowBrowser.");
  }
  const hooks = { onRequest, onResponse, onRetry, onError, onDrift };
  for (const [name, value] of Object.entries({ fetch, random, ...hooks })) {
    if (value !== undefined && typeof value !== "function") refuse(`${name} must be a function.`);
  }
  if (typeof clock?.now !== "function" || typeof clock.after !== "function") refuse("clock must have now and after.");
  if (apiKey !== undefined && typeof apiKey !== "function") checkApiKey(apiKey);
  return {
    ...readCallSettings(others, defaults),
    baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl, allowInsecureHttp),
    apiKey,
    fetch,
    clock,
    random,
    logger: createLogger(logger, logLevel),
    hooks,
    allowInsecureHttp,
  };
}

/**
 * Reads the options of a call, or those of a client that a call has too.
 *
 * @throws {@link ConfigurationError} where an option is not known, or not usable
 */
export function readCallSettings(options: CallOptions, inherited: CallSettings, context?: ErrorContext): CallSettings {
  const {
    timeout = inherited.timeout,
    deadline = inherited.deadline,
    retries = inherited.retries,
    validate = inherited.validate,
    headers,
    ...unknown
  } = options;
  for (const [name, value] of Object.entries(unknown)) {
    if (value !== undefined) refuse(`there is no option ${name}.`, context);
  }
  for (const [name, value] of Object.entries({ timeout, deadline })) {
    if (typeof value !== "number" || !(value > 0))
      refuse(`${name} must be a positive number of milliseconds.`, context);
  }
  if (!Number.isInteger(retries) || retries < 0) refuse("retries must be a whole number, 0 or more.", context);
  if (!modes.includes(validate)) refuse(`validate must be one of ${modes.join(", ")}.`, context);
  return { timeout, deadline, retries, validate, headers: readHeaders(headers, inherited.headers, context) };
}

/**
 * Requires that a header can carry a key. A header would refuse it too, with a message that holds it.
 *
 * @throws {@link ConfigurationError} without the key
 */
export function checkApiKey(key: unknown, context?: () => ErrorContext): asserts key is string {
  const problem = apiKeyProblem(key);
  if (problem !== undefined) refuse(`apiKey ${problem}.`, context?.());
}

function apiKeyProblem(key: unknown): string | undefined {
  if (typeof key !== "string") return "must be a string, or a function that gives one";
  if (key === "") return "must not be empty";
  return /^[!-~]+$/.test(key) ? undefined : "must be visible ASCII characters without spaces";
}
