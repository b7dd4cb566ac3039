import { disruptiveCharacters } from "@knowledge-base/internal/escaping";
import { cutText } from "@knowledge-base/internal/texts";

/**
 * Turns a text of the service or of a caller into one line of limited length, so that it can't forge lines of a log.
 * Secrets are searched afterwards: a removed character could put the parts of one together.
 */
export function toOneLine(text: string, maxLength: number): string {
  // Cutting first keeps the cost independent of the length of the text.
  const start = text.slice(0, maxLength + 1).toWellFormed();
  return cutText(start.replace(disruptiveCharacters, "\n").replace(/\n+/g, " "), maxLength);
}
