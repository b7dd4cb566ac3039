import { type GivenName, isGivenName, moduleNames } from "./provided-names.ts";

// Runs in the page, and in Node when the site is built.

/** Code from a link. */
export interface LinkedProgram {
  readonly code: string;
  /** Globals of the playground that it uses. */
  readonly given: readonly GivenName[];
}

/** Longer links are cut by programs through which people send them. */
const maxBytes = 20_000;
const maxFragmentLength = Math.ceil((maxBytes * 4) / 3) + 200;
const imported = /^(?:import|export)\b[^"';]*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;

/** Returns whether code can run in the playground: it imports only its modules, uses only its globals, and fits a link. */
export function canRunInPlayground(code: string, given: readonly string[] = []): boolean {
  const names = Array.from(code.matchAll(imported), ([, declared, called]) => declared ?? called);
  const isProvided = names.every((name) => moduleNames.some((other) => other === name));
  return isProvided && given.every(isGivenName) && new TextEncoder().encode(code).length <= maxBytes;
}

/**
 * Encodes a program as the fragment of a link to the playground, without `#`.
 *
 * @param given - globals of the playground that the code uses
 * @throws Error if the playground does not have such a global, or the code is too long for a link
 */
export function encodeProgram(code: string, given: readonly string[] = []): string {
  const missing = given.find((name) => !isGivenName(name));
  if (missing !== undefined) throw new Error(`The playground has no global ${missing}.`);
  const bytes = new TextEncoder().encode(code);
  if (bytes.length > maxBytes) {
    throw new Error(`The code is too long for a link: ${inKilobytes(bytes.length)}, at most ${inKilobytes(maxBytes)}.`);
  }
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const encoded = base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return given.length === 0 ? `code=${encoded}` : `code=${encoded}&given=${given.join(",")}`;
}

/**
 * Decodes the fragment of a link, without `#`.
 *
 * @returns undefined if the fragment is not that of a program
 * @throws Error if the link is too long or damaged
 */
export function decodeProgram(fragment: string): LinkedProgram | undefined {
  if (!fragment.startsWith("code=")) return undefined;
  if (fragment.length > maxFragmentLength) {
    throw new Error(`The link is too long: its program may have at most ${inKilobytes(maxBytes)}.`);
  }
  const values = new URLSearchParams(fragment);
  const names = values.get("given")?.split(",") ?? [];
  return { code: decode(values.get("code") ?? ""), given: names.filter(isGivenName) };
}

function decode(encoded: string): string {
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The link is damaged: its program cannot be read. Copy the whole link.");
  }
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} KB`;
}
