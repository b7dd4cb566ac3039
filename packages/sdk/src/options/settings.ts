import {
  booleanRule,
  findOptionProblems,
  formatProblems,
  functionRule,
  type OptionRule,
  type OptionRules,
  wholeNumberRule,
} from "@knowledge-base/types/internal";
import { throwConfigurationError } from "../errors/deferred-error.ts";
import { apiKeyRule } from "./api-key.ts";
import { readBaseUrl } from "./base-url.ts";
import type { CallOptions, ClientOptions, LoggerOrder, ValidationMode } from "./client-options.ts";
import { type Clock, checkClock, checkRandom, systemClock, systemRandom } from "./clock.ts";
import { isBrowser } from "./environment.ts";
import { type HeaderFields, isHeaderOverrides, mergeHeaders } from "./headers.ts";
import type { Hooks } from "./hooks.ts";
import { createLogger, type LeveledLogger, logLevels } from "./logger.ts";

/** The options of a call, validated, with all defaults. */
export interface CallSettings {
  readonly timeout: number;
  readonly deadline: number;
  readonly retries: number;
  readonly maxResponseBytes: number;
  readonly headers: HeaderFields;
  readonly validate: ValidationMode;
  readonly signal: AbortSignal | undefined;
}

/** The options of a client, validated, with all defaults except those that the environment has at the time of a call. */
export interface ClientSettings extends Omit<CallSettings, "signal"> {
  readonly baseUrl: string | undefined;
  readonly apiKey: ClientOptions["apiKey"];
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly clock: Required<Clock>;
  readonly random: () => number;
  readonly logger: LeveledLogger;
  readonly hooks: Hooks;
  readonly allowInsecureHttp: boolean | undefined;
}

const defaults = {
  timeout: 30_000,
  deadline: 90_000,
  retries: 2,
  maxResponseBytes: 2 ** 25,
  headers: {},
  validate: "tolerant",
} as const;

const loggerOrders: readonly unknown[] = ["message-first", "details-first"] satisfies LoggerOrder[];

const validationModes: readonly unknown[] = ["strict", "tolerant", "report", "off"] satisfies ValidationMode[];

const millisecondsRule: OptionRule = {
  expected: "a positive number of milliseconds",
  isNumber: true,
  accepts: (value) => typeof value === "number" && value > 0,
};

const commonRules = {
  timeout: millisecondsRule,
  deadline: millisecondsRule,
  retries: wholeNumberRule(0, Number.POSITIVE_INFINITY),
  maxResponseBytes: wholeNumberRule(1, Number.POSITIVE_INFINITY),
  headers: { expected: "an object with names and values", isSecret: true, accepts: isHeaderOverrides },
  validate: { expected: `one of ${validationModes.join(", ")}`, accepts: (value) => validationModes.includes(value) },
} satisfies Readonly<Record<string, OptionRule>>;

const callRules: OptionRules<CallOptions> = {
  ...commonRules,
  signal: {
    expected: "an AbortSignal",
    accepts: (value) => typeof (value as Partial<AbortSignal> | null)?.addEventListener === "function",
  },
};

/** For options that are validated elsewhere: {@link readBaseUrl} and {@link createLogger} have a message for each problem. */
const anythingRule: OptionRule = { expected: "anything", accepts: () => true };

const clientRules: OptionRules<ClientOptions> = {
  baseUrl: anythingRule,
  apiKey: apiKeyRule,
  ...commonRules,
  fetch: functionRule,
  clock: { expected: "an object with the functions now and after", accepts: isClock },
  random: functionRule,
  logger: anythingRule,
  loggerOrder: { expected: `one of ${loggerOrders.join(", ")}`, accepts: (value) => loggerOrders.includes(value) },
  logLevel: { expected: `one of ${logLevels.join(", ")}`, accepts: (value) => logLevels.includes(value as never) },
  allowInsecureHttp: booleanRule,
  dangerouslyAllowBrowser: booleanRule,
  onRequest: functionRule,
  onResponse: functionRule,
  onRetry: functionRule,
  onSuccess: functionRule,
  onError: functionRule,
  onDrift: functionRule,
};

function isClock(value: unknown): boolean {
  const { now, after, monotonicNow = now }: Partial<Clock> = value ?? {};
  return [now, after, monotonicNow].every((member) => typeof member === "function");
}

function requireValidOptions(options: object, rules: Readonly<Record<string, OptionRule>>): void {
  const [problem] = findOptionProblems(options, rules).filter(
    ({ name, kind }) => kind !== "unknown" || Reflect.get(options, name) !== undefined,
  );
  if (problem) throwConfigurationError(formatProblems([`${problem.path} ${problem.message}`]));
}

/** Validates the options of a client. A missing base URL and a missing key are not errors: each call reads the environment. */
export function readClientOptions(options: ClientOptions): ClientSettings {
  requireValidOptions(options, clientRules);
  if (isBrowser() && options.dangerouslyAllowBrowser !== true) {
    throwConfigurationError("a browser shows the key to everybody. To let it, set dangerouslyAllowBrowser.");
  }
  const { baseUrl, allowInsecureHttp, apiKey, fetch, clock, random } = options;
  const { logger = console, loggerOrder = "message-first", logLevel } = options;
  const { onRequest, onResponse, onRetry, onSuccess, onError, onDrift } = options;
  return {
    ...mergeCallOptions(options, defaults),
    baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl, allowInsecureHttp),
    apiKey,
    fetch,
    clock: clock === undefined ? systemClock : checkClock(clock),
    random: random === undefined ? systemRandom : checkRandom(random),
    logger: createLogger(logger, loggerOrder, logLevel),
    hooks: { onRequest, onResponse, onRetry, onSuccess, onError, onDrift },
    allowInsecureHttp,
  };
}

/** Validates changes of a client's options, and merges them into the options and headers of the client. */
export function mergeClientOptions(
  options: ClientOptions,
  changes: ClientOptions,
  { headers }: ClientSettings,
): ClientOptions {
  requireValidOptions(changes, clientRules);
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...options, ...defined, headers: mergeHeaders(changes.headers, headers) };
}

/** Validates the options of a call. */
export function readCallOptions(options: CallOptions | undefined, inherited: ClientSettings): CallSettings {
  if (options === undefined) return { ...mergeCallOptions({}, inherited), signal: undefined };
  requireValidOptions(options, callRules);
  return { ...mergeCallOptions(options, inherited), signal: options.signal };
}

function mergeCallOptions(
  options: Omit<CallOptions, "signal">,
  inherited: Omit<CallSettings, "signal">,
): Omit<CallSettings, "signal"> {
  const {
    timeout = inherited.timeout,
    deadline = inherited.deadline,
    retries = inherited.retries,
    maxResponseBytes = inherited.maxResponseBytes,
    validate = inherited.validate,
  } = options;
  const headers = mergeHeaders(options.headers, inherited.headers);
  return { timeout, deadline, retries, maxResponseBytes, validate, headers };
}
