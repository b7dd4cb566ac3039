import { booleanRule, type OptionRules } from "@knowledge-base/types/internal";
import { type BaseUrl, parseHttpUrl, splitBaseUrl } from "./base-url.ts";
import { choices } from "./choices.ts";
import { type Clock, systemClock } from "./clock.ts";
import { findOptionsError } from "./find-options-error.ts";
import type { State } from "./store/state.ts";
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
   * Initial records, also after a reset. If there is no organization, the server creates one; if there is no API key, it
   * creates one for its first organization.
   *
   * @default an empty state
   */
  readonly seed?: State | undefined;
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
}

/** Rules of {@link ReferenceServerOptions}. */
export const serverOptionRules: OptionRules<ReferenceServerOptions> = {
  baseUrl: {
    expected: "a URL that begins with https:// or http://",
    accepts: (value) => parseHttpUrl(value) !== undefined,
  },
  // The store validates the state and reports every problem.
  seed: { expected: "a state", accepts: () => true },
  randomSeed: { expected: "a string", accepts: (value) => typeof value === "string" },
  clock: {
    expected: "an object whose function now returns milliseconds since 1970",
    accepts: (value) => typeof (value as Partial<Clock> | null)?.now === "function",
  },
  latency: {
    expected: `milliseconds from 0 to ${choices.longestWaitMs}`,
    isNumber: true,
    accepts: (value) => typeof value === "number" && value >= 0 && value <= choices.longestWaitMs,
  },
  strictBodies: booleanRule,
};

/** All options with a value. */
type CompleteOptions = { readonly [Name in keyof ReferenceServerOptions]-?: NonNullable<ReferenceServerOptions[Name]> };

/** Validated options with all defaults. */
export interface ServerSettings extends Omit<CompleteOptions, "baseUrl"> {
  readonly baseUrl: BaseUrl;
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
  const { clock = systemClock, latency = 0, strictBodies = false } = options;
  return { baseUrl: readBaseUrl(baseUrl), seed, randomSeed, clock, latency, strictBodies };
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
