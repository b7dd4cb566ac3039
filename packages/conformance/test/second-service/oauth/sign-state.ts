import { createHmac } from "node:crypto";
import type { OAuthState } from "./oauth-state.ts";

/** Returns a state as text: its content and a signature, both in base64url. */
export function signState(state: OAuthState, secret: string): string {
  const content = Buffer.from(JSON.stringify(state)).toString("base64url");
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}
