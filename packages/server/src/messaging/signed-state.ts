import type { Random } from "../state/random.ts";

/** Content of the signed OAuth state of an authorization URL. */
export interface OAuthState {
  readonly brainId: string;
  readonly organizationId: string;
  readonly nonce: string;
  /** An ISO 8601 timestamp. */
  readonly expiresAt: string;
}

export interface StateSigner {
  /** Appends an HMAC-SHA-256. */
  sign(state: OAuthState): Promise<string>;
  /** Accepts only the canonical encoding of a signature, and compares it in constant time. */
  read(text: string): Promise<OAuthState | "malformed" | "tampered">;
}

const secretWords = 8;
const statePattern = /^([\w-]+)\.([\w-]+)$/;

export function createStateSigner(random: Random): StateSigner {
  const secret = Uint32Array.from({ length: secretWords }, () => random.next());
  let imported: Promise<CryptoKey> | undefined;
  const key = () => {
    imported ??= crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
    return imported;
  };

  return {
    async sign(state) {
      const content = toBase64Url(encode(JSON.stringify(state)));
      const signature = await crypto.subtle.sign("HMAC", await key(), encode(content));
      return `${content}.${toBase64Url(new Uint8Array(signature))}`;
    },
    async read(text) {
      const [, content = "", signature = ""] = statePattern.exec(text) ?? [];
      const signatureBytes = fromBase64Url(signature);
      if (content === "" || !signatureBytes) return "malformed";
      // Unused bits of the last letter and padding would allow several encodings of one signature.
      if (toBase64Url(signatureBytes) !== signature) return "tampered";
      if (!(await crypto.subtle.verify("HMAC", await key(), signatureBytes, encode(content)))) return "tampered";
      // Content with a valid signature was written by this server, so it needs no validation.
      return JSON.parse(new TextDecoder().decode(fromBase64Url(content)));
    },
  };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
