import type { Clock } from "../../clock.ts";

/** A time: an ISO 8601 timestamp, taken for UTC where it names no offset, or milliseconds since 1970-01-01T00:00:00Z. */
export type Time = string | number;

/**
 * A clock that can be held still and moved. Every timestamp and every expiry follows it. Latencies and waits pass in real
 * time.
 *
 * The clock of an organization moves and stands still with that of the server. `set` and `advance` give it a distance, which
 * it keeps; `freeze` alone holds it still whatever becomes of that of the server, until `resume`.
 */
export interface ClockControl extends Clock {
  /** The current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;

  /**
   * Holds the clock still, now or at a time, and tells the time at which it stands.
   *
   * @throws {@link ControlError} `invalid_input`
   */
  freeze(at?: Time): string;

  /**
   * Moves the clock to a time, from which it goes on unless it stands still, and tells the new time.
   *
   * @throws {@link ControlError} `invalid_input`
   */
  set(at: Time): string;

  /**
   * Moves the clock on by milliseconds, 0 or more, and tells the new time.
   *
   * @throws {@link ControlError} `invalid_input`
   */
  advance(milliseconds: number): string;

  /**
   * Lets a frozen clock go on from the time at which it stands, and tells that time. The clock of an organization goes on
   * with that of the server: while that one stands still, so does it.
   */
  resume(): string;
}
