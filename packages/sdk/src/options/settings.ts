import {
  booleanRule,
  describeNonObject,
  describeRejection,
  formatProblems,
  functionRule,
  type OptionRule,
  type OptionRules,
  oneOfRule,
  showName,
  suggestName,
  wholeNumberRule,
} from "@knowledge-base/types/internal";
import { throwConfigurationError } from "../errors/problem.ts";
import { Secrets } from "../errors/secrets.ts";
import { version } from "../version.ts";
import { apiKeyRule } from "./api-key.ts";
import { readBaseUrl } from "./base-url.ts";
import type { CallOptions, ClientOptions, HeaderOverrides, ValidationMode } from "./client-options.ts";
import { type Clock, checkClock, checkRandom, type MonotonicClock, systemClock, systemRandom } from "./clock.ts";
import { isBrowser } from "./environment.ts";
import { type HeaderFields, isHeaderOverrides, mergeHeaders } from "./headers.ts";
import { createLogger, type LeveledLogger, logLevels } from "./logger.ts";

type Resolved = "baseUrl" | "headers" | "clock" | "random" | "logger" | "logLevel" | "dangerouslyAllowBrowser";

/** Every option of a client, validated, with its default, except those that the environment has at the time of a call. */
export type ClientSettings = Required<Omit<ClientOptions, Resolved | keyof typeof defaults>> & {
  readonly [Name in keyof typeof defaults]: NonNullable<ClientOptions[Name]>;
} & {
  readonly baseUrl: string | undefined;
  readonly headers: HeaderFields;
  readonly clock: MonotonicClock;
  readonly random: () => number;
  readonly logger: LeveledLogger;
  readonly signal: AbortSignal | undefined;
  /** The options as they were given. */
  readonly given: GivenOptions;
  /** The differences from the contract that were reported, which a client shares with those that `withOptions` makes of it. */
  readonly reportedDrift: Set<string>;
};

/** The settings of a call: those of its client with the options of the call. */
export type CallSettings = ClientSettings;

/** Options without a prototype, so that no property of `Object.prototype` is taken for one. */
type GivenOptions = Omit<ClientOptions, "headers"> & { readonly headers: HeaderFields };

const defaults = {
  timeout: 30_000,
  deadline: 90_000,
  retries: 2,
  maxResponseBytes: 2 ** 25,
  validate: "tolerant",
  fetchOptions: {},
  use: [],
} satisfies ClientOptions;

const millisecondsRule: OptionRule = {
  expected: "a positive number of milliseconds",
  accepts: (value) => typeof value === "number" && value > 0,
};

const ownInit = ["method", "headers", "body", "signal", "redirect", "duplex"];

const commonRules = {
  timeout: millisecondsRule,
  deadline: millisecondsRule,
  retries: wholeNumberRule(0, Number.POSITIVE_INFINITY),
  headers: { expected: "an object with names and values", isSecret: true, accepts: isHeaderOverrides },
  validate: oneOfRule<ValidationMode>(["strict", "tolerant", "report", "off"]),
  fetchOptions: {
    expected: `an object without ${ownInit.join(", ")}`,
    accepts: (value) => isRecord(value) && !Object.keys(value).some((name) => ownInit.includes(name)),
  },
} satisfies Readonly<Record<string, OptionRule>>;

const callRules: OptionRules<CallOptions> = {
  ...commonRules,
  signal: { expected: "an AbortSignal", accepts: isSignal },
};

/** For options that are validated elsewhere: {@link readBaseUrl} and {@link createLogger} have a message for each problem. */
const anythingRule: OptionRule = { expected: "anything", accepts: () => true };

/** Functions and lists, which an own `undefined` unsets. */
const unsettableRules = {
  fetch: functionRule,
  clock: { expected: "an object with the functions now and after", accepts: isClock },
  random: functionRule,
  logger: anythingRule,
  use: {
    expected: "an array of functions",
    accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === "function"),
  },
  shouldRetry: functionRule,
  onRetry: functionRule,
  onSuccess: functionRule,
  onError: functionRule,
  onDrift: functionRule,
} satisfies Readonly<Record<string, OptionRule>>;

