import {
  anyRule,
  booleanRule,
  describeOptionProblems,
  formatProblems,
  functionRule,
  isObject,
  isVisibleAscii,
  nonEmptyTextRule,
  type OptionRule,
  type OptionRules,
  secretRule,
  showName,
  wholeNumberRule,
} from "@knowledge-base/internal";
import type { ConformanceOptions } from "./conformance-options.ts";
import { controlRules } from "./controls.ts";
import { apiKeyRecords, type RecordName, recordNames, type TargetRecords } from "./records.ts";
import { maxEventualMs, maxTimeoutMs, type SetupResult, type Target } from "./target.ts";
import { TargetError } from "./target-error.ts";

const targetRules: OptionRules<Target> = {
  baseUrl: { ...nonEmptyTextRule, isSecret: true },
  apiKey: { ...nonEmptyTextRule, isSecret: true },
  fetch: functionRule,
  records: anyRule,
  write: booleanRule,
  reset: functionRule,
  setup: functionRule,
  controls: anyRule,
  eventual: wholeNumberRule(0, maxEventualMs),
  timeout: wholeNumberRule(1, maxTimeoutMs),
};

const setupResultRules: OptionRules<SetupResult> = {
  apiKey: secretRule,
  records: anyRule,
  controls: anyRule,
  reset: functionRule,
  remove: functionRule,
};

const optionRules: OptionRules<ConformanceOptions> = {
  onResult: functionRule,
  filter: functionRule,
  strict: booleanRule,
  knownDeviations: { expected: "an object with the reason for each case", accepts: isObject },
  // `AbortSignal.any` takes no signal of another library.
  signal: { expected: "an AbortSignal", accepts: (value) => value instanceof AbortSignal },
};

/**
 * Checks a target as far as possible without sending a request.
 *
 * @throws {@link TargetError}
 */
export function checkTarget(target: Target): void {
  throwProblems(describeOptionProblems(target, targetRules, { path: "target", required: ["baseUrl", "apiKey"] }));
  throwProblems(findNestedProblems(target, "target."));
  const { baseUrl, apiKey } = target;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain = !/[?#]/.test(baseUrl) && url?.username === "" && url.password === "";
  if (!url || !/^https?:$/.test(url.protocol) || !isPlain) {
    throwProblems(["the base URL must begin with https:// or http://, without a user name, a query or a fragment"]);
  }
  if (!isVisibleAscii(apiKey)) throwProblems(["the API key must be one or more visible ASCII characters"]);
}

/**
 * Checks the options of a run.
 *
 * @param caseIds - the ids of all cases
 * @throws {@link TargetError}
 */
export function checkOptions(options: ConformanceOptions, caseIds: readonly string[]): void {
  throwProblems(describeOptionProblems(options, optionRules, { path: "options" }));
  const problems = Object.entries(options.knownDeviations ?? {}).flatMap(([id, reason]) => [
    ...(caseIds.includes(id) ? [] : [`${showName(id)} is not the id of a case`]),
    ...(nonEmptyTextRule.accepts(reason) ? [] : [`${showName(id)} must have a reason, which is a text`]),
  ]);
  throwProblems(problems.map((problem) => `options.knownDeviations: ${problem}`));
}

/** Returns every problem with what a setup returned. */
export function findSetupProblems(result: unknown): string[] {
  const problems = describeOptionProblems(result, setupResultRules, { path: "setup" });
  return problems.length > 0 ? problems : findNestedProblems(result as SetupResult, "setup.");
}

const differentRecords: readonly (readonly RecordName[])[] = [
  ["brainId", "secondBrainId", "foreignBrainId"],
  ["slug", "pinnedSlug", "plainSlug", "archivedSlug", "deprecatedSlug"],
  ["installationId", "secondInstallationId", "foreignInstallationId"],
  ["bindingId", "secondBindingId", "onlyBindingId", "secondBrainBindingId", "foreignBindingId"],
  ["bindingId", "disabledBindingId", "sameChannelBindingId"],
];

const secretRecords: readonly RecordName[] = apiKeyRecords;

const recordRules: Readonly<Record<string, OptionRule>> = Object.fromEntries(
  recordNames.map((name) => [
    name,
    secretRecords.includes(name) ? { ...nonEmptyTextRule, isSecret: true } : nonEmptyTextRule,
  ]),
);

function findRecordProblems(records: unknown, path: string): string[] {
  const problems = describeOptionProblems(records, recordRules, { path });
  if (problems.length > 0) return problems;
  const ids = records as TargetRecords;
  return differentRecords.flatMap((names) => {
    const equal = names.filter((name) =>
      names.some((other) => other !== name && ids[name] && ids[other] === ids[name]),
    );
    return equal.length > 0 ? [`${path}.${equal.join(" and ")} must be different records`] : [];
  });
}

function findNestedProblems({ records = {}, controls = {} }: Pick<Target, "records" | "controls">, path: string) {
  return [
    ...findRecordProblems(records, `${path}records`),
    ...describeOptionProblems(controls, controlRules, { path: `${path}controls` }),
  ];
}

function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new TargetError("invalid_target", formatProblems(problems));
}
