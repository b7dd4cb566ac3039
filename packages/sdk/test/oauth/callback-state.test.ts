import { OAuthCallbackError, readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { callbackUrl, catchCallbackError, code, state } from "./callback-fixtures.ts";

const message = "Failed to read an OAuth callback: its state is not that of the started flow.";
const noState = new TypeError(
  "Failed to read an OAuth callback: there is no expected state. Pass the state that you stored when the flow started.",
);

/** Returns whether a callback with one state is accepted for a flow that was started with the other. */
function isAccepted(given: string, expected: string): boolean {
  try {
    return readOAuthCallback(callbackUrl({ code, state: given }), { state: expected }).state === given;
  } catch (error) {
    if (error instanceof OAuthCallbackError && error.problem === "state_mismatch") return false;
    throw error;
  }
}

describe("readOAuthCallback", () => {
  it.each([
    ["another state", "other"],
    ["a prefix of the state", state.slice(0, -1)],
    ["the first character of the state", state.slice(0, 1)],
    ["the end of the state", state.slice(1)],
    ["a longer state", `${state}A`],
    ["a state with something before it", `A${state}`],
    ["the state twice over", state.repeat(2)],
    ["the state in another case", state.toUpperCase()],
    ["the state with a space", `${state} `],
    ["the state with a zero", `${state}\0`],
    ["the state with a zero-width character", `${state}\u200B`],
    ["a state of the same length", "x".repeat(state.length)],
    ["a state that differs in its last character", `${state.slice(0, -1)}B`],
  ])("rejects %s", (_, given) => {
    const error = catchCallbackError(callbackUrl({ code, state: given }));
    expect(error.problem).toBe("state_mismatch");
    expect(error.message).toBe(message);
  });

  it("rejects the state of another flow even if the platform reports an error", () => {
    const error = catchCallbackError(callbackUrl({ error: "access_denied", error_description: "No.", state: "other" }));
    expect(error.problem).toBe("state_mismatch");
    expect(error.message).toBe(message);
  });

  it("rejects the state of another flow before it looks for a code or at the time", () => {
    const expected = { state, expiresAt: "2020-01-01T00:00:00Z" };
    expect(catchCallbackError(callbackUrl({ state: "other" }), expected).problem).toBe("state_mismatch");
  });

  it.each(["", undefined, null])("throws instead of comparing with %j, with any callback", (missing: unknown) => {
    for (const query of [{ code, state }, { code, state: "" }, { code, state: String(missing) }, { code }, {}]) {
      expect(() => readOAuthCallback(callbackUrl(query), { state: missing as string })).toThrow(noState);
    }
  });

  it.each([undefined, null, ""])("throws if the session has no flow: %j", (flow: unknown) => {
    expect(() => readOAuthCallback(callbackUrl({ code, state }), flow as { state: string })).toThrow(noState);
  });

  it("accepts the same state at every length", () => {
    for (let length = 1; length <= 300; length += 1) {
      const text = Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * 7) % 90))).join("");
      expect(isAccepted(text, text)).toBe(true);
    }
  });

  it("distinguishes states that differ in one character, at any position", () => {
    for (const length of [1, 2, 3, 31, 32, 33, 64]) {
      const text = "a".repeat(length);
      for (let index = 0; index < length; index += 1) {
        expect(isAccepted(`${text.slice(0, index)}b${text.slice(index + 1)}`, text)).toBe(false);
        expect(isAccepted(text, `${text.slice(0, index)}b${text.slice(index + 1)}`)).toBe(false);
      }
    }
  });

  it("distinguishes states of different lengths, even if one repeats the other", () => {
    for (let given = 1; given <= 40; given += 1) {
      for (let expected = 1; expected <= 40; expected += 1) {
        expect(isAccepted("a".repeat(given), "a".repeat(expected))).toBe(given === expected);
        expect(isAccepted("ab".repeat(given), "ab".repeat(expected))).toBe(given === expected);
      }
    }
  });

  it("distinguishes states whose differences would cancel each other out", () => {
    expect(isAccepted("ab", "ba")).toBe(false);
    expect(isAccepted("a\u0101", "\u0101a")).toBe(false);
    expect(isAccepted("A\u0100", "\u0100A")).toBe(false);
    expect(isAccepted("\u0001", "\u0001\u0001\u0001")).toBe(false);
  });

  it("compares code units and normalizes nothing", () => {
    expect(isAccepted("é", "e\u0301")).toBe(false);
    expect(isAccepted("ﬁ", "fi")).toBe(false);
    expect(isAccepted("\u{1D4B3}", "\u{1D4B4}")).toBe(false);
    expect(isAccepted("天👨‍👩‍👧\u{1D4B3}", "天👨‍👩‍👧\u{1D4B3}")).toBe(true);
  });

  it("accepts a state of 100,000 characters", () => {
    const long = "s".repeat(100_000);
    expect(isAccepted(long, long)).toBe(true);
    expect(isAccepted(long.slice(1), long)).toBe(false);
  });
});
