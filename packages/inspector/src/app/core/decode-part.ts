/** Decodes a part of an address. One that somebody wrote by hand may not be encoded. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
