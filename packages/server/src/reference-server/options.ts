import {
  anyRule,
  booleanRule,
  checkOptions,
  failTo,
  functionRule,
  type OptionRules,
  secretRule,
  textRule,
} from "@knowledge-base/internal/options";
import { parseBaseUrl, parseHttpUrl } from "@knowledge-base/internal/url";
import { type BaseUrl, isOrigin, splitBaseUrl } from "../http/base-url.ts";
import type { AllowedOrigins } from "../http/cors.ts";
import type { StateInput } from "../state/state.ts";
import type { OnChange } from "../store/changes.ts";
import { kindNames } from "../store/record-kinds.ts";
import { type Clock, systemClock } from "../test-tools/clock.ts";
import type { LatencyRange } from "../test-tools/fault.ts";
import { latencyRule, latencySchema } from "../test-tools/fault-kinds.ts";
import { type Implementation, isImplementation, listEndpoints } from "./operations.ts";

/**
 * Options of {@link createReferenceServer}.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer({
 *   baseUrl: "https://kb.example.com/api",
 *   apiKey: "my-test-key",
 *   seed: { version: 1, organizations: [{ id: "org_1" }] },
 *   randomSeed: "run 42",
 *   clock: { now: () => Date.UTC(2026, 4, 4) },
 *   latency: { min: 50, max: 200 },
 *   strictBodies: true,
 *   onChange: ({ organizationId }) => console.log(organizationId),
 *   cors: "http://localhost:5173",
 * });
 * ```
 *
 * @see [Test your code](../../../../docs/guides/test-your-code.md)
 */
export interface ReferenceServerOptions {
  /**
   * Base URL for clients and for the handlers of msw. It may have a path.
   *
   * @default "https://knowledge-base.test"
   */
  readonly baseUrl?: string | undefined;
  /**
   * Initial records, which a reset restores. Fields with a default can be omitted. If there is no organization, the server creates
   * one. If there is no API key, it creates one for its first organization.
   *
   * @default an empty state
   *
   * @see [Create records](../../../../docs/guides/test-your-code.md#create-records)
   */
  readonly seed?: StateInput | undefined;
  /**
   * An API key of visible ASCII characters that is valid initially and after each reset: `server.apiKey`. If the seed doesn't
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
   *
   * @see [Break things](../../../../docs/guides/break-things.md)
   */
  readonly clock?: Clock | undefined;
  /**
   * Delay of every response of `fetch` in milliseconds of real time, from 0 to 120,000, or a range of them from which the seeded
   * random source picks. Latencies of faults are added. Controls aren't delayed.
   *
   * @default 0
   *
   * @see [Break things](../../../../docs/guides/break-things.md)
   */
  readonly latency?: number | LatencyRange | undefined;
  /**
   * Whether a body field that the specification doesn't define is rejected with 400. Otherwise it is ignored.
   *
   * @default false
   */
  readonly strictBodies?: boolean | undefined;
  /**
   * Custom operations, which the service has and the specification doesn't define.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { createReferenceServer, implement } from "@knowledge-base/server";
   * import { defineOperation } from "@knowledge-base/types";
   * import * as z from "zod";
   *
   * const getStatus = defineOperation({
   *   id: "messaging.status",
   *   summary: "Show the status of messaging",
   *   method: "GET",
   *   path: "/v1/brains/{brainId}/messaging/status",
   *   success: { status: 200, schema: z.object({ isConnected: z.boolean() }) },
   *   errors: [401, 404],
   *   idempotency: "safe",
   * });
   * const server = createReferenceServer({
   *   operations: [
   *     implement(getStatus, ({ input, control }) => ({ isConnected: control.bindings.list(input).length > 0 })),
   *   ],
   * });
   * ```
   *
   * @see [Custom operations and drift](../../../../docs/guides/custom-operations-and-drift.md)
   */
  readonly operations?: readonly Implementation[] | undefined;
  /**
   * Function that is called after an organization has changed, so that it can store `server.organization(organizationId).snapshot()`
   * outside of the process: its records, its clock, its authorizations or the position of its ids. A snapshot of a deleted
   * organization throws `not_found`. The initial records aren't reported. A server with the same `randomSeed` and the stored
   * state as its `seed` continues as if it had not been stopped, except that faults, journals and deliveries begin again, and so do
   * the ids of an organization that was deleted before.
   *
   * The function is called for one change after the other. The response to a request is sent after the function has returned and
   * its promise has resolved. If the function fails, the request fails with 500; the change is kept, and handed over again with the
   * next one. Synchronous methods, such as `control.pages.edit`, throw the error of the function, but don't await its promise. Those of
   * a handler do the same, and its response waits. The function must not await a request to the server or an asynchronous method,
   * which would wait for the function.
   *
   * @default none
   *
   * @see [The state format](../../../../docs/reference/state-format.md)
   */
  readonly onChange?: OnChange | undefined;
  /**
   * Origins, such as `http://localhost:5173`, whose pages may send requests and read the responses (CORS). `"*"` and
   * `true` allow every origin, but browsers then block requests with credentials. Pages of other origins can send
   * some requests, but can't read the responses. The controls and the consent page are never available to other origins.
   *
   * @default false
   *
   * @see [Keep the key safe](../../../../docs/guides/ship-it.md#keep-the-key-safe)
   */
  readonly cors?: boolean | string | readonly string[] | undefined;
}

