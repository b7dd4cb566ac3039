/** Describes the values that an option accepts. */
export interface OptionRule {
  /** The accepted values, as the end of a sentence that begins with "must be". */
  readonly expected: string;
  /** Set if the option is a number: a number that is not accepted is out of range, not of the wrong type. */
  readonly isNumber?: true;
  /** Set if the value may be a secret: problems do not show it. */
  readonly isSecret?: true;
  /** Returns whether a value is accepted. */
  readonly accepts: (value: unknown) => boolean;
}

/** One rule for each option of an interface. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule };

/** A problem with one option. */
export interface OptionProblem {
  /** Name of the option, below the path that was given, such as `latency` or `target.timeout`. */
  readonly path: string;
  /** The problem, to be read after the path: `must be a function (got "ten")`. */
  readonly message: string;
  readonly kind: "unknown" | "missing" | "type" | "range";
}

/** Rule of an option that is true or false. */
export const booleanRule: OptionRule = { expected: "true or false", accepts: (value) => typeof value === "boolean" };

/** Rule of an option that is a function. */
export const functionRule: OptionRule = { expected: "a function", accepts: (value) => typeof value === "function" };

/** Returns the rule of an option that is a whole number; `max` may be `Infinity`. */
export function wholeNumberRule(min: number, max: number): OptionRule {
  return {
    expected:
      max === Number.POSITIVE_INFINITY ? `a whole number, ${min} or more` : `a whole number from ${min} to ${max}`,
    isNumber: true,
    accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  };
}

/**
 * Returns every problem with an options object: missing options first, then unknown ones (even if their value is
 * undefined, because a misspelt option would be ignored silently), then values that no rule accepts. A known option that is
 * undefined counts as left out.
 *
 * @param path - Path of the object itself, such as `target.controls`; nothing for options at the top level.
 * @param required - Names of the options that must be given.
 */
export function findOptionProblems(
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  { path = "", required = [] }: { readonly path?: string; readonly required?: readonly string[] } = {},
): OptionProblem[] {
  const names = () => Object.keys(rules).join(", ");
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    const message = `must be an object with any of ${names()} (got ${describeNonObject(options)})`;
    return [{ path: path || "options", message, kind: "type" }];
  }
  const pathOf = (name: string) => (path === "" ? name : `${path}.${name}`);
  const missing = required
    .filter((name) => Reflect.get(options, name) === undefined)
    .map((name): OptionProblem => ({ path: pathOf(name), message: "is missing", kind: "missing" }));
  const unknown = Object.keys(options)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name): OptionProblem => {
      return { path: pathOf(name), message: `is not an option; the options are ${names()}`, kind: "unknown" };
    });
  const unaccepted = Object.entries(rules).flatMap(([name, rule]) => {
    const value: unknown = Reflect.get(options, name);
    return value === undefined || rule.accepts(value) ? [] : [describeProblem(pathOf(name), rule, value)];
  });
  return [...missing, ...unknown, ...unaccepted];
}

function describeProblem(path: string, { expected, isNumber, isSecret }: OptionRule, value: unknown): OptionProblem {
  const received = isSecret ? "" : ` (got ${describeValue(value)})`;
  const kind = isNumber && typeof value === "number" ? "range" : "type";
  return { path, message: `must be ${expected}${received}`, kind };
}

/** A text in place of the options may be a secret, such as an API key. */
function describeNonObject(value: unknown): string {
  return typeof value === "string" ? "a string" : describeValue(value);
}

function describeValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "an array" : "an object";
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    default:
      return String(value);
  }
}
