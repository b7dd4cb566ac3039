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
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ baseUrl: "https://kb.example.com/api" });
   * ```
   *
   * @see [Testing](../../../docs/guides/testing.md)
   */
  readonly baseUrl?: string | undefined;
  /**
   * Initial records, which a reset restores. Fields with a default can be omitted. If there is no organization, the server creates
   * one. If there is no API key, it creates one for its first organization.
   *
   * @default an empty state
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ seed: { version: 1, organizations: [{ id: "org_1" }] } });
   * ```
   *
   * @see [Test data](../../../docs/guides/test-data.md)
   */
  readonly seed?: StateInput | undefined;
  /**
   * An API key of visible ASCII characters that is valid initially and after each reset: `server.apiKey`. If the seed does not
   * contain it, the server adds it to its first organization.
   *
   * @default the first key of the seed, or one that the server creates
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ apiKey: "my-test-key" });
   * ```
   *
   * @see [Testing](../../../docs/guides/testing.md)
   */
  readonly apiKey?: string | undefined;
  /**
   * Seed of ids, nonces and the OAuth secret: the same seed repeats the same run.
   *
   * @default "knowledge-base"
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ randomSeed: "run 42" });
   * ```
   *
   * @see [Testing](../../../docs/guides/testing.md)
   */
  readonly randomSeed?: string | undefined;
  /**
   * Source of the time.
   *
   * @default the clock of the machine
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ clock: { now: () => Date.UTC(2026, 4, 4) } });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly clock?: Clock | undefined;
  /**
   * Delay of every response of `fetch` in milliseconds of real time, from 0 to 120,000. Latencies of faults are added. Controls are
   * not delayed.
   *
   * @default 0
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ latency: 100 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly latency?: number | undefined;
  /**
   * Whether a body field that the specification does not define is rejected with 400. Otherwise it is ignored.
   *
   * @default false
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ strictBodies: true });
   * ```
   *
   * @see [Testing](../../../docs/guides/testing.md)
   */
  readonly strictBodies?: boolean | undefined;
  /**
   * Function that receives each change of the records, in order, so that it can store them outside the process: changes by
   * operations, by controls, and by `seed`, `restore` and `reset`. The initial records are not reported: take a `snapshot()` of the
   * new server.
   *
   * The response to a request is sent after the function has returned and its promise has resolved. If the function fails, the
   * request fails with 500. The change is kept, and the function receives it again before anything else happens: all requests
   * and controls fail until the function succeeds. Methods in the same process, such as `control.pages.edit`, throw the error of
   * the function, but do not await its promise. The function can call such methods. It must not await a request to the server,
   * because the request would wait for the function. At most 100 changes in a row may be made in response to changes.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ onChange: ({ steps }) => console.log(steps.length) });
   * ```
   *
   * @see [State format](../../../docs/guides/state-format.md)
   */
  readonly onChange?: OnChange | undefined;
  /**
   * Origins, such as `http://localhost:5173`, whose pages may send requests and read the responses (CORS). `"*"` and
   * `true` allow every origin. Pages of other origins can send some requests, but cannot read the responses. The controls
   * and the consent page are never available to other origins.
   *
   * @default false
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ cors: "http://localhost:5173" });
   * ```
   *
   * @see [Security](../../../docs/guides/security.md)
   */
  readonly cors?: boolean | string | readonly string[] | undefined;
  /**
   * Maximum number of requests that each journal keeps, from 0 to 1,000,000. The server and each organization have a journal.
   *
   * @default 1000
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ maxJournalEntries: 10_000 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly maxJournalEntries?: number | undefined;
  /**
   * Maximum size of each journal in bytes, from 0 to 1 GiB, as `journal.stats()` counts them. A larger request is not kept.
   *
   * @default 67108864 (64 MiB)
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ maxJournalBytes: 2 ** 20 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly maxJournalBytes?: number | undefined;
  /**
   * Maximum number of deliveries that are kept for the server and for each organization, from 0 to 1,000,000.
   *
   * @default 1000
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ maxDeliveries: 100 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly maxDeliveries?: number | undefined;
  /**
   * Maximum size of the deliveries that are kept, in bytes, from 0 to 1 GiB, as `deliveries.stats()` counts them.
   *
   * @default 16777216 (16 MiB)
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ maxDeliveryBytes: 2 ** 20 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
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
    expected: "an object with a function now that returns milliseconds since 1970",
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
    isStateField(name) ? "Pass a state as the option seed: { seed: state }." : undefined,
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
      "Failed to create a server: baseUrl has a user name, a password, a query or a fragment. Use only an origin and a path.",
    );
  }
  return splitBaseUrl(url);
}