/** Rules of {@link ReferenceServerOptions}. */
export const serverOptionRules: OptionRules<ReferenceServerOptions> = {
  baseUrl: {
    expected: "a URL that begins with https:// or http://",
    accepts: (value) => parseHttpUrl(value) !== undefined,
  },
  // The store validates the state and reports every problem.
  seed: { ...anyRule, otherNames: ["version", ...kindNames] },
  apiKey: secretRule,
  randomSeed: textRule,
  clock: {
    expected: "an object with a function now that returns milliseconds since 1970",
    accepts: (value) => typeof (value as Partial<Clock> | null)?.now === "function",
  },
  latency: {
    expected: latencyRule,
    isNumber: true,
    accepts: (value) => latencySchema.safeParse(value).success,
  },
  strictBodies: booleanRule,
  operations: {
    expected: "an array of what implement has returned",
    accepts: (value) => Array.isArray(value) && Array.from(value).every(isImplementation),
  },
  onChange: functionRule,
  cors: {
    expected: 'true, "*", or origins without a path, such as "http://localhost:5173"',
    accepts: (value) =>
      typeof value === "boolean" ||
      (Array.isArray(value) ? value : [value]).every((item) => item === "*" || isOrigin(item)),
  },
};

/**
 * Validates options and adds the defaults. The seed is validated when it is loaded.
 *
 * @throws TypeError or RangeError
 */
export function readServerOptions(options: ReferenceServerOptions) {
  checkOptions(failTo("create a server"), options, serverOptionRules);
  const { baseUrl = "https://knowledge-base.test", seed = { version: 1 }, randomSeed = "knowledge-base" } = options;
  const { apiKey, clock = systemClock, latency = 0, strictBodies = false, operations: custom = [] } = options;
  const { onChange, cors = false } = options;
  const endpoints = listEndpoints(custom);
  const operations = endpoints.map(({ operation }) => operation);
  const urls = { baseUrl: parseServerUrl(baseUrl), cors: readOrigins(cors) };
  return { ...urls, seed, apiKey, randomSeed, clock, latency, strictBodies, onChange, operations, endpoints };
}

function readOrigins(cors: boolean | string | readonly string[]): AllowedOrigins | undefined {
  if (typeof cors === "boolean") return cors ? "*" : undefined;
  const origins = new Set(typeof cors === "string" ? [cors] : cors);
  return origins.has("*") ? "*" : origins;
}

function parseServerUrl(given: string): BaseUrl {
  const url = parseBaseUrl(given);
  if (typeof url === "string") throw new TypeError(`Failed to create a server: baseUrl ${url}`);
  return splitBaseUrl(url);
}
