import { cutText } from "@knowledge-base/types/internal";

/** Ids are shorter. A longer value must not hide the others. */
const maxValueLength = 200;
const maxQuestionLength = 1000;

/** Characters that a person would not see, or that change the order of the others. */
const invisible = /[\p{Cf}\p{DI}\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Describes a call for the person who confirms it, in one line. Invisible characters are shown by their codes. */
export function describeCall(title: string, input: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(input).map(([name, value]) => {
    const visible = JSON.stringify(value).replace(
      invisible,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
    return `${name}: ${cutText(visible, maxValueLength)}`;
  });
  return cutText(`${title}? ${fields.join(", ")}`, maxQuestionLength);
}
