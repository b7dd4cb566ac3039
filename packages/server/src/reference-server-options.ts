import { booleanRule, type OptionRules } from "@knowledge-base/types/internal";
import { type BaseUrl, parseHttpUrl, splitBaseUrl } from "./base-url.ts";
import { choices } from "./choices.ts";
import { type Clock, systemClock } from "./clock.ts";
import { findOptionsError } from "./find-options-error.ts";
import type { AllowedOrigins } from "./http/allow-origins.ts";
import { numberOptionRules } from "./number-option-rules.ts";
import { isOrigin } from "./origin.ts";
import { secretRule } from "./secret-rule.ts";
import type { ServerLimits } from "./server-state.ts";
import type { OnChange } from "./store/change-feed.ts";
import type { StateInput } from "./store/state-input.ts";
import { isStateField } from "./store/state-schemas.ts";

/** Options of {@link createReferenceServer}. */
export interface ReferenceServerOptions {
  /**
   * Base URL for clients and for the handlers of msw. It may have a path.
   *
   * @default "https://knowledge-base.test"
   */
  readonly baseUrl?: string | undefined;
  /**
   * Initial records, also after a reset. Fields that have a default can be left out. If there is no organization, the server creates one; if there is no API key, it
   * creates one for its first organization.
   *
   * @default an empty state
   */
  readonly seed?: StateInput | undefined;
  /**
   * An API key of visible ASCII characters that is valid initially and after each reset: `server.apiKey`. If the seed does not
   * contain it, the server adds it to its first organization.
   *
   * @default the first key of the seed, or one that the server creates
   */
  readonly apiKey?: string | undefined;
  /**
   * Seed of ids, nonces and the OAuth secret: the same seed repeats the same run.
   *
   * @default "knowledge-base"
   */
  readonly randomSeed?: string | undefined;
  /**
   * Source of the time.
   *
   * @default the clock of the machine
   */
  readonly clock?: Clock | undefined;
  /**
   * Milliseconds of real time by which every response of `fetch` is delayed, up to 2 minutes. The latencies of faults are
   * added; controls are never delayed.
   *
   * @default 0
   */
  readonly latency?: number | undefined;
  /**
   * Whether a body field that the specification does not define is an error instead of being ignored.
   *
   * @default false
   */
  readonly strictBodies?: boolean | undefined;
  /**
   * Receives each change of the records, in order, to keep them outside the process: those by operations, by controls, and by
   * `seed`, `restore` and `reset`. The initial records are not a change: take a `snapshot()` of the new server.
   *
   * The response to a request is sent after the function has returned and its promise has resolved. If the function fails, the
   * request fails with 500. The change stays, and the function receives it again before anything else happens: every request
   * and every control fails until the function succeeds. Methods in the same process, such as `control.pages.edit`, throw
   * what the function throws, but do not wait for its promise. The function can call such methods, but cannot await a
   * request to the server, which would wait for the function. If it makes a change whenever it receives one, the change after
   * the 100th fails.
   *
   * @default none
   */
  readonly onChange?: OnChange | undefined;
  /**
   * Origins, such as `http://localhost:5173`, whose pages may send requests and read the responses (CORS). `"*"` and
   * `true` allow every origin. Pages of other origins can still send some requests, but cannot read a response. The controls
   * and the consent page are never available to other origins.
   *
   * @default false
   */
  readonly cors?: boolean | string | readonly string[] | undefined;
  /**
   * Largest number of requests that a journal keeps, from 0 to 1,000,000: that of each organization and that of the server.
   *
   * @default 1000
   */
  readonly maxJournalEntries?: number | undefined;
  /**
   * Largest size of a journal in bytes, from 0 to 1 GiB, as `journal.stats()` counts them. A request that is larger is not
   * kept.
   *
   * @default 67108864 (64 MiB)
   */
  readonly maxJournalBytes?: number | undefined;
  /**
   * Largest number of deliveries that are kept, from 0 to 1,000,000: for each organization and for the server.
   *
   * @default 1000
   */
  readonly maxDeliveries?: number | undefined;
  /**
   * Largest size of the deliveries that are kept, in bytes, from 0 to 1 GiB, as `deliveries.stats()` counts them.
   *
   * @default 16777216 (16 MiB)
   */
  readonly maxDeliveryBytes?: number | undefined;
}

