import {
  booleanRule,
  findOptionProblems,
  formatProblems,
  functionRule,
  type OptionRule,
  oneOfRule,
  showValue,
  wholeNumberRule,
} from "@knowledge-base/internal";
import { throwConfigurationError } from "../errors/problem.ts";
import { Secrets } from "../errors/secrets.ts";
import { version } from "../version.ts";
import { apiKeyVariable, readApiKeyOption } from "./api-key.ts";
import { readBaseUrl } from "./base-url.ts";
import type { CallOptions, ClientOptions, HeaderOverrides, ValidationMode } from "./client-options.ts";
import { type Clock, systemClock, systemRandom } from "./clock.ts";
import { isBrowser, readEnvironment } from "./environment.ts";
import { type HeaderFields, isHeaderOverrides, mergeHeaders } from "./headers.ts";
import { logLevels } from "./logger.ts";

/** Every option of a client or a call, validated, with its default, except those that the environment has at the time of a call. */
export type ClientSettings = Omit<ClientOptions, "baseUrl" | "headers" | Defaults> & {
  readonly [Name in Defaults]: NonNullable<ClientOptions[Name]>;
} & {
  readonly baseUrl?: string;
  readonly headers: HeaderFields;
  readonly signal?: AbortSignal;
  /** The differences from the contract that were reported, which a client shares with those that `withOptions` makes of it. */
  readonly reportedDrift: Set<string>;
};

/** The settings of a call: those of its client with the options of the call. */
export type CallSettings = ClientSettings;

type Defaults =
  | "timeout"
  | "deadline"
  | "retries"
  | "maxResponseBytes"
  | "validate"
  | "fetchOptions"
  | "use"
  | "clock"
  | "random"
  | "logger";

const defaults: Pick<ClientSettings, Defaults> = {
  timeout: 30_000,
  deadline: 90_000,
  retries: 2,
  maxResponseBytes: 2 ** 25,
  validate: "tolerant",
  fetchOptions: {},
  use: [],
  clock: systemClock,
  random: systemRandom,
  logger: console,
};

interface SettingRule extends OptionRule {
  /** Returns the setting for an option and the setting that it changes; by default the option. */
  readonly merge?: (value: never, base: never) => unknown;
  /** Whether an own `undefined` restores the default. */
  readonly isUnsettable?: true;
}

const millisecondsRule: SettingRule = {
  expected: "a positive number of milliseconds",
  accepts: (value) => typeof value === "number" && value > 0,
};

const ownInit = ["method", "headers", "body", "signal", "redirect", "duplex"];

const commonRules = {
  timeout: millisecondsRule,
  deadline: millisecondsRule,
  retries: { ...wholeNumberRule(0, Number.POSITIVE_INFINITY), otherNames: ["retry"] },
  headers: {
    expected: "an object with names and values",
    isSecret: true,
    accepts: isHeaderOverrides,
    merge: (overrides: HeaderOverrides, headers: HeaderFields) => mergeHeaders(overrides, headers),
  },
  validate: oneOfRule<ValidationMode>(["strict", "tolerant", "report", "off"]),
  fetchOptions: {
    expected: "an object",
    accepts: isRecord,
    merge: (options: object, base: object) => {
      const own = Object.keys(options).find((name) => ownInit.includes(name));
      if (own === undefined) return { ...base, ...options };
      const advice = own in callRules ? `use the option ${own}` : "the client sets it";
      return throwConfigurationError(`fetchOptions must not have ${own}: ${advice}.`);
    },
  },
} satisfies Readonly<Record<string, SettingRule>>;

const callRules: SettingRules<CallOptions> = {
  ...commonRules,
  signal: { expected: "an AbortSignal", accepts: isSignal, otherNames: ["abortSignal"] },
};

const hookRule: SettingRule = { ...functionRule, isUnsettable: true };

/** `readBaseUrl`, `readApiKeyOption` and `createLogger` have a message for each problem. */
const anythingRule: SettingRule = { expected: "anything", accepts: () => true };

