import { ListenError } from "./listen-error.ts";

/** Longest timeout that may be asked for: a day. */
export const longestTimeoutMs = 24 * 60 * 60 * 1000;

/**
 * Checks that an option is a whole number from 0 up to the largest one.
 *
 * @throws {@link ListenError}
 */
export function checkWholeNumber(task: "listen" | "close", name: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  const message = `Failed to ${task}: ${name} is ${shown}. Give a whole number from 0 to ${most}.`;
  throw new ListenError("INVALID_OPTION", message);
}
