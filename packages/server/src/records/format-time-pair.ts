import { parseTimestamp } from "@knowledge-base/types/internal";
import { timestamp } from "../clock.ts";

const months = "January February March April May June July August September October November December".split(" ");

/** Lengths of `08:15`, `08:15:00` and `08:15:00.250`. */
const timeLengths = [5, 8, 12] as const;

/**
 * Formats two timestamps in UTC for a comparison, such as `26 June 06:05` and `05:20` of the same day. Years, seconds and
 * milliseconds appear only if the two differ in nothing larger.
 */
export function formatTimePair(first: string, second: string): [first: string, second: string] {
  const [one, other] = [split(first), split(second)];
  if (one.year !== other.year) return [`${one.day} ${one.year}`, `${other.day} ${other.year}`];
  if (one.day !== other.day) return [`${one.day} ${one.time.slice(0, 5)}`, `${other.day} ${other.time.slice(0, 5)}`];
  const length = timeLengths.find((size) => one.time.slice(0, size) !== other.time.slice(0, size));
  return [`${one.day} ${one.time.slice(0, length)}`, other.time.slice(0, length)];
}

function split(text: string): { readonly year: string; readonly day: string; readonly time: string } {
  const utc = timestamp(parseTimestamp(text));
  const [year = "", month = "", day = ""] = utc.slice(0, 10).split("-");
  return { year, day: `${Number(day)} ${months[Number(month) - 1]}`, time: utc.slice(11, 23) };
}
