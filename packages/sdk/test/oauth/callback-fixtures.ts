import { OAuthCallbackError, readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { expect } from "vitest";

/** The state of the started flow. */
export const state = "st_4f1c.eyJicmFpbiI6Im9wcyJ9-signature_9A";

/** The code of the callback. */
export const code = "code-71b2-secret";

/** When the state expires. */
export const expiresAt = "2026-06-03T12:10:00.000Z";

/** The same time in milliseconds. */
export const expiry = Date.parse(expiresAt);

/** The URL of a callback with this query. */
export function callbackUrl(query: Record<string, string> | string[][]): string {
  return `https://app.example/oauth/callback?${new URLSearchParams(query)}`;
}

/** Reads a callback that must be rejected, and returns the error, which must show neither code nor state. */
export function catchCallbackError(...[url, expected = { state }, now]: Partial<Parameters<typeof readOAuthCallback>>) {
  try {
    readOAuthCallback(url ?? callbackUrl({ code, state }), expected, now);
  } catch (error) {
    if (!(error instanceof OAuthCallbackError)) throw error;
    for (const secret of [state, code]) expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(secret);
    return error;
  }
  throw new Error("The callback was expected to be rejected and was not");
}
