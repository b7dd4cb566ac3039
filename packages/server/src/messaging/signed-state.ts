import { isEqualInConstantTime } from "@knowledge-base/internal/secrets";
import type { Random } from "../basics/random.ts";

/** Content of the signed OAuth state of an authorization URL. */
export interface OAuthState {
  readonly brainId: string;
  readonly organizationId: string;
  readonly nonce: string;
  /** An ISO 8601 timestamp. */
  readonly expiresAt: string;
}

const secretWords = 8;
const statePattern = /^([\w-]+)\.([\w-]+)$/;

/** Signs the states of authorization URLs, and reads those that it has signed. */
export class OAuthStateSigner {
  readonly #secret: Uint32Array<ArrayBuffer>;
  #key: Promise<CryptoKey> | undefined;

  constructor(random: Random) {
    this.#secret = Uint32Array.from({ length: secretWords }, () => random.next());
  }

  /** Returns the state as a text that ends with its HMAC-SHA-256. */
  async sign(state: OAuthState): Promise<string> {
    const content = toBase64Url(encode(JSON.stringify(state)));
    return `${content}.${await this.#signatureOf(content)}`;
  }

  async read(text: string): Promise<OAuthState | "malformed" | "tampered"> {
    const [, content, signature] = statePattern.exec(text) ?? [];
    if (content === undefined || signature === undefined) return "malformed";
    if (!isEqualInConstantTime(signature, await this.#signatureOf(content))) return "tampered";
    // Content with a valid signature was written by this server, so it needs no validation.
    return JSON.parse(fromBase64Url(content));
  }

  async #signatureOf(content: string): Promise<string> {
    this.#key ??= crypto.subtle.importKey("raw", this.#secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", await this.#key, encode(content))));
  }
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
