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
import { throwConfigurationError } from "../errors/deferred-error.ts";
import { apiKeyRule } from "./api-key.ts";
import { readBaseUrl } from "./base-url.ts";
import type { CallOptions, ClientOptions, ValidationMode } from "./client-options.ts";
import { type Clock, checkClock, checkRandom, systemClock, systemRandom } from "./clock.ts";
import { isBrowser } from "./environment.ts";
import { type HeaderFields, isHeaderOverrides, mergeHeaders } from "./headers.ts";
import type { Hooks } from "./hooks.ts";
import { createLogger, type LeveledLogger, type LoggerOrder, logLevels } from "./logger.ts";

/** The options of a client, validated, with all defaults except those that the environment has at the time of a call. */
export interface ClientSettings extends Hooks, Pick<ClientOptions, "apiKey" | "fetch" | "allowInsecureHttp"> {
  readonly timeout: number;
  readonly deadline: number;
  readonly retries: number;
  readonly maxResponseBytes: number;
  readonly headers: HeaderFields;
  readonly validate: ValidationMode;
  readonly baseUrl: string | undefined;
  readonly clock: Required<Clock>;
  readonly random: () => number;
  readonly logger: LeveledLogger;
  /** The options as they were given, without those that are undefined. */
  readonly given: GivenOptions;
}

type GivenOptions = Omit<ClientOptions, "headers"> & { readonly headers: HeaderFields };

/** The options of a call and of its client. */
export interface CallSettings extends ClientSettings {
  readonly signal?: AbortSignal | undefined;
}

type Default = "timeout" | "deadline" | "retries" | "maxResponseBytes" | "validate";

const defaults: Pick<ClientSettings, Default> = {
  timeout: 30_000,
  deadline: 90_000,
  retries: 2,
  maxResponseBytes: 2 ** 25,
  validate: "tolerant",
};

const millisecondsRule: OptionRule = {
  expected: "a positive number of milliseconds",
  accepts: (value) => typeof value === "number" && value > 0,
};

const commonRules = {
  timeout: millisecondsRule,
  deadline: millisecondsRule,
  retries: wholeNumberRule(0, Number.POSITIVE_INFINITY),
  maxResponseBytes: wholeNumberRule(1, Number.POSITIVE_INFINITY),
  headers: { expected: "an object with names and values", isSecret: true, accepts: isHeaderOverrides },
  validate: oneOfRule<ValidationMode>(["strict", "tolerant", "report", "off"]),
} satisfies Readonly<Record<string, OptionRule>>;

const callRules: OptionRules<CallOptions> = {
  ...commonRules,
  signal: {
    expected: "an AbortSignal",
    accepts: isSignal,
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
  loggerOrder: oneOfRule<LoggerOrder>(["message-first", "details-first"]),
  logLevel: oneOfRule(logLevels),
  allowInsecureHttp: booleanRule,
  dangerouslyAllowBrowser: booleanRule,
  onRequest: functionRule,
  onResponse: functionRule,
  onRetry: functionRule,
  onSuccess: functionRule,
  onError: functionRule,
  onDrift: functionRule,
};

/** Signals of other libraries are no instances of `AbortSignal`. */
function isSignal(value: unknown): boolean {
  const { addEventListener, removeEventListener }: Partial<AbortSignal> = value ?? {};
  return typeof addEventListener === "function" && typeof removeEventListener === "function";
}

function isClock(value: unknown): boolean {
  const { now, after, monotonicNow = now }: Partial<Clock> = value ?? {};
  return [now, after, monotonicNow].every((member) => typeof member === "function");
}

/** Validates the options of a client. A missing base URL and a missing key are not errors: each call reads the environment. */
export function readClientOptions(options: ClientOptions): ClientSettings {
  const given = mergeOptions({ headers: {} }, options, clientRules);
  const { baseUrl, allowInsecureHttp, clock, random, logger = console, loggerOrder, logLevel } = given;
  if (isBrowser() && given.dangerouslyAllowBrowser !== true) {
    throwConfigurationError("in a browser, everyone can read the key. To allow this, set dangerouslyAllowBrowser.");
  }
  return {
    ...defaults,
    ...given,
    given,
    baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl, allowInsecureHttp),
    clock: clock ? checkClock(clock) : systemClock,
    random: random ? checkRandom(random) : systemRandom,
    logger: createLogger(logger, loggerOrder, logLevel),
  };
}

/** Validates changes of a client's options, and merges them into the options and headers of the client. */
export function mergeClientOptions(changes: ClientOptions, { given }: ClientSettings): ClientOptions {
  return mergeOptions(given, changes, clientRules);
}

/** Validates the options of a call, and merges them into those of its client. */
export function readCallOptions(options: CallOptions | undefined, settings: ClientSettings): CallSettings {
  return options === undefined ? settings : mergeOptions(settings, options, callRules);
}

type Defined<Options> = { readonly [Name in keyof Options]?: Exclude<Options[Name], undefined> };

/** Validates options, and merges those that are not undefined into others. */
function mergeOptions<Base extends { readonly headers: HeaderFields }, Options extends CallOptions>(
  base: Base,
  options: Options,
  rules: Readonly<Record<string, OptionRule>>,
): Base & Defined<Omit<Options, "headers">> {
  const names = Object.keys(rules);
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throwConfigurationError(`options ${describeNonObject(options, names)}.`);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const advice = suggestName(unknown, names, "option");
    throwConfigurationError(formatProblems([`${showName(unknown)} is not an option; ${advice}`]));
  }
  const defined: Record<string, unknown> = {};
  // An instance of a class inherits the options that are getters.
  for (const [name, rule] of Object.entries(rules)) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined) continue;
    if (!rule.accepts(value)) throwConfigurationError(`${name} ${describeRejection(rule, value)}.`);
    defined[name] = value;
  }
  return { ...base, ...(defined as Defined<Options>), headers: mergeHeaders(options.headers, base.headers) };
}
