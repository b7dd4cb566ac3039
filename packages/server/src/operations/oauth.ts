import { choices } from "../choices.ts";
import type { Random } from "../random.ts";

/** What the signed OAuth state of an authorization URL says. */
export interface OAuthState {
  readonly brainId: string;
  readonly organizationId: string;
  readonly nonce: string;
  /** An ISO 8601 timestamp. */
  readonly expiresAt: string;
}

/** Makes authorization URLs. */
export interface OAuth {
  /** The URL to open in order to authorize. Its `state` is the content and an HMAC-SHA-256 over it. */
  authorizationUrl(state: OAuthState): Promise<string>;
}

const secretWords = 8;

/** Makes the OAuth part of a server at a base URL. Its secret comes from a source of randomness. */
export function createOAuth(baseUrl: string, random: Random): OAuth {
  const secret = Uint32Array.from({ length: secretWords }, () => random.next());
  let key: Promise<CryptoKey> | undefined;

  async function sign(state: OAuthState): Promise<string> {
    key ??= crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const content = base64url(new TextEncoder().encode(JSON.stringify(state)));
    const signature = await crypto.subtle.sign("HMAC", await key, new TextEncoder().encode(content));
    return `${content}.${base64url(new Uint8Array(signature))}`;
  }

  return {
    async authorizationUrl(state) {
      return `${baseUrl}${choices.authorizePath}?${new URLSearchParams({ state: await sign(state) })}`;
    },
  };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
