import { showValue } from "@knowledge-base/internal";

/** Returns a text in quotes, or only its length if it is long: a part of it could be a part of a key, which is not redacted. */
export function quoteWhole(text: string): string {
  const shown = showValue(text);
  return shown.endsWith("…") ? `a text of ${text.length} characters` : shown;
}
