import { booleanRule, type OptionRules, secretRule } from "@knowledge-base/internal";
import { type BaseUrl, parseHttpUrl, splitBaseUrl } from "../http/base-url.ts";
import type { AllowedOrigins } from "../http/cors.ts";
import { implementations as serviceImplementations } from "../http/implementations.ts";
import { addOperations, isImplementation } from "../http/operations.ts";
import { isOrigin } from "../http/origin.ts";
import { choices } from "../state/choices.ts";
import { checkOptions } from "../state/errors.ts";
import { kindNames } from "../state/kinds.ts";
import { type Clock, systemClock } from "../test-tools/clock.ts";
import type { ReferenceServerOptions } from "./options.ts";

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
  latency: {
    expected: `milliseconds from 0 to ${choices.longestWaitMs}`,
    isNumber: true,
    accepts: (value) => typeof value === "number" && value >= 0 && value <= choices.longestWaitMs,
  },
  strictBodies: booleanRule,
  operations: {
    expected: "an array of what implement has returned",
    accepts: (value) => Array.isArray(value) && Array.from(value).every(isImplementation),
  },
  onChange: { expected: "a function", accepts: (value) => typeof value === "function" },
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
  checkOptions("create a server", options, serverOptionRules, (name) =>
    ["version", ...kindNames].includes(name) ? "Pass a state as the option seed: { seed: state }." : undefined,
  );
  const { baseUrl = "https://knowledge-base.test", seed = { version: 1 }, randomSeed = "knowledge-base" } = options;
  const { apiKey, clock = systemClock, latency = 0, strictBodies = false, operations: custom = [] } = options;
  const { onChange, cors = false } = options;
  const implementations = addOperations(Object.values(serviceImplementations), custom);
  const operations = implementations.map(({ operation }) => operation);
  const urls = { baseUrl: readBaseUrl(baseUrl), cors: readOrigins(cors) };
  return { ...urls, seed, apiKey, randomSeed, clock, latency, strictBodies, onChange, operations, implementations };
}

function readOrigins(cors: boolean | string | readonly string[]): AllowedOrigins | undefined {
  if (typeof cors === "boolean") return cors ? "*" : undefined;
  const origins = new Set(typeof cors === "string" ? [cors] : cors);
  return origins.has("*") ? "*" : origins;
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
