import * as z from "zod/mini";

/** Date, time and offset, in the extended or the basic format of ISO 8601, with a period or a comma before the fraction. */
const pattern =
  /^(\d{4})(-?)(\d\d)\2(\d\d)T((?:[01]\d|2[0-3])):?([0-5]\d)(?::?([0-5]\d)(?:[.,](\d+))?)?(?:Z|([+-](?:[01]\d|2[0-3])):?([0-5]\d)?)?$/;

/** Returns whether a value is an ISO 8601 timestamp of a day that exists, such as `2026-03-02T08:15:00.000Z`. */
export function isTimestamp(value: unknown): value is string {
  const [, year, , month, day] = typeof value === "string" ? (pattern.exec(value) ?? []) : [];
  // The platform parses the 30th of February as the 2nd of March.
  return new Date(`${year}-${month}-${day}`).getUTCDate() === Number(day);
}

/**
 * Parses an ISO 8601 timestamp: milliseconds since 1970-01-01T00:00:00Z, or NaN if it is none. A timestamp without an offset
 * is in UTC, regardless of the time zone of the machine. `Date.parse` reads neither the basic format nor a comma.
 */
export function parseTimestamp(text: string): number {
  const [, year, , month, day, hour, minute, second = "00", fraction = "0", offset, offsetMinute = "00"] =
    pattern.exec(text) ?? [];
  const zone = offset === undefined ? "Z" : `${offset}:${offsetMinute}`;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${zone}`);
}

/**
 * Schema of an ISO 8601 timestamp. `z.iso.datetime` is for RFC 3339: it rejects what the specification allows, such as the basic
 * format, a time without seconds that has an offset, and an offset without a colon.
 */
export const timestampSchema = /* @__PURE__ */ z.stringFormat("datetime", isTimestamp, "must be an ISO 8601 timestamp");
