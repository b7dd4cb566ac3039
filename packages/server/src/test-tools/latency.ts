import * as z from "zod/mini";
import { choices } from "../state/choices.ts";
import type { Random } from "../state/random.ts";

/** A latency that differs from request to request, in milliseconds. Each value from `min` to `max` is equally likely. */
export interface LatencyRange {
  /** Shortest latency, at least 0. */
  readonly min: number;
  /** Longest latency, from `min` to 120,000. */
  readonly max: number;
}

/** Describes a valid latency, as the end of a sentence that begins with "must be". */
export const latencyRule = `milliseconds from 0 to ${choices.longestWaitMs}, or a range such as { min: 100, max: 300 }`;

const milliseconds = z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs));
/** Schema of a {@link LatencyRange}. */
export const latencyRangeSchema = z
  .strictObject({ min: milliseconds, max: milliseconds })
  .check(z.refine(({ min, max }) => min <= max, "must have a min that is not above its max"));

/** Schema of a latency. */
export const latencySchema = z.union([milliseconds, latencyRangeSchema], {
  error: ({ input }) => (input === undefined ? "is missing" : `must be ${latencyRule}`),
});

/** Returns a latency in milliseconds. */
export function pickLatency(latency: number | LatencyRange, random: Random): number {
  if (typeof latency === "number") return latency;
  const { min, max } = latency;
  return min + (random.next() / 2 ** 32) * (max - min);
}