/** Copies a list: what the caller changes afterwards has no effect. */
function copyMiddleware(use: readonly unknown[]): unknown[] {
  const index = use.findIndex((middleware) => typeof middleware !== "function");
  if (index === -1) return [...use];
  return throwConfigurationError(`use[${index}] must be a function (got ${showValue(use[index])}).`);
}

const clientRules: SettingRules<ClientOptions> = {
  ...commonRules,
  // What the caller changes afterwards has no effect.
  baseUrl: { ...anythingRule, merge: String, otherNames: ["url"] },
  apiKey: { ...anythingRule, merge: readApiKeyOption, otherNames: ["key", "token"] },
  maxResponseBytes: wholeNumberRule(1, Number.POSITIVE_INFINITY),
  logLevel: oneOfRule(logLevels),
  allowInsecureHttp: booleanRule,
  dangerouslyAllowBrowser: booleanRule,
  clock: { expected: "an object with the functions now and after", accepts: isClock, isUnsettable: true },
  logger: { ...anythingRule, isUnsettable: true, otherNames: ["log"] },
  use: {
    expected: "an array of functions",
    accepts: Array.isArray,
    merge: copyMiddleware,
    isUnsettable: true,
    otherNames: ["middleware", "middlewares", "interceptors"],
  },
  fetch: hookRule,
  random: hookRule,
  shouldRetry: hookRule,
  onRetry: hookRule,
  onSuccess: hookRule,
  onError: hookRule,
  onDrift: hookRule,
};

type SettingRules<Options> = { readonly [Name in keyof Options]-?: SettingRule };

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
  const settings = mergeOptions(options, clientRules, inherited ?? createSettings());
  if (isBrowser() && settings.dangerouslyAllowBrowser !== true) {
    throwConfigurationError("in a browser, everyone can read the key. To allow this, set dangerouslyAllowBrowser.");
  }
  const { baseUrl, allowInsecureHttp } = settings;
  return baseUrl === undefined
    ? settings
    : Object.assign(settings, { baseUrl: readBaseUrl(baseUrl, allowInsecureHttp) });
}

/** Returns the settings without options. They have every option as an own property, so that none of `Object.prototype` is taken for one. */
function createSettings(): ClientSettings {
  const none = [...Object.keys(clientRules), "signal"].map((name) => [name, undefined]);
  return { ...Object.fromEntries(none), ...defaults, headers: defaultHeaders(), reportedDrift: new Set() };
}

function defaultHeaders(): HeaderFields {
  const headers = new Map([["accept", "application/json"]]);
  // A browser has a user agent of its own, and would ask the service first whether another one is allowed.
  return isBrowser() ? headers : headers.set("user-agent", `knowledge-base-sdk/${version}`);
}

/** Validates the options of a call, and merges them into those of its client. */
export function readCallOptions(options: CallOptions | undefined, settings: ClientSettings): CallSettings {
  return options === undefined ? settings : mergeOptions(options, callRules, settings);
}

/** Validates options, and merges them into settings. */
function mergeOptions(
  options: CallOptions | ClientOptions,
  rules: Readonly<Record<string, SettingRule>>,
  base: ClientSettings,
): ClientSettings {
  if (isSignal(options)) throwConfigurationError("options must be an object (got an AbortSignal). Write { signal }.");
  const given = isRecord(options) ? { __proto__: null, ...options } : options;
  const problems = findOptionProblems(given, rules).map(({ path, message }) => `${path} ${message}`);
  if (problems.length > 0) throwConfigurationError(formatProblems(problems));
  const settings: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(given)) {
    const { merge, isUnsettable } = rules[name] as SettingRule;
    if (value !== undefined) settings[name] = merge ? merge(value as never, base[name as never]) : value;
    else if (isUnsettable) settings[name] = createSettings()[name as never];
  }
  return settings as unknown as ClientSettings;
}

/** Returns the secrets that a client has been given, or finds in the environment. A function `apiKey` returns others for each attempt. */
export function secretsOf({ apiKey, headers }: Pick<ClientSettings, "apiKey" | "headers">): Secrets {
  const secrets = new Secrets();
  const key = apiKey ?? readEnvironment(apiKeyVariable);
  if (typeof key === "string") secrets.add(key);
  secrets.addHeaders(headers);
  return secrets;
}
