import type { MeasuredHeaders, SentHeaders } from "./recorded-exchange.ts";
import { lengthOfTexts } from "./text-length.ts";

/**
 * Measures headers, or returns those of the previous request if they are equal. A client sends the same headers with nearly all
 * requests, and a journal then has them in memory once until its entries are read.
 */
export function shareHeaders(values: SentHeaders, previous: MeasuredHeaders | null | undefined): MeasuredHeaders {
  return previous && areEqual(values, previous.values) ? previous : { values, length: lengthOfTexts(values) };
}

/** Compares headers. A value that is a list, such as that of `set-cookie`, equals nothing. */
function areEqual(left: SentHeaders, right: SentHeaders): boolean {
  if (left === right) return true;
  for (const name in left) if (typeof left[name] !== "string" || left[name] !== right[name]) return false;
  for (const name in right) if (!Object.hasOwn(left, name)) return false;
  return true;
}
