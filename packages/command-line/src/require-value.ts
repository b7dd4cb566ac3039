import { type OptionRule, showValue } from "@knowledge-base/types/internal";
import { UsageError } from "./usage-error.ts";

/**
 * Returns the value of a flag as a number.
 *
 * @param label - the flag or the environment variable, as messages show it
 * @param rule - rule of the option that the flag sets
 * @throws {@link UsageError} if it is not a whole number that the rule accepts
 */
export function requireNumber(label: string, text: string, { expected, accepts }: OptionRule): number {
  if (/^\d+$/.test(text) && accepts(Number(text))) return Number(text);
  throw new UsageError(`${label} must be ${expected}, not ${showValue(text)}`);
}

/**
 * Returns the value of a flag.
 *
 * @param label - the flag or the environment variable, as messages show it
 * @throws {@link UsageError} if it is empty
 */
export function requireNonEmpty(label: string, text: string | undefined): string | undefined {
  if (text === "") throw new UsageError(`${label} must not be empty`);
  return text;
}
