import { redacted } from "../redaction.ts";

/** Takes the API keys out of a path in which somebody put one by mistake. */
export function redactPath(path: string, keys: Iterable<string>): string {
  const secrets = Array.from(keys).filter((key) => key !== "");
  const holdsKey = (text: string) => {
    const spellings = [text, decode(text)];
    return secrets.some((key) => spellings.some((spelling) => spelling.includes(key)));
  };
  if (!holdsKey(path)) return path;
  const told = path
    .split("/")
    .map((segment) => (holdsKey(segment) ? redacted : segment))
    .join("/");
  return holdsKey(told) ? redacted : told;
}

/** Resolves percent signs, also those that were escaped again. Keys are ASCII, so byte by byte will do. */
function decode(text: string): string {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded === text ? text : decode(decoded);
}
