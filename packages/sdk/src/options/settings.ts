import { fieldsOf, isObject } from "@knowledge-base/internal/json";
import {
  anyRule,
  booleanRule,
  checkOptions,
  functionRule,
  type OptionRule,
  type OptionRules,
  oneOfRule,
  wholeNumberRule,
} from "@knowledge-base/internal/options";
import { showValue } from "@knowledge-base/internal/texts";
import { isBrowser } from "../environment.ts";
import { Failure, throwConfigurationError } from "../errors/failure.ts";
import { version } from "../version.ts";
import { type ApiKey, checkApiKeyOption } from "./api-key.ts";
import { checkBaseUrl } from "./base-url.ts";
import type { CallOptions, ClientOptions, ValidationMode } from "./client-options.ts";
import { expectedHeaders, type HeaderFields, mergeHeaders } from "./headers.ts";
import { checkLogger, type Logger, logLevels } from "./logger.ts";
import type { Middleware } from "./middleware.ts";

/**
 * The options of a client, validated and with their defaults. They are valid options again. Don't call a function among them as a
 * method: it would have the settings as `this`, and with them the key.
 */
export interface ClientSettings extends Omit<ClientOptions, keyof Defaults>, Defaults {
  readonly baseUrl?: string | undefined;
  readonly headers: HeaderFields;
}

/** The state of a client, shared by its calls. */
export interface ClientState {
  readonly settings: ClientSettings;
  readonly logger: Partial<Logger>;
  readonly apiKey: ApiKey;
  /** Keys of reports that are made only once, also by the clients that `withOptions` creates. */
  readonly reported: Set<string>;
}

/** The settings of a client with the options of a call. */
export interface CallSettings extends ClientSettings {
  readonly signal?: AbortSignal | null | undefined;
}

type Defaults = { readonly [Name in keyof typeof defaults]: NonNullable<ClientOptions[Name]> };

const defaults = {
  timeout: 30_000,
  deadline: 90_000,
  retries: 2,
  maxResponseBytes: 2 ** 25,
  validate: "tolerant",
  fetchOptions: {},
  use: [],
  random: () => Math.random(),
  logger: console,
} satisfies ClientOptions;

/**
 * Validates the options of a client, which may change the settings of another client. A missing base URL and a missing key aren't errors:
 * each call reads the environment.
 */
export function readClientOptions(options: ClientOptions, base = defaultSettings()): ClientSettings {
  const settings = mergeOptions(options, optionRules.client, base);
  const { baseUrl, apiKey, use, allowInsecureHttp, dangerouslyAllowBrowser } = settings;
  if (isBrowser() && dangerouslyAllowBrowser !== true)
    throwConfigurationError("in a browser, everyone can read the key. To allow this, set dangerouslyAllowBrowser.");
  if (apiKey !== undefined) checkApiKeyOption(apiKey);
  checkLogger(settings);
  return {
    ...settings,
    ...(baseUrl !== undefined && { baseUrl: checkBaseUrl(baseUrl, allowInsecureHttp) }),
    use: copyMiddleware(use),
  };
}

function defaultSettings(): ClientSettings {
  // A browser has a user agent of its own, and would ask the service first whether another user agent is allowed.
  const userAgent = isBrowser() ? undefined : { "user-agent": `knowledge-base-sdk/${version}` };
  return { ...defaults, headers: { accept: "application/json", ...userAgent } };
}

export function readCallOptions(options: CallOptions | undefined, base: ClientSettings): CallSettings {
  if (options === undefined) return base;
  const settings = mergeOptions(options, optionRules.call, base);
  const { use = [] } = options;
  return { ...settings, use: [...base.use, ...copyMiddleware(use)] };
}

function mergeOptions(
  options: CallOptions | ClientOptions,
  rules: Readonly<Record<string, OptionRule>>,
  base: ClientSettings,
): CallSettings {
  if (isSignal(options)) throwConfigurationError("options must be an object (got an AbortSignal). Write { signal }.");
  checkOptions((problems) => new Failure("configuration", problems), options, rules);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const { headers = {}, fetchOptions = {} } = options;
  return {
    ...base,
    ...(Object.fromEntries(given) as Partial<CallSettings>),
    headers: mergeHeaders(headers, base.headers),
    fetchOptions: mergeFetchOptions(fetchOptions, base.fetchOptions),
  };
}

// Signals of other libraries are no instances of `AbortSignal`.
function isSignal(value: unknown): boolean {
  const { addEventListener, removeEventListener } = fieldsOf(value);
  return typeof addEventListener === "function" && typeof removeEventListener === "function";
}

const ownInit = ["method", "headers", "body", "signal", "redirect", "duplex"];

function mergeFetchOptions(options: object, base: object) {
  const own = Object.keys(options).find((name) => ownInit.includes(name));
  if (own === undefined) return { ...base, ...options };
  const advice = own in optionRules.call ? `use the option ${own}` : "the client sets it";
  throwConfigurationError(`fetchOptions must not have ${own}: ${advice}.`);
}

// Copies a list: what the caller changes afterwards has no effect.
function copyMiddleware(use: readonly Middleware[]): Middleware[] {
  const index = use.findIndex((middleware) => typeof middleware !== "function");
  if (index === -1) return [...use];
  throwConfigurationError(`use[${index}] must be a function (got ${showValue(use[index])}).`);
}

const millisecondsRule: OptionRule = {
  expected: "a positive number of milliseconds",
  accepts: (value) => typeof value === "number" && value > 0,
};

// The mark lets bundlers leave the rules out of a program that creates no client.
const optionRules = /* @__PURE__ */ createRules();

function createRules(): { readonly call: OptionRules<CallOptions>; readonly client: OptionRules<ClientOptions> } {
  const common = {
    timeout: millisecondsRule,
    deadline: millisecondsRule,
    retries: { ...wholeNumberRule(0), otherNames: ["retry"] },
    headers: {
      expected: expectedHeaders,
      isSecret: true,
      accepts: (value: unknown) => isObject(value) || Array.isArray(value),
      otherNames: ["defaultHeaders"],
    },
    validate: oneOfRule<ValidationMode>(["strict", "tolerant", "report", "off"]),
    fetchOptions: {
      expected: "an object",
      accepts: isObject,
      otherNames: ["cache", "credentials", "dispatcher", "next"],
    },
    use: {
      expected: "an array of functions",
      accepts: Array.isArray,
      otherNames: ["middleware", "middlewares", "interceptors"],
    },
  } satisfies Readonly<Record<string, OptionRule>>;
  // The platform's `fetch` takes null, too.
  const signal: OptionRule = {
    expected: "an AbortSignal",
    accepts: (value) => value === null || isSignal(value),
    otherNames: ["abortSignal"],
  };
  const client = {
    ...common,
    // `checkBaseUrl`, `checkApiKeyOption` and `checkLogger` have a message for each problem.
    baseUrl: { ...anyRule, otherNames: ["url"] },
    apiKey: { ...anyRule, otherNames: ["key", "token"] },
    maxResponseBytes: wholeNumberRule(1),
    logLevel: oneOfRule(logLevels),
    allowInsecureHttp: booleanRule,
    dangerouslyAllowBrowser: booleanRule,
    logger: { ...anyRule, otherNames: ["log"] },
    fetch: functionRule,
    random: functionRule,
    shouldRetry: functionRule,
    onRetry: functionRule,
    onSuccess: functionRule,
    onError: functionRule,
    onDrift: functionRule,
  };
  return { call: { ...common, signal }, client };
}
