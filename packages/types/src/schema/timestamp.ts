import * as z from "zod/mini";

const pattern =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

/** Tells whether a value is an ISO 8601 timestamp of a day that exists, such as `2026-03-02T08:15:00.000Z`. */
export function isTimestamp(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const match = pattern.exec(value);
  if (match === null) return false;
  const day = Number(match[3]);
  return day <= 28 || day <= daysIn(Number(match[1]), Number(match[2]));
}

function daysIn(year: number, month: number): number {
  return new Date(new Date(0).setUTCFullYear(year, month, 0)).getUTCDate();
}

/** An ISO 8601 timestamp. */
export const timestampSchema = z.custom<string>(isTimestamp, "must be an ISO 8601 timestamp");
