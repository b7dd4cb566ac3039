/**
 * Tells what is wrong with what was given as options. One that does not exist is: it would be ignored.
 *
 * @param known - an object that has every option there is
 * @param advise - what to do with an option that belongs elsewhere
 */
export function optionsProblem(
  options: unknown,
  known: object,
  advise: (name: string) => string | undefined = () => undefined,
): string | undefined {
  const names = Object.keys(known).join(", ");
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    return `the options are ${kindOf(options)}. Give an object with any of ${names}.`;
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return undefined;
  return `there is no option ${unknown}. ${advise(unknown) ?? `The options are ${names}.`}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
