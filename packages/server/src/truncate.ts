const highSurrogate = /[\uD800-\uDBFF]$/;

/** Cuts a text to a number of UTF-16 code units, or to one less if the cut would split a character. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(highSurrogate, "");
}

/** Cuts a text like {@link truncate} does, and ends it with an ellipsis if it was cut. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${truncate(text, length - 1)}…`;
}
