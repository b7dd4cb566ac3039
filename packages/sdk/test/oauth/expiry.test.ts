import { isOAuthExpired, readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setVariable } from "../hostile/set-variable.ts";
import { callbackUrl, catchCallbackError, code, expiresAt, expiry, state } from "./callback-fixtures.ts";

const url = callbackUrl({ code, state });
const badTimestamps = [
  "",
  " ",
  "soon",
  "1",
  "2026",
  "June 3 2026",
  "2026-02-30T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "NaN",
];
const error = new TypeError("Failed to read an OAuth start: expiresAt is not a timestamp.");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe("isOAuthExpired", () => {
  it.each([
    [Number.NEGATIVE_INFINITY, false],
    [0, false],
    [expiry - 1, false],
    [expiry - 0.5, false],
    [expiry, true],
    [expiry + 1, true],
    [Number.POSITIVE_INFINITY, true],
    [Number.NaN, true],
  ])("at %d returns %s", (now, expired) => {
    expect(isOAuthExpired({ expiresAt }, now)).toBe(expired);
  });

  it.each(["America/New_York", "Australia/Sydney"])("reads a timestamp without an offset as UTC: in %s", (zone) => {
    setVariable("TZ", zone);
    expect(new Date(expiry).getTimezoneOffset()).not.toBe(0);
    const start = { expiresAt: new Date(expiry).toISOString().slice(0, -1) };
    expect([isOAuthExpired(start, expiry - 1), isOAuthExpired(start, expiry)]).toEqual([false, true]);
  });

  it.each([
    "2026-06-03T12:10:00Z",
    "2026-06-03T12:10Z",
    "2026-06-03T14:10:00.000+02:00",
    "2026-06-03T14:10:00+0200",
    "2026-06-03T07:10:00.000000-05:00",
  ])("reads %s", (written) => {
    expect(isOAuthExpired({ expiresAt: written }, expiry - 1)).toBe(false);
    expect(isOAuthExpired({ expiresAt: written }, expiry)).toBe(true);
  });

  it("compares with the current time if none is given", () => {
    vi.setSystemTime(expiry - 1);
    expect(isOAuthExpired({ expiresAt })).toBe(false);
    expect(isOAuthExpired({ expiresAt }, undefined)).toBe(false);
    vi.setSystemTime(expiry);
    expect(isOAuthExpired({ expiresAt })).toBe(true);
  });

  it.each(badTimestamps)("rejects %j, which is not a timestamp", (written) => {
    expect(() => isOAuthExpired({ expiresAt: written }, 0)).toThrow(error);
  });
});

describe("readOAuthCallback", () => {
  it.each([0, expiry - 1])("accepts a callback at %d, before its state expires", (now) => {
    expect(readOAuthCallback(url, { state, expiresAt }, now)).toEqual({ code, state });
  });

  it.each([expiry, expiry + 1, Number.NaN])("rejects a callback at %d, when its state has expired", (now) => {
    const error = catchCallbackError(url, { state, expiresAt }, now);
    expect(error.problem).toBe("expired");
    expect(error.message).toBe(
      "Failed to read an OAuth callback: its state expired at 2026-06-03T12:10:00.000Z. Start again.",
    );
  });

  it("compares with the current time if none is given", () => {
    vi.setSystemTime(expiry - 1);
    expect(readOAuthCallback(url, { state, expiresAt })).toEqual({ code, state });
    vi.setSystemTime(expiry);
    expect(catchCallbackError(url, { state, expiresAt }).problem).toBe("expired");
  });

  it("does not look at the time if no expiry is given", () => {
    expect(readOAuthCallback(url, { state }, Number.POSITIVE_INFINITY)).toEqual({ code, state });
    expect(readOAuthCallback(url, { state, expiresAt: undefined }, Number.NaN)).toEqual({ code, state });
  });

  it("rejects a callback without a code whether or not its state has expired", () => {
    for (const now of [expiry - 1, expiry]) {
      expect(catchCallbackError(callbackUrl({ state }), { state, expiresAt }, now).problem).toBe("malformed");
    }
  });

  it.each(badTimestamps)("throws instead of comparing with %j, which is not a timestamp", (written) => {
    expect(() => readOAuthCallback(url, { state, expiresAt: written }, 0)).toThrow(error);
  });
});
