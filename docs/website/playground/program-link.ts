// Longer links are cut by programs through which people send them.
const maxBytes = 20_000;

/**
 * Encodes a program as the fragment of a link to the playground, without `#`.
 *
 * @throws Error if the code is too long for a link
 */
export function encodeProgram(code: string): string {
  const bytes = new TextEncoder().encode(code);
  if (bytes.length > maxBytes) throw new Error(`The code is too long for a link: at most ${maxBytes / 1000} KB.`);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `code=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * Decodes the fragment of a link, without `#`.
 *
 * @returns undefined if the fragment contains no program
 * @throws Error if the link is damaged
 */
export function decodeProgram(fragment: string): string | undefined {
  if (!fragment.startsWith("code=")) return undefined;
  try {
    const binary = atob(fragment.slice("code=".length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The link is damaged: its program cannot be read. Copy the whole link.");
  }
}
