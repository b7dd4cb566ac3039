import { invalid } from "../http/invalid.ts";
import type { OAuthState } from "./oauth-state.ts";
import { signState } from "./sign-state.ts";

/** Reads the text of a state, and whether this service has signed it. */
export function readState(text: string, secret: string): { state: OAuthState; isSigned: boolean } {
  const state = parse(text.split(".")[0] ?? "");
  return { state, isSigned: signState(state, secret) === text };
}

function parse(content: string): OAuthState {
  try {
    const { brainId, expiresAt, nonce } = JSON.parse(Buffer.from(content, "base64url").toString());
    return { brainId: String(brainId), expiresAt: Number(expiresAt), nonce: String(nonce) };
  } catch {
    throw invalid("state", "is not a state of this service");
  }
}
