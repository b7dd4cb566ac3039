import type { Random } from "../random.ts";

/** What the signed OAuth state of an authorization URL says. */
export interface OAuthState {
  readonly brainId: string;
  readonly organizationId: string;
  readonly nonce: string;
  /** An ISO 8601 timestamp. */
  readonly expiresAt: string;
  /** How many organizations of this id there were before; left out where there was none. */
  readonly generation?: number;
}

/** A state as it came back, read: what it says, or what is wrong with it. */
export type ReadState = OAuthState | "malformed" | "tampered";

/** Signs OAuth states and reads them back. */
export interface StateSigner {
  /** Writes a state as its content and an HMAC-SHA-256 over it. */
  sign(state: OAuthState): Promise<string>;
  /** Reads a state and compares its signature in constant time. A signature has one spelling. */
  read(text: string): Promise<ReadState>;
}

const secretWords = 8;
const form = /^([\w-]+)\.([\w-]+)$/;

/** Makes a signer whose secret comes from a source of randomness. */
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
      const [, content = "", signature = ""] = form.exec(text) ?? [];
      const signatureBytes = fromBase64Url(signature);
      if (content === "" || !signatureBytes) return "malformed";
      // Spare bits of the last letter and needless length would make many states of one.
      if (toBase64Url(signatureBytes) !== signature) return "tampered";
      if (!(await crypto.subtle.verify("HMAC", await key(), signatureBytes, encode(content)))) return "tampered";
      // Only what this server wrote has its signature, so the content needs no check of its form.
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
