import * as z from "zod/mini";

// Date, time, and an offset with or without a colon and minutes.
const pattern =
  /^((\d{4}-\d\d-(\d\d))T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)(?:Z|([+-](?:[01]\d|2[0-3])):?([0-5]\d)?)?$/;

/** Returns whether a value is an ISO 8601 timestamp of a day that exists, such as `2026-03-02T08:15:00.000Z`. */
export function isTimestamp(value: unknown): value is string {
  const [, , date = "", day] = typeof value === "string" ? (pattern.exec(value) ?? []) : [];
  // The platform parses the 30th of February as the 2nd of March.
  return new Date(date).getUTCDate() === Number(day);
}

/**
 * Parses an ISO 8601 timestamp: milliseconds since 1970-01-01T00:00:00Z, or NaN for any other text. A timestamp without an offset
 * is in UTC, regardless of the time zone of the machine.
 */
export function parseTimestamp(text: string): number {
  const [, dateAndTime = "", , , hours = "+00", minutes = "00"] = pattern.exec(text) ?? [];
  return Date.parse(`${dateAndTime}${hours}:${minutes}`);
}

/**
 * Schema of an ISO 8601 timestamp. `z.iso.datetime` is for RFC 3339: it rejects a time without seconds that has an offset, and an
 * offset without a colon.
 */
export const timestampSchema = /* @__PURE__ */ z.stringFormat("datetime", isTimestamp, "must be an ISO 8601 timestamp");
