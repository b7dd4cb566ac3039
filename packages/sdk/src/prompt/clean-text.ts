import { removeInvisible } from "./remove-invisible.ts";

/** Line breaks other than that of Markdown. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Control characters other than tabs and line breaks. */
const control = /[^\P{Cc}\t\n]/gu;

/** Turns an untrusted text into one that is visible and keeps its lines: without control characters and invisible characters. */
export function cleanText(text: string): string {
  return removeInvisible(text.toWellFormed()).replace(lineBreak, "\n").replace(control, " ");
}
