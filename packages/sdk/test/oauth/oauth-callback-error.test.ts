import { inspect } from "node:util";
import { isKnowledgeBaseError, KnowledgeBaseError } from "@knowledge-base/sdk";
import { OAuthCallbackError, type OAuthCallbackProblem } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { callbackUrl, catchCallbackError, code, expiresAt, expiry, state } from "./callback-fixtures.ts";

const callbackErrors: Readonly<Record<OAuthCallbackProblem, () => OAuthCallbackError>> = {
  denied: () => catchCallbackError(callbackUrl({ error: "access_denied", code, state })),
  malformed: () =>
    catchCallbackError(
      callbackUrl([
        ["code", code],
        ["code", code],
        ["state", state],
      ]),
    ),
  state_mismatch: () => catchCallbackError(callbackUrl({ code, state: `${state}x` })),
  expired: () => catchCallbackError(callbackUrl({ code, state }), { state, expiresAt }, expiry),
};

describe.each(Object.entries(callbackErrors))("an OAuthCallbackError of the problem %s", (problem, open) => {
  it("names its kind and its problem", () => {
    const error = open();
    expect(error.name).toBe("OAuthCallbackError");
    expect(error.code).toBe("oauth_callback");
    expect(error.problem).toBe(problem);
    expect(error.message).toMatch(/^Failed to read an OAuth callback: \S.*\.$/);
  });

  it("belongs to the errors of the client", () => {
    const error = open();
    expect(error).toBeInstanceOf(OAuthCallbackError);
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(isKnowledgeBaseError(error)).toBe(true);
    expect(isKnowledgeBaseError(error, "oauth_callback")).toBe(true);
    expect(isKnowledgeBaseError(error, "input")).toBe(false);
  });

  it("belongs to no call", () => {
    const { operation, method, url, attempts, stopReason, cause } = open();
    expect({ operation, method, url, attempts, stopReason, cause }).toEqual({
      operation: undefined,
      method: undefined,
      url: undefined,
      attempts: [],
      stopReason: undefined,
      cause: undefined,
    });
  });

  it("is plain data for a log", () => {
    const error = open();
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "OAuthCallbackError",
      message: error.message,
      code: "oauth_callback",
      problem,
      attempts: [],
    });
  });

  it("shows neither code nor state", () => {
    const shown = inspect(open(), { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true });
    expect(shown).not.toContain(code);
    expect(shown).not.toContain(state);
  });
});
