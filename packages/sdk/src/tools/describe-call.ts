import { cutText } from "@knowledge-base/types/internal";

/** Ids are shorter. A longer value must not hide the others. */
const maxValueLength = 200;
const maxQuestionLength = 1000;

/** Characters that a person would not see or would take for a space, or that change the order of the others. */
const invisible = /[\p{Cf}\p{DI}\p{Cc}\p{Zl}\p{Zp}\p{NChar}\u2800]|(?! )\p{Zs}/gv;

/**
 * Describes a call for the person who confirms it, in one line. Invisible characters are shown by their codes, and a value that is
 * too long says how much of it is missing.
 */
export function describeCall(title: string, input: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const texts = fields.map(([name, value]) => `${name}: ${describeValue(JSON.stringify(value))}`);
  return cutText(`${title}? ${texts.join(", ")}`, maxQuestionLength);
}

function describeValue(json: string): string {
  const visible = json
    .slice(0, maxValueLength)
    .replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  if (json.length <= maxValueLength && visible.length <= maxValueLength) return visible;
  return `${cutText(`${visible}…`, maxValueLength)} (only the beginning of ${json.length} characters)`;
}
