import { isObject } from "./json.ts";
import { isVisibleAscii } from "./secrets.ts";
import { suggestName } from "./suggest-name.ts";
import { formatProblems, showName, showValue } from "./texts.ts";

export interface OptionRule {
  /** The accepted values, as the end of a sentence that begins with "must be". */
  readonly expected: string;
  /** Whether the option is a number: a rejected number is out of range, not of the wrong type. By default false. */
  readonly isNumber?: true;
  /** Whether the value may be a secret, so that messages don't show it. By default false. */
  readonly isSecret?: true;
  /** Names that similar options of other libraries have. Messages suggest this option instead of them. */
  readonly otherNames?: readonly string[];
  readonly accepts: (value: unknown) => boolean;
}

export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule };

/** For options that something else checks, or that may have any value. */
export const anyRule: OptionRule = { expected: "any value", accepts: () => true };

export const textRule: OptionRule = { expected: "a string", accepts: (value) => typeof value === "string" };

/** For ids, names and URLs. */
export const nonEmptyTextRule: OptionRule = {
  expected: "a string that is not empty",
  accepts: (value) => typeof value === "string" && value !== "",
};

export const booleanRule: OptionRule = { expected: "true or false", accepts: (value) => typeof value === "boolean" };

export const functionRule: OptionRule = { expected: "a function", accepts: (value) => typeof value === "function" };

/** For API keys and tokens, which are sent in headers. */
export const secretRule: OptionRule = {
  expected: "a string of visible ASCII characters",
  isSecret: true,
  accepts: isVisibleAscii,
};

// @__NO_SIDE_EFFECTS__
export function oneOfRule<Value>(values: readonly Value[]): OptionRule {
  return { expected: `one of ${values.join(", ")}`, accepts: (value) => values.includes(value as Value) };
}

// @__NO_SIDE_EFFECTS__
export function wholeNumberRule(min: number, max = Number.POSITIVE_INFINITY): OptionRule {
  const range = max === Number.POSITIVE_INFINITY ? `, ${min} or more` : ` from ${min} to ${max}`;
  return {
    expected: `a whole number${range}`,
    isNumber: true,
    accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  };
}

// How messages name options, and which ones must be given.
interface OptionContext {
  // Path of the object itself, such as `target.controls`; empty for options at the top level.
  readonly path?: string;
  // Names of the options that must be given.
  readonly required?: readonly string[];
  // Noun for an option in messages.
  readonly noun?: "option" | "field";
}

/**
 * Throws an error if there is a problem with an options object: missing options come first, then unknown ones (even if their value is
 * undefined, because a misspelled option would be ignored silently), then values that no rule accepts. A known option that is
 * undefined counts as left out.
 *
 * @param createError - creates the error from a sentence about at most three problems, such as
 * `target.onStart must be a function (got "ten")`. `isOutOfRange` says whether the first is a number that is out of range.
 */
export function checkOptions(
  createError: (problems: string, isOutOfRange?: boolean) => Error,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  { path = "", required = [], noun = "option" }: OptionContext = {},
): void {
  const names = Object.keys(rules);
  if (!isObject(options)) {
    const fields = names.length > 0 ? ` with any of ${names.join(", ")}` : "";
    const got = typeof options === "string" ? "a string" : showValue(options);
    throw createError(formatProblems([`${path || `${noun}s`} must be an object${fields} (got ${got})`]));
  }
  const nameOf = (name: string) => `${path && `${path}.`}${showName(name)}`;
  const suggest = (unknown: string) => {
    const meant = names.find((name) => rules[name]?.otherNames?.includes(unknown));
    return meant === undefined ? suggestName(unknown, names.toSorted(), noun) : `did you mean ${meant}?`;
  };
  const missing = required.filter((name) => options[name] === undefined);
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(rules, name));
  const rejected = Object.entries(rules).flatMap(([name, rule]) => {
    const value = options[name];
    return value === undefined || rule.accepts(value) ? [] : [{ name, value, ...rule }];
  });
  const article = noun === "option" ? "an" : "a";
  const problems = [
    ...missing.map((name) => `${nameOf(name)} is missing`),
    ...unknown.map((name) => `${nameOf(name)} is not ${article} ${noun}; ${suggest(name)}`),
    ...rejected.map(({ name, value, expected, isSecret }) => {
      return `${nameOf(name)} must be ${expected}${isSecret ? "" : ` (got ${showValue(value)})`}`;
    }),
  ];
  if (problems.length === 0) return;
  const [first] = problems.length === rejected.length ? rejected : [];
  throw createError(formatProblems(problems), first?.isNumber && typeof first.value === "number");
}

/** Creates the error of an options object: a RangeError if a number is out of range, otherwise a TypeError. */
// @__NO_SIDE_EFFECTS__
export function failTo(task: string): (problems: string, isOutOfRange?: boolean) => Error {
  return (problems, isOutOfRange) => {
    const OptionsError = isOutOfRange ? RangeError : TypeError;
    return new OptionsError(`Failed to ${task}: ${problems}`);
  };
}
