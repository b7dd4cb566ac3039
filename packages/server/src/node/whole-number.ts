import type { OptionRule } from "../options-error.ts";

/** Longest timeout that may be asked for: a day. */
export const longestTimeoutMs = 24 * 60 * 60 * 1000;

/** The rule of an option that is a whole number from 0 up to the largest one. */
export function wholeNumberRule(most: number): OptionRule {
  return {
    wanted: `a whole number from 0 to ${most}`,
    isNumber: true,
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most,
  };
}
