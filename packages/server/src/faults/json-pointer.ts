/** Parses a JSON Pointer (RFC 6901) into the names and indexes that it consists of; undefined if it is none. */
export function parseJsonPointer(text: string): string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
