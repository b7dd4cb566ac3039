import { showValue } from "@knowledge-base/types/internal";
import { UsageError } from "./usage-error.ts";

/**
 * Returns the value of a flag as a number.
 *
 * @param label - the flag or the environment variable, as messages show it
 * @throws {@link UsageError} if it is not a whole number of the range
 */
export function requireWholeNumber(label: string, text: string, minimum: number, maximum: number): number {
  if (!/^\d+$/.test(text) || Number(text) < minimum || Number(text) > maximum) {
    throw new UsageError(`${label} must be a whole number from ${minimum} to ${maximum}, not ${showValue(text)}`);
  }
  return Number(text);
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
