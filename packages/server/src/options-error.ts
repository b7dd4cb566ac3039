/** What an option may be. */
export interface OptionRule {
  /** What to give in place of a value that is refused, such as `true or false`. */
  readonly wanted: string;
  /** Whether the option is a number: one that is refused is out of range. */
  readonly isNumber?: true;
  /** Whether a value can be used. */
  readonly accepts: (value: unknown) => boolean;
}

/** A rule for each option that there is. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule };

/** The rule of an option that is on or off. */
export const booleanRule: OptionRule = { wanted: "true or false", accepts: (value) => typeof value === "boolean" };

/**
 * Finds what is wrong with what was given as options. One that does not exist would be ignored, so it is refused; one that
 * is undefined is left out. A number that is out of range makes a `RangeError`, anything else a `TypeError`.
 *
 * @param advise - what to do with an option that belongs elsewhere
 */
export function optionsError(
  task: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  advise: (name: string) => string | undefined = () => undefined,
): TypeError | RangeError | undefined {
  const typeError = (problem: string) => new TypeError(`Failed to ${task}: ${problem}`);
  const names = Object.keys(rules).join(", ");
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return typeError(`the options are ${kindOf(options)}. Give an object with any of ${names}.`);
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) {
    return typeError(`there is no option ${unknown}. ${advise(unknown) ?? `The options are ${names}.`}`);
  }
  for (const [name, { wanted, isNumber, accepts }] of Object.entries(rules)) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined || accepts(value)) continue;
    const OptionError = isNumber && typeof value === "number" ? RangeError : TypeError;
    return new OptionError(`Failed to ${task}: ${name} is ${shown(value)}. Give ${wanted}.`);
  }
  return undefined;
}

function shown(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return kindOf(value);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
