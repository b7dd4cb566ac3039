import { removeInvisible } from "./remove-invisible.ts";

/** Line breaks, control characters and spaces of every kind. */
const space = /[\p{Cc}\p{Z}\s]+/gu;

/**
 * Turns an untrusted text into one visible line, without line breaks, control characters, invisible characters and those
 * that change the direction of text. A longer line is cut between characters and ends in an ellipsis.
 */
export function cleanLine(text: string, maxLength: number): string {
  // Cutting first keeps the cost independent of the length of the text.
  const line = keepVisible(text.slice(0, maxLength * cutFactor).toWellFormed());
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "");
  // Cutting through an emoji can leave an invisible character at the end.
  return `${keepVisible(cut)}…`;
}

/** Part of a text that may be invisible. */
const cutFactor = 50;

function keepVisible(text: string): string {
  return removeInvisible(text).replace(space, " ").trim();
}
