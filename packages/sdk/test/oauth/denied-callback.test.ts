import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { callbackUrl, catchCallbackError, code, expiresAt, expiry, state } from "./callback-fixtures.ts";

/** Returns the message of the error about a callback of a denied authorization. */
function messageOf(query: Record<string, string>): string {
  const error = catchCallbackError(callbackUrl({ ...query, state }));
  expect(error.problem).toBe("denied");
  return error.message;
}

describe("readOAuthCallback of a denied authorization", () => {
  it("has the error of the platform in its message", () => {
    expect(messageOf({ error: "access_denied" })).toBe(
      "Failed to read an OAuth callback: the platform denied access: access_denied.",
    );
  });

  it("has the description of the error in its message", () => {
    const described = "Failed to read an OAuth callback: the platform denied access: access_denied, The user said no.";
    expect(messageOf({ error: "access_denied", error_description: "The user said no" })).toBe(described);
    expect(messageOf({ error: "access_denied", error_description: "The user said no." })).toBe(described);
    expect(messageOf({ error: "access_denied", error_description: "No. Never." })).toMatch(/, No\. Never\.$/);
  });

  it.each([{}, { error_description: "" }, { error_description: " \r\n\u200B" }])(
    "has no reason if the platform sends none: %j",
    (query) => {
      for (const error of ["", "\u202E", " "]) {
        expect(messageOf({ ...query, error })).toBe("Failed to read an OAuth callback: the platform denied access.");
      }
    },
  );

  it("has only the description if the error is empty", () => {
    expect(messageOf({ error: "", error_description: "Closed for today" })).toBe(
      "Failed to read an OAuth callback: the platform denied access: Closed for today.",
    );
  });

  it("does not treat a description without an error as a denial", () => {
    const url = callbackUrl({ code, state, error_description: "Closed" });
    expect(readOAuthCallback(url, { state })).toEqual({ code, state });
  });

  it("takes precedence over a code", () => {
    expect(messageOf({ error: "server_error", code })).toBe(
      "Failed to read an OAuth callback: the platform denied access: server_error.",
    );
    expect(messageOf({ error: "", code })).toBe("Failed to read an OAuth callback: the platform denied access.");
  });

  it.each(["c1", "7f3a", "a-code-of-ordinary-length"])("redacts a code, however short: %s", (shortCode) => {
    expect(messageOf({ error: "server_error", error_description: `bad ${shortCode}`, code: shortCode })).toBe(
      "Failed to read an OAuth callback: the platform denied access: server_error, bad [redacted].",
    );
  });

  it("takes precedence over the expiry", () => {
    const url = callbackUrl({ error: "access_denied", state });
    expect(catchCallbackError(url, { state, expiresAt }, expiry + 1).problem).toBe("denied");
  });

  it.each([
    [
      "line breaks",
      "no\r\n2026-06-03 ERROR fake\u2028line\u0085x\v\f\0\u001B[31m",
      "no 2026-06-03 ERROR fake line x [31m",
    ],
    ["marks of direction", "\u202Eevil\u202C \u2066x\u2069 \u200F\u061Cy", "evil x y"],
    ["invisible characters", "a\u200B\u00AD\u2060\uFEFF\u{E0041}\uFE0Fb", "ab"],
    ["half of a surrogate pair", "a\uD83D", "a\uFFFD"],
  ])("removes %s from the text of the platform", (_, hostile, clean) => {
    expect(messageOf({ error: hostile, error_description: hostile })).toBe(
      `Failed to read an OAuth callback: the platform denied access: ${clean}, ${clean}.`,
    );
  });

  it("cuts texts of the platform to 200 UTF-16 code units each", () => {
    const cut = `${"x".repeat(199)}…`;
    expect(messageOf({ error: "x".repeat(10_000), error_description: "x".repeat(10_000) })).toBe(
      `Failed to read an OAuth callback: the platform denied access: ${cut}, ${cut}.`,
    );
  });

  it("redacts code and state if the platform repeats them", () => {
    const query = {
      error: `bad ${state}`,
      error_description: `state ${state} and code ${code}`,
      code,
    };
    expect(messageOf(query)).toBe(
      "Failed to read an OAuth callback: the platform denied access: bad [redacted], state [redacted] and code [redacted].",
    );
  });

  it("handles a code of 100,000 characters", () => {
    const long = "&$".repeat(50_000);
    expect(messageOf({ error: "access_denied", error_description: `for ${long} no`, code: long })).toBe(
      "Failed to read an OAuth callback: the platform denied access: access_denied, for [redacted] no.",
    );
  });
});
