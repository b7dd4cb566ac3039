import { isOAuthExpired, readOAuthCallback, readOAuthState } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { now, serverForms } from "../server-forms.ts";
import { catchCallbackError } from "./callback-fixtures.ts";

const brainId = "brain_operations";
const startedAt = Date.parse(now);

/** Returns the URL to which the platform redirects a user. */
function callbackOf(state: string, result: Record<string, string> = { code: "code_from_platform" }): string {
  return `/oauth/callback?${new URLSearchParams({ ...result, state })}`;
}

describe.each(serverForms)("an OAuth flow over %s", (_, open) => {
  it("leads from its start to a matching callback", async () => {
    const { kb } = open();
    const start = await kb.oauth.start({ brainId });
    const state = readOAuthState(start);
    expect(state).toBe(new URL(start.authorizationUrl).searchParams.get("state"));
    expect(isOAuthExpired(start, startedAt)).toBe(false);
    const callback = readOAuthCallback(callbackOf(state), { state, expiresAt: start.expiresAt }, startedAt);
    expect(callback).toEqual({ code: "code_from_platform", state });
  });

  it("ends when its state expires", async () => {
    const { kb } = open();
    const start = await kb.oauth.start({ brainId });
    const state = readOAuthState(start);
    const expiry = Date.parse(start.expiresAt);
    expect(isOAuthExpired(start, expiry - 1)).toBe(false);
    expect(isOAuthExpired(start, expiry)).toBe(true);
    const expected = { state, expiresAt: start.expiresAt };
    expect(readOAuthCallback(callbackOf(state), expected, expiry - 1).state).toBe(state);
    expect(catchCallbackError(callbackOf(state), expected, expiry).problem).toBe("expired");
  });

  it("rejects a callback of another flow of the same brain", async () => {
    const { kb } = open();
    const states = [
      readOAuthState(await kb.oauth.start({ brainId })),
      readOAuthState(await kb.oauth.start({ brainId })),
    ];
    const [mine = "", other = ""] = states;
    expect(catchCallbackError(callbackOf(other), { state: mine }).problem).toBe("state_mismatch");
    expect(catchCallbackError(callbackOf(mine), { state: other }).problem).toBe("state_mismatch");
  });

  it("ends when the user denies access", async () => {
    const { kb } = open();
    const state = readOAuthState(await kb.oauth.start({ brainId }));
    const error = catchCallbackError(callbackOf(state, { error: "access_denied" }), { state });
    expect(error.problem).toBe("denied");
    expect(error.message).not.toContain(state);
  });
});
