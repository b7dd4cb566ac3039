import { isObject } from "@knowledge-base/internal/json";
import {
  anyRule,
  booleanRule,
  checkOptions,
  functionRule,
  nonEmptyTextRule,
  type OptionRule,
  type OptionRules,
  secretRule,
  wholeNumberRule,
} from "@knowledge-base/internal/options";
import { formatProblems, showName } from "@knowledge-base/internal/texts";
import { parseBaseUrl } from "@knowledge-base/internal/url";
import { conformanceCases } from "../cases/all-cases.ts";
import { actionTable } from "./actions.ts";
import type { ConformanceOptions } from "./conformance-options.ts";
import { apiKeyRecords, differentRecords, recordNames } from "./records.ts";
import { maxEventualMs, maxTimeoutMs, type SetupResult, type Target } from "./target.ts";
import { TargetError } from "./target-error.ts";

export const baseUrlRule: OptionRule = {
  expected: "a URL that begins with https:// or http://, without a user name, a query or a fragment",
  isSecret: true,
  accepts: (value) => typeof value === "string" && typeof parseBaseUrl(value) !== "string",
};

const targetRules: OptionRules<Target> = {
  baseUrl: baseUrlRule,
  apiKey: secretRule,
  fetch: functionRule,
  records: anyRule,
  write: booleanRule,
  reset: functionRule,
  setup: functionRule,
  actions: anyRule,
  eventual: wholeNumberRule(0, maxEventualMs),
  timeout: wholeNumberRule(1, maxTimeoutMs),
};

const setupResultRules: OptionRules<SetupResult> = {
  apiKey: secretRule,
  records: anyRule,
  actions: anyRule,
  reset: functionRule,
  remove: functionRule,
};

const runOptionRules: OptionRules<ConformanceOptions> = {
  onResult: functionRule,
  filter: functionRule,
  strict: booleanRule,
  knownDeviations: { expected: "an object with the reason for each case", accepts: isObject },
  // `AbortSignal.any` takes no signal of another library.
  signal: { expected: "an AbortSignal", accepts: (value) => value instanceof AbortSignal },
};

type Fail = (problems: string) => TargetError;

const failTarget: Fail = (problems) => new TargetError("invalid_target", problems);

/**
 * Checks a target without sending a request.
 *
 * @throws {@link TargetError}
 */
export function checkRunTarget(target: Target): void {
  checkOptions(failTarget, target, targetRules, { path: "target", required: ["baseUrl", "apiKey"] });
  checkNested(failTarget, target, "target");
}

export function checkSetupResult(result: SetupResult, fail: Fail): void {
  checkOptions(fail, result, setupResultRules, { path: "setup" });
  checkNested(fail, result, "setup");
}

/**
 * Checks the options of a run.
 *
 * @throws {@link TargetError}
 */
export function checkRunOptions(options: ConformanceOptions): void {
  checkOptions(failTarget, options, runOptionRules, { path: "options" });
  const problems = Object.entries(options.knownDeviations ?? {}).flatMap(([id, reason]) => [
    ...(conformanceCases.some((known) => known.id === id) ? [] : [`${showName(id)} is not the id of a case`]),
    ...(nonEmptyTextRule.accepts(reason) ? [] : [`${showName(id)} must have a reason, which is a text`]),
  ]);
  if (problems.length > 0) throw failTarget(formatProblems(problems.map((each) => `options.knownDeviations: ${each}`)));
}

const keyRule: OptionRule = { ...nonEmptyTextRule, isSecret: true };

const recordRules = Object.fromEntries(
  recordNames.map((name) => [name, apiKeyRecords.includes(name) ? keyRule : nonEmptyTextRule]),
);

const actionRules = Object.fromEntries(Object.keys(actionTable).map((name) => [name, functionRule]));

function checkNested(fail: Fail, { records = {}, actions = {} }: Pick<Target, "records" | "actions">, path: string) {
  checkOptions(fail, records, recordRules, { path: `${path}.records` });
  checkOptions(fail, actions, actionRules, { path: `${path}.actions` });
  for (const names of differentRecords) {
    const equal = names.filter(
      (name) => records[name] && names.some((other) => other !== name && records[other] === records[name]),
    );
    if (equal.length > 0) throw fail(`${path}.records.${equal.join(" and ")} must be different records.`);
  }
}
