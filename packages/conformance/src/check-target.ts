import {
  booleanRule,
  findOptionProblems,
  formatProblems,
  functionRule,
  type OptionProblem,
  type OptionRule,
  type OptionRules,
  wholeNumberRule,
} from "@knowledge-base/types/internal";
import type { ConformanceOptions } from "./conformance-options.ts";
import { findDeviationProblems } from "./find-deviation-problems.ts";
import type { SetupResult } from "./setup.ts";
import { longestEventualMs, longestTimeoutMs, type Target } from "./target.ts";
import { controlRules } from "./target-controls.ts";
import { TargetError } from "./target-error.ts";
import { nonEmptyTextRule, recordRules } from "./target-records.ts";

/** The problems of the object itself are found by rules of its own. */
const nestedRule: OptionRule = { expected: "an object", accepts: () => true };

const targetRules: OptionRules<Target> = {
  baseUrl: { ...nonEmptyTextRule, isSecret: true },
  apiKey: { ...nonEmptyTextRule, isSecret: true },
  fetch: functionRule,
  records: nestedRule,
  write: booleanRule,
  reset: functionRule,
  setup: functionRule,
  controls: nestedRule,
  eventual: wholeNumberRule(0, longestEventualMs),
  timeout: wholeNumberRule(1, longestTimeoutMs),
};

const setupResultRules: OptionRules<SetupResult> = {
  apiKey: { expected: "visible ASCII characters", isSecret: true, accepts: isApiKey },
  records: nestedRule,
  controls: nestedRule,
  reset: functionRule,
  remove: functionRule,
};

const optionRules: OptionRules<ConformanceOptions> = {
  onResult: functionRule,
  filter: functionRule,
  strict: booleanRule,
  knownDeviations: nestedRule,
  signal: { expected: "an AbortSignal", accepts: (value) => value instanceof AbortSignal },
};

/**
 * Checks a target as far as possible without sending a request.
 *
 * @throws {@link TargetError}
 */
export function checkTarget(target: Target): void {
  throwProblems(findOptionProblems(target, targetRules, { path: "target", required: ["baseUrl", "apiKey"] }));
  const { baseUrl, apiKey, records = {}, controls = {} } = target;
  throwProblems([
    ...findRecordProblems(records, "target.records"),
    ...findOptionProblems(controls, controlRules, { path: "target.controls" }),
  ]);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain = !/[?#]/.test(baseUrl) && url?.username === "" && url.password === "";
  if (!url || !/^https?:$/.test(url.protocol) || !isPlain) {
    throwInvalidTarget("the base URL must begin with https:// or http://, without a user name, a query or a fragment.");
  }
  if (!isApiKey(apiKey)) throwInvalidTarget("the API key must be one or more visible ASCII characters.");
}

function isApiKey(value: unknown): boolean {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

/** Returns every problem with what a setup returned. */
export function findSetupProblems(result: unknown): string[] {
  const problems = findOptionProblems(result, setupResultRules, { path: "setup" });
  if (problems.length > 0) return describeProblems(problems);
  const { records = {}, controls = {} } = result as SetupResult;
  return describeProblems([
    ...findRecordProblems(records, "records"),
    ...findOptionProblems(controls, controlRules, { path: "controls" }),
  ]);
}

/** Returns every problem with the ids of records. */
export function findRecordProblems(records: unknown, path?: string): OptionProblem[] {
  return findOptionProblems(records, recordRules, path === undefined ? {} : { path });
}

/**
 * Checks the options of a run.
 *
 * @throws {@link TargetError}
 */
export function checkOptions(options: ConformanceOptions): void {
  throwProblems(findOptionProblems(options, optionRules, { path: "options" }));
  const problems = findDeviationProblems(options.knownDeviations ?? {});
  if (problems.length > 0)
    throwInvalidTarget(formatProblems(problems.map((problem) => `known deviations: ${problem}`)));
}

function throwProblems(problems: readonly OptionProblem[]): void {
  if (problems.length > 0) throwInvalidTarget(formatProblems(describeProblems(problems)));
}

function describeProblems(problems: readonly OptionProblem[]): string[] {
  return problems.map(({ path, message }) => `${path} ${message}`);
}

function throwInvalidTarget(problem: string): never {
  throw new TargetError("invalid_target", problem);
}
