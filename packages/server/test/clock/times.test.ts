import { ControlError } from "@knowledge-base/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Time } from "../../src/control/clock.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { at } from "./ticking.ts";

const rule = "must be an ISO 8601 timestamp, a Date or milliseconds since 1970, from the year 0 to 9999";

function rejectionOf(action: () => unknown): ControlError {
  try {
    action();
  } catch (error) {
    if (error instanceof ControlError) return error;
    throw error;
  }
  throw new Error("The clock was expected to reject and did not");
}

describe("a time", () => {
  it.each([
    { time: "2026-01-02T03:04:05.678Z", expected: "2026-01-02T03:04:05.678Z" },
    { time: "2026-01-02T03:04:05Z", expected: "2026-01-02T03:04:05.000Z" },
    { time: "2026-01-02T03:04Z", expected: "2026-01-02T03:04:00.000Z" },
    { time: "2026-01-02T03:04:05", expected: "2026-01-02T03:04:05.000Z" },
    { time: "2026-01-02T03:04:05+02:00", expected: "2026-01-02T01:04:05.000Z" },
    { time: "2026-01-02T03:04:05-0530", expected: "2026-01-02T08:34:05.000Z" },
    { time: "2026-01-02T03:04:05.123456Z", expected: "2026-01-02T03:04:05.123Z" },
    { time: "2028-02-29T00:00:00Z", expected: "2028-02-29T00:00:00.000Z" },
    { time: "0000-01-01T00:00:00Z", expected: "0000-01-01T00:00:00.000Z" },
    { time: "9999-12-31T23:59:59.999Z", expected: "9999-12-31T23:59:59.999Z" },
    { time: 0, expected: "1970-01-01T00:00:00.000Z" },
    { time: -1, expected: "1969-12-31T23:59:59.999Z" },
    { time: 1_782_907_200_000, expected: frozenTime },
    { time: 0.75, expected: "1970-01-01T00:00:00.000Z" },
    { time: at("0000-01-01T00:00:00Z"), expected: "0000-01-01T00:00:00.000Z" },
    { time: at("9999-12-31T23:59:59.999Z"), expected: "9999-12-31T23:59:59.999Z" },
  ])("may be $time", ({ time, expected }) => {
    const { clock } = openServer();
    expect(clock.set(time)).toBe(expected);
    expect(new Date(clock.now()).toISOString()).toBe(expected);
    expect(clock.freeze(time)).toBe(expected);
  });

  it.each([
    ["Asia/Kolkata", -330],
    ["America/St_Johns", 210],
    ["UTC", 0],
  ])("without an offset is one of UTC on a machine in %s", (zone, offset) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(new Date("2026-01-02T03:04:05Z").getTimezoneOffset()).toBe(offset);
    const { clock } = openServer();
    expect(clock.set("2026-01-02T03:04:05")).toBe("2026-01-02T03:04:05.000Z");
    expect(clock.freeze("2026-07-02T03:04")).toBe("2026-07-02T03:04:00.000Z");
  });

  it.each([
    null,
    "",
    "now",
    "2026-01-02",
    "2026-13-02T03:04:05Z",
    "2026-02-30T03:04:05Z",
    "2026-01-02T24:00:00Z",
    "2026-01-02 03:04:05Z",
    "2026-01-02T03:04:05+25:00",
    "+012026-01-02T03:04:05Z",
    "0000-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59.999-00:01",
    "1782907200000",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    at("0000-01-01T00:00:00Z") - 1,
    at("9999-12-31T23:59:59.999Z") + 1,
    8.64e15,
    true,
    {},
    [0],
    0n,
    new Date(Number.NaN),
    new Date(8.64e15),
    { getTime: () => 0 },
  ])("may not be %o", (time) => {
    const { clock } = openServer();
    for (const [action, goal] of [
      [(value: Time) => clock.set(value), "set"],
      [(value: Time) => clock.freeze(value), "freeze"],
    ] as const) {
      const rejection = rejectionOf(() => action(time as Time));
      expect(rejection).toMatchObject({ code: "invalid_input", problems: [{ path: "at", message: rule }] });
      expect(rejection.message).toBe(`Failed to ${goal} the clock: at ${rule}.`);
    }
    expect(clock.now()).toBe(at(frozenTime));
  });

  it("is required to set the clock", () => {
    const { clock } = openServer();
    const rejection = rejectionOf(() => clock.set(undefined as unknown as Time));
    expect(rejection.problems).toEqual([{ path: "at", message: "is missing" }]);
  });

  it("that is rejected does not resume a frozen clock", () => {
    const { clock } = openServer();
    clock.freeze(5);
    rejectionOf(() => clock.freeze("soon"));
    expect(clock.now()).toBe(5);
  });
});

describe("an advance", () => {
  it.each([
    { milliseconds: undefined, message: "is missing" },
    { milliseconds: null, message: "must be a number, not null" },
    { milliseconds: "5", message: "must be a number, not a string" },
    { milliseconds: -1, message: "must be at least 0" },
    { milliseconds: Number.NaN, message: "must be a number, not NaN" },
    { milliseconds: Number.POSITIVE_INFINITY, message: "must be a number, not Infinity" },
    { milliseconds: 1e15, message: "must not move the clock beyond the year 9999" },
  ])("may not be $milliseconds", ({ milliseconds, message }) => {
    const { clock } = openServer();
    const rejection = rejectionOf(() => clock.advance(milliseconds as number));
    expect(rejection).toMatchObject({ code: "invalid_input", problems: [{ path: "milliseconds", message }] });
    expect(rejection.message).toBe(`Failed to advance the clock: milliseconds ${message}.`);
    expect(clock.now()).toBe(at(frozenTime));
  });

  it("is possible up to the last millisecond of the year 9999", () => {
    const { clock } = openServer();
    const rest = at("9999-12-31T23:59:59.999Z") - clock.now();
    rejectionOf(() => clock.advance(rest + 1));
    expect(clock.advance(rest)).toBe("9999-12-31T23:59:59.999Z");
    rejectionOf(() => clock.advance(1));
    expect(clock.advance(0)).toBe("9999-12-31T23:59:59.999Z");
  });

  it("may be a fraction of a millisecond", () => {
    const { clock } = openServer();
    clock.freeze(0);
    expect(clock.advance(0.5)).toBe("1970-01-01T00:00:00.000Z");
    expect(clock.advance(0.5)).toBe("1970-01-01T00:00:00.001Z");
  });
});
