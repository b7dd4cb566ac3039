import { findOptionProblems, formatProblems, type OptionRule } from "@knowledge-base/internal";

/**
 * Throws an error that describes the first problem with an options object, if there is one.
 *
 * @param task - task that fails, such as `create a server`
 * @param advise - returns the advice for an unknown option that belongs elsewhere
 * @throws RangeError for a number that is out of range, otherwise TypeError
 */
export function checkOptions(
  task: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  advise: (name: string) => string | undefined = () => undefined,
): void {
  const [problem] = findOptionProblems(options, rules);
  if (!problem) return;
  const { name, path, message, kind } = problem;
  const advice = kind === "unknown" ? advise(name) : undefined;
  const OptionsError = kind === "range" ? RangeError : TypeError;
  throw new OptionsError(
    `Failed to ${task}: ${advice === undefined ? formatProblems([`${path} ${message}`]) : `${path} is not an option. ${advice}`}`,
  );
}
