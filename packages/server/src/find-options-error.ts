import { findOptionProblems, type OptionRule } from "@knowledge-base/types/internal";

/**
 * Returns the error that describes the first problem with an options object, if there is one: a `RangeError` for a number
 * that is out of range, otherwise a `TypeError`.
 *
 * @param task - task that fails, such as `create a server`
 * @param advise - returns the advice for an unknown option that belongs elsewhere
 */
export function findOptionsError(
  task: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  advise: (name: string) => string | undefined = () => undefined,
): TypeError | RangeError | undefined {
  const [problem] = findOptionProblems(options, rules);
  if (!problem) return undefined;
  const { path, message, kind } = problem;
  const advice = kind === "unknown" ? advise(path) : undefined;
  const OptionsError = kind === "range" ? RangeError : TypeError;
  return new OptionsError(
    `Failed to ${task}: ${path} ${advice === undefined ? `${message}.` : `is not an option. ${advice}`}`,
  );
}
