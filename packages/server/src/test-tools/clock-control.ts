import { isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { rejectInput } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import { isDate, isTime, timestamp } from "../basics/time.ts";
import type { Action, ActionContext, Actions } from "../control/action.ts";
import type { Clock } from "./clock.ts";

/**
 * A time: an ISO 8601 timestamp of a date and a time of day, which is UTC if it has no offset, milliseconds since
 * 1970-01-01T00:00:00Z, or a `Date`. Over HTTP a `Date` is sent as a timestamp.
 */
export type Time = string | number | Date;

/**
 * A clock that can be frozen and moved. All timestamps and expiries follow it. Latencies and waits take real time.
 *
 * The clock of an organization follows the clock of the server. `set` and `advance` give it a constant offset from it; `freeze`
 * stops it until `resume`, even if the clock of the server is moved.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const { clock } = createReferenceServer();
 * clock.freeze("2026-07-01T12:00:00Z");
 * console.log(clock.advance(60_000)); // 2026-07-01T12:01:00.000Z
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface ClockControl extends Clock {
  /** Returns the current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;

  /** Returns the current time, and whether the clock is frozen. */
  status(): ClockStatus;

  /**
   * Stops the clock, at the current time or at a given one, and returns that time as a timestamp.
   *
   * @throws {@link ControlError} `invalid_input`
   */
  freeze(at?: Time): string;

  /**
   * Moves the clock to a time and returns that time as a timestamp. A clock that isn't frozen continues from there.
   *
   * @throws {@link ControlError} `invalid_input`
   */
  set(at: Time): string;

  /**
   * Moves the clock forward by milliseconds, 0 or more, and returns the new time as a timestamp.
   *
   * @param milliseconds - how far to move it
   * @throws {@link ControlError} `invalid_input`
   */
  advance(milliseconds: number): string;

  /**
   * Lets a frozen clock continue from the time at which it stopped, and returns that time as a timestamp. The clock of an
   * organization stays stopped while the clock of the server is frozen.
   */
  resume(): string;
}

/** The time of a clock, and whether it is frozen. */
export type ClockStatus = {
  /** Current time, an ISO 8601 timestamp. */
  readonly at: string;
  /** Whether the clock is frozen. The clock of an organization is also stopped while the clock of the server is frozen. */
  readonly frozen: boolean;
};

/** Schema of a {@link Time}. */
export const timeSchema = z.custom<Time>(
  (value) => isTime(toMilliseconds(value)),
  "must be an ISO 8601 timestamp, a Date or milliseconds since 1970, from the year 0 to 9999",
);

const now: Action<object, number> = {
  summary: "Read the clock",
  run: (_, { tools }) => tools.clock.now(),
};

const status: Action<object, ClockStatus> = {
  summary: "Check whether the clock is frozen",
  run: (_, { tools }) => ({ at: tools.clock.timestamp(), frozen: tools.clock.isFrozen }),
};

const freeze: Action<{ readonly at?: Time | undefined }, string> = {
  summary: "Freeze the clock",
  parameter: "at",
  input: strictObjectSchema({ at: z.optional(timeSchema) }),
  run({ at }, { tools }) {
    const { clock } = tools;
    clock.freeze(at === undefined ? clock.now() : toMilliseconds(at));
    return tools.clock.timestamp();
  },
};

const set: Action<{ readonly at: Time }, string> = {
  summary: "Set the clock",
  parameter: "at",
  input: strictObjectSchema({ at: timeSchema }),
  run: ({ at }, context) => setClock(toMilliseconds(at), context),
};

const advance: Action<{ readonly milliseconds: number }, string> = {
  summary: "Advance the clock",
  parameter: "milliseconds",
  input: strictObjectSchema({ milliseconds: z.number().check(z.minimum(0)) }),
  run({ milliseconds }, context) {
    const timeMs = context.tools.clock.now() + milliseconds;
    if (!isTime(timeMs)) rejectInput("milliseconds", "must not move the clock beyond the year 9999");
    return setClock(timeMs, context);
  },
};

const resume: Action<object, string> = {
  summary: "Resume the clock",
  run(_, { tools }) {
    const at = tools.clock.timestamp();
    tools.clock.resume();
    return at;
  },
};

// Doesn't read the clock again, which may have gone on by then.
function setClock(timeMs: number, { tools }: ActionContext): string {
  tools.clock.set(timeMs);
  return timestamp(timeMs);
}

// Returns NaN for a value that isn't a time.
function toMilliseconds(value: unknown): number {
  if (isDate(value)) return value.getTime();
  if (typeof value === "number") return value;
  return isTimestamp(value) ? parseTimestamp(value) : Number.NaN;
}

/** The actions of {@link ClockControl}. */
export const clockActions: Actions<ClockControl> = { now, status, freeze, set, advance, resume };
