import type { SentHeaders } from "./recorded-exchange.ts";
import { lengthOfTexts } from "./text-length.ts";

/** Headers, and the memory of their texts in characters. */
export interface MeasuredHeaders {
  readonly values: SentHeaders;
  readonly length: number;
}

/**
 * Creates a function that returns the same object for equal headers that follow each other. A client sends the same headers
 * with nearly all requests, and a journal then has them in memory once.
 */
export function createHeaderSharing(): (values: SentHeaders) => MeasuredHeaders {
  let last: MeasuredHeaders = { values: {}, length: 0 };
  return (values) => {
    if (!areEqual(values, last.values)) last = { values, length: lengthOfTexts(values) };
    return last;
  };
}

/** Compares headers. A header that was sent several times, whose value is a list, does not equal any other. */
function areEqual(left: SentHeaders, right: SentHeaders): boolean {
  if (left === right) return true;
  let missing = 0;
  for (const name in left) {
    if (typeof left[name] !== "string" || left[name] !== right[name]) return false;
    missing -= 1;
  }
  for (const _ in right) missing += 1;
  return missing === 0;
}
