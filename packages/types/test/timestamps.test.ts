import { isTimestamp, timestampSchema, validate } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";

const accepted = [
  "2026-03-02T08:15:00Z",
  "2026-03-02T08:15:00.5Z",
  "2026-03-02T08:15:00.123Z",
  "2026-03-02T08:15:00.123456Z",
  "2026-03-02T08:15:00.123456789Z",
  "2026-03-02T08:15Z",
  "2026-03-02T08:15:00+00:00",
  "2026-03-02T08:15:00+02:00",
  "2026-03-02T08:15:00-05:30",
  "2026-03-02T08:15:00.123+05:45",
  "2026-03-02T08:15:00.123456-12:00",
  "2026-03-02T08:15:00+14:00",
  "2026-03-02T08:15:00",
  "1970-01-01T00:00:00Z",
  "2026-12-31T23:59:59.999Z",
  "2026-01-31T00:00:00Z",
  "2026-04-30T00:00:00Z",
  "2026-10-31T00:00:00Z",
  "2026-11-30T00:00:00Z",
  "9999-12-31T23:59:59Z",
];

const leapDays = {
  "2024-02-29T00:00:00Z": true,
  "2023-02-29T00:00:00Z": false,
  "2026-02-28T00:00:00Z": true,
  "2026-02-29T00:00:00Z": false,
  "2024-02-30T00:00:00Z": false,
  "2000-02-29T00:00:00Z": true,
  "1900-02-29T00:00:00Z": false,
  "2100-02-29T00:00:00Z": false,
  "2400-02-29T00:00:00Z": true,
  "0004-02-29T00:00:00Z": true,
  "0000-02-29T00:00:00Z": true,
  "0100-02-29T00:00:00Z": false,
};

const rejected = [
  "",
  " ",
  "soon",
  "2026",
  "2026-03",
  "2026-03-02",
  "08:15:00Z",
  "T08:15:00Z",
  "2026-03-02T",
  "2026-03-02T08Z",
  "2026-03-02 08:15:00Z",
  "2026-02-30T08:15:00Z",
  "2026-04-31T08:15:00Z",
  "2026-06-31T08:15:00Z",
  "2026-09-31T08:15:00Z",
  "2026-11-31T08:15:00Z",
  "2026-01-32T08:15:00Z",
  "2026-01-00T08:15:00Z",
  "2026-00-02T08:15:00Z",
  "2026-13-02T08:15:00Z",
  "2026-03-02T25:15:00Z",
  "2026-03-02T08:60:00Z",
  "2026-03-02T08:15:61Z",
  "2026-03-02T8:15:00Z",
  "2026-3-2T08:15:00Z",
  "26-03-02T08:15:00Z",
  "2026-03-02T08:15:00.Z",
  "2026-03-02T08:15:00.12x3Z",
  "2026-03-02T08:15:00ZZ",
  "2026-03-02T08:15:00+",
  "2026-03-02T08:15:00+2",
  "2026-03-02T08:15:00+02:0",
  "2026-03-02T08:15:00Z\n",
  " 2026-03-02T08:15:00Z",
  "2026-03-02T08:15:00Z 2026-03-02T08:15:00Z",
  "x2026-03-02T08:15:00Z",
  "Mon, 02 Mar 2026 08:15:00 GMT",
  "1772439300000",
];

describe("a timestamp", () => {
  it.each(accepted)("is accepted as %j", (text) => {
    expect(isTimestamp(text)).toBe(true);
    expect(Number.isNaN(Date.parse(text))).toBe(false);
  });

  it.each(rejected)("is rejected as %j", (text) => {
    expect(isTimestamp(text)).toBe(false);
  });

  it.each(["2026-03-02T08:15:00,5Z", "2026-03-02T08:15:00+02", "2026-03-02T08:15:60Z"])(
    "is rejected if Date could not parse it: %j",
    (text) => {
      expect(isTimestamp(text)).toBe(false);
      expect(Date.parse(text)).toBeNaN();
    },
  );

  it.each(Object.entries(leapDays))("of a leap day is judged by the calendar: %s is %s", (text, exists) => {
    expect(isTimestamp(text)).toBe(exists);
  });

  it.each(["+24:00", "+25:00", "-99:00", "+02:60", "+99:99", "+2460"])("is rejected with the offset %s", (offset) => {
    expect(isTimestamp(`2026-03-02T08:15:00${offset}`)).toBe(false);
  });

  it.each([1_772_439_300_000, null, undefined, true, {}, [], ["2026-03-02T08:15:00Z"], new Date(0)])(
    "is a string, not %j",
    (value) => {
      expect(isTimestamp(value)).toBe(false);
    },
  );
});

describe("the schema of a timestamp", () => {
  it("returns a timestamp unchanged", () => {
    const text = "2026-03-02T08:15:00.123456+02:00";
    expect(validate(timestampSchema, text)).toEqual({ ok: true, value: text });
  });

  it.each(["2026-03-02", "2026-02-30T08:15:00Z", "", 5, null])("has a message for %j", (value) => {
    expect(validate(timestampSchema, value)).toEqual({
      ok: false,
      issues: [{ path: [], message: "must be an ISO 8601 timestamp" }],
    });
  });
});
