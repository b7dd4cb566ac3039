import type { RandomNumbers } from "../random-numbers.ts";

/** What happens to a request before it reaches the server, and to its response. */
export interface Disturbance {
  readonly request: (typeof requestDisturbances)[number];
  readonly response: (typeof responseDisturbances)[number];
  /** Milliseconds of the delays. */
  readonly delay: number;
}

const requestDisturbances = ["pass", "delay", "cut", "cut and deliver late", "duplicate"] as const;

const responseDisturbances = [
  "pass",
  "delay",
  "drip",
  "cut",
  "cut in the head",
  "cut in the body",
  "truncate the JSON",
  "stall",
  "stall in the body",
  "duplicate",
  "echo the request",
] as const;

/** Chooses a disturbance. Half of the requests pass in both directions. */
export function chooseDisturbance(random: RandomNumbers): Disturbance {
  const choose = <Value>(values: readonly [Value, ...Value[]]) =>
    random.below(10) < 7 ? values[0] : random.pick(values);
  return {
    request: choose(requestDisturbances),
    response: choose(responseDisturbances),
    delay: 1 + random.below(60),
  };
}
