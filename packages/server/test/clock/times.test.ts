import type { Time } from "@knowledge-base/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { frozenTime, openServer } from "../helpers/open-server.ts";
import { at } from "../helpers/time.ts";

const rule = "must be an ISO 8601 timestamp, a Date or milliseconds since 1970, from the year 0 to 9999";
const [first, last] = ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];

describe("a time", () => {
  it.each<{ time: string | number; expected: string }>([
    { time: "2026-01-02T03:04:05.678Z", expected: "2026-01-02T03:04:05.678Z" },
    { time: "2026-01-02T03:04Z", expected: "2026-01-02T03:04:00.000Z" },
    { time: "2026-01-02T03:04:05", expected: "2026-01-02T03:04:05.000Z" },
    { time: "2026-01-02T03:04:05+02:00", expected: "2026-01-02T01:04:05.000Z" },
    { time: "2026-01-02T03:04:05-0530", expected: "2026-01-02T08:34:05.000Z" },
    { time: "2026-01-02T03:04:05.123456Z", expected: "2026-01-02T03:04:05.123Z" },
    { time: "2028-02-29T00:00:00Z", expected: "2028-02-29T00:00:00.000Z" },
    { time: first, expected: first },
    { time: last, expected: last },
    { time: at(first), expected: first },
    { time: at(last), expected: last },
    { time: -1, expected: "1969-12-31T23:59:59.999Z" },
    { time: 0.75, expected: "1970-01-01T00:00:00.000Z" },
  ])("may be $time", ({ time, expected }) => {
    const { clock } = openServer();
    expect(clock.set(time)).toBe(expected);
    expect(new Date(clock.now()).toISOString()).toBe(expected);
    expect(clock.freeze(time)).toBe(expected);
  });

  it.each([
    { zone: "Asia/Kolkata", offset: -330 },
    { zone: "America/St_Johns", offset: 210 },
  ])("without an offset is one of UTC on a machine in $zone", ({ zone, offset }) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(new Date("2026-01-02T03:04:05Z").getTimezoneOffset()).toBe(offset);
    expect(openServer().clock.set("2026-01-02T03:04:05")).toBe("2026-01-02T03:04:05.000Z");
  });

  // biome-ignore format: several values a line
  it.each([
    null, "", "now", "2026-01-02", "2026-13-02T03:04:05Z", "2026-02-30T03:04:05Z", "2026-01-02T24:00:00Z", "2026-01-02 03:04:05Z",
    "2026-01-02T03:04:05+25:00", "+012026-01-02T03:04:05Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999-00:01", "1782907200000",
    Number.NaN, at(first) - 1, at(last) + 1, true, [0], 0n, new Date(Number.NaN), {},
  ])("may not be %o", (time) => {
    const { clock } = openServer();
    clock.freeze(5);
    const rejection = { code: "invalid_input", problems: [{ path: "at", message: rule }] };
    expect(() => clock.set(time as Time)).toThrow(expect.objectContaining(rejection));
    expect(() => clock.freeze(time as Time)).toThrow(expect.objectContaining(rejection));
    expect(clock.status()).toEqual({ at: "1970-01-01T00:00:00.005Z", frozen: true });
  });

  it("is required to set the clock", () => {
    const problems = [{ path: "at", message: "is missing" }];
    expect(() => openServer().clock.set(undefined as unknown as Time)).toThrow(expect.objectContaining({ problems }));
  });
});

describe("an advance", () => {
  it.each([
    { milliseconds: undefined, message: "is missing" },
    { milliseconds: "5", message: "must be a number, not a string" },
    { milliseconds: -1, message: "must be at least 0" },
    { milliseconds: Number.POSITIVE_INFINITY, message: "must be a number, not Infinity" },
    { milliseconds: at(last) - at(frozenTime) + 1, message: "must not move the clock beyond the year 9999" },
  ])("may not be $milliseconds, because it $message", ({ milliseconds, message }) => {
    const { clock } = openServer();
    const rejection = { code: "invalid_input", problems: [{ path: "milliseconds", message }] };
    expect(() => clock.advance(milliseconds as number)).toThrow(expect.objectContaining(rejection));
    expect(clock.now()).toBe(at(frozenTime));
  });

  it("may be a fraction of a millisecond, and lead to the last millisecond of the year 9999", () => {
    const { clock } = openServer();
    expect(clock.advance(at(last) - clock.now())).toBe(last);
    expect(clock.advance(0)).toBe(last);
    clock.freeze(0);
    expect(clock.advance(0.5)).toBe("1970-01-01T00:00:00.000Z");
    expect(clock.advance(0.5)).toBe("1970-01-01T00:00:00.001Z");
  });
});