const clientRules: OptionRules<ClientOptions> = {
  baseUrl: anythingRule,
  apiKey: apiKeyRule,
  ...commonRules,
  maxResponseBytes: wholeNumberRule(1, Number.POSITIVE_INFINITY),
  logLevel: oneOfRule(logLevels),
  allowInsecureHttp: booleanRule,
  dangerouslyAllowBrowser: booleanRule,
  ...unsettableRules,
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Signals of other libraries are no instances of `AbortSignal`. */
function isSignal(value: unknown): boolean {
  const { addEventListener, removeEventListener }: Partial<AbortSignal> = Object(value);
  return typeof addEventListener === "function" && typeof removeEventListener === "function";
}

function isClock(value: unknown): boolean {
  const { now, after }: Partial<Clock> = Object(value);
  return typeof now === "function" && typeof after === "function";
}

/**
 * Validates the options of a client, which may change those of another one. A missing base URL and a missing key are not errors: each
 * call reads the environment.
 */
export function readClientOptions(options: ClientOptions, inherited?: ClientSettings): ClientSettings {
  const given = mergeOptions(inherited?.given ?? { headers: defaultHeaders() }, options, clientRules);
  const { allowInsecureHttp, clock, random, logger = console } = given;
  if (isBrowser() && given.dangerouslyAllowBrowser !== true) {
    throwConfigurationError("in a browser, everyone can read the key. To allow this, set dangerouslyAllowBrowser.");
  }
  return {
    baseUrl: given.baseUrl === undefined ? undefined : readBaseUrl(given.baseUrl, allowInsecureHttp),
    allowInsecureHttp,
    apiKey: given.apiKey,
    timeout: given.timeout ?? defaults.timeout,
    deadline: given.deadline ?? defaults.deadline,
    retries: given.retries ?? defaults.retries,
    maxResponseBytes: given.maxResponseBytes ?? defaults.maxResponseBytes,
    validate: given.validate ?? defaults.validate,
    headers: given.headers,
    fetch: given.fetch,
    fetchOptions: given.fetchOptions ?? defaults.fetchOptions,
    use: given.use ?? defaults.use,
    shouldRetry: given.shouldRetry,
    clock: clock ? checkClock(clock) : systemClock,
    random: random ? checkRandom(random) : systemRandom,
    logger: createLogger(logger, given.logLevel),
    onRetry: given.onRetry,
    onSuccess: given.onSuccess,
    onError: given.onError,
    onDrift: given.onDrift,
    signal: undefined,
    given,
    reportedDrift: inherited?.reportedDrift ?? new Set(),
  };
}

function defaultHeaders(): HeaderFields {
  const headers = new Map([["accept", "application/json"]]);
  // A browser has a user agent of its own, and would ask the service first whether another one is allowed.
  return isBrowser() ? headers : headers.set("user-agent", `knowledge-base-sdk/${version}`);
}

/** Returns the secrets that a client has been given. A function `apiKey` returns others for each attempt. */
export function secretsOf({ apiKey, headers }: Pick<ClientSettings, "apiKey" | "headers">): Secrets {
  const secrets = new Secrets();
  if (typeof apiKey === "string") secrets.add(apiKey);
  secrets.addHeaders(headers);
  return secrets;
}

/** Validates the options of a call, and merges them into those of its client. */
export function readCallOptions(options: CallOptions | undefined, settings: ClientSettings): CallSettings {
  return options === undefined ? settings : mergeOptions(settings, options, callRules);
}

/** Validates options, and merges those that are own properties and not undefined into others. */
function mergeOptions<Base extends { readonly headers: HeaderFields; readonly fetchOptions?: object | undefined }>(
  base: Base,
  options: CallOptions | ClientOptions,
  rules: Readonly<Record<string, OptionRule>>,
): Base {
  const names = Object.keys(rules);
  if (isSignal(options)) throwConfigurationError("options must be an object (got an AbortSignal). Write { signal }.");
  if (!isRecord(options)) throwConfigurationError(`options ${describeNonObject(options, names)}.`);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const advice = suggestName(unknown, names, "option");
    throwConfigurationError(formatProblems([`${showName(unknown)} is not an option; ${advice}`]));
  }
  const merged: Record<string, unknown> = Object.assign(Object.create(null), base);
  for (const [name, rule] of Object.entries(rules)) {
    if (!Object.hasOwn(options, name)) continue;
    const value: unknown = Reflect.get(options, name);
    if (value === undefined) {
      if (Object.hasOwn(unsettableRules, name)) delete merged[name];
      continue;
    }
    if (!rule.accepts(value)) throwConfigurationError(`${name} ${describeRejection(rule, value)}.`);
    if (name === "headers") merged[name] = mergeHeaders(value as HeaderOverrides, base.headers);
    else if (name === "fetchOptions") merged[name] = { ...base.fetchOptions, ...value };
    // What the caller changes afterwards has no effect.
    else if (name === "use") merged[name] = [...(value as unknown[])];
    else merged[name] = value instanceof URL ? value.href : value;
  }
  return merged as unknown as Base;
}