const { latency: latencyRule, ...logLimitRules } = numberOptionRules;

/** Rules of {@link ReferenceServerOptions}. */
export const serverOptionRules: OptionRules<ReferenceServerOptions> = {
  baseUrl: {
    expected: "a URL that begins with https:// or http://",
    accepts: (value) => parseHttpUrl(value) !== undefined,
  },
  // The store validates the state and reports every problem.
  seed: { expected: "a state", accepts: () => true },
  apiKey: secretRule,
  randomSeed: { expected: "a string", accepts: (value) => typeof value === "string" },
  clock: {
    expected: "an object whose function now returns milliseconds since 1970",
    accepts: (value) => typeof (value as Partial<Clock> | null)?.now === "function",
  },
  latency: latencyRule,
  strictBodies: booleanRule,
  onChange: { expected: "a function", accepts: (value) => typeof value === "function" },
  cors: {
    expected: 'true, "*", or origins without a path, such as "http://localhost:5173"',
    accepts: (value) =>
      typeof value === "boolean" ||
      (Array.isArray(value) ? value : [value]).every((item) => item === "*" || isOrigin(item)),
  },
  ...logLimitRules,
};

/** All options with a value. */
type CompleteOptions = {
  readonly [Name in keyof Omit<ReferenceServerOptions, "apiKey" | "onChange">]-?: NonNullable<
    ReferenceServerOptions[Name]
  >;
} & Pick<ReferenceServerOptions, "apiKey">;

/** Validated options with all defaults. */
export interface ServerSettings
  extends Pick<CompleteOptions, "seed" | "apiKey" | "randomSeed" | "clock" | "latency" | "strictBodies"> {
  readonly baseUrl: BaseUrl;
  readonly onChange: OnChange | undefined;
  /** Allowed origins; undefined if CORS is off. */
  readonly cors: AllowedOrigins | undefined;
  readonly limits: ServerLimits;
}

/**
 * Validates options and adds the defaults. The seed is validated when it is loaded.
 *
 * @throws TypeError or RangeError
 */
export function readServerOptions(options: ReferenceServerOptions): ServerSettings {
  const error = findOptionsError("create a server", options, serverOptionRules, (name) =>
    isStateField(name) ? "Give a state as the seed: { seed: state }." : undefined,
  );
  if (error) throw error;
  const { baseUrl = "https://knowledge-base.test", seed = { version: 1 }, randomSeed = "knowledge-base" } = options;
  const { apiKey, clock = systemClock, latency = 0, strictBodies = false, onChange, cors = false } = options;
  const urls = { baseUrl: readBaseUrl(baseUrl), cors: readOrigins(cors) };
  const limits = readLimits(options);
  return { ...urls, seed, apiKey, randomSeed, clock, latency, strictBodies, onChange, limits };
}

function readOrigins(cors: boolean | string | readonly string[]): AllowedOrigins | undefined {
  if (typeof cors === "boolean") return cors ? "*" : undefined;
  const origins = new Set(typeof cors === "string" ? [cors] : cors);
  return origins.has("*") ? "*" : origins;
}

function readLimits(options: ReferenceServerOptions): ServerLimits {
  const { maxJournalEntries = choices.journalCapacity, maxJournalBytes = choices.journalBytes } = options;
  const { maxDeliveries = choices.deliveryCapacity, maxDeliveryBytes = choices.deliveryBytes } = options;
  return {
    journal: { entries: maxJournalEntries, bytes: maxJournalBytes },
    deliveries: { entries: maxDeliveries, bytes: maxDeliveryBytes },
  };
}

function readBaseUrl(given: string): BaseUrl {
  const url = new URL(given);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError(
      "Failed to create a server: baseUrl has a user, a password, a query or a fragment. Give an origin and a path alone.",
    );
  }
  return splitBaseUrl(url);
}
