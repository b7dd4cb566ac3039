import { isTimestamp, parseTimestamp, timestampSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { isTime } from "../../clock.ts";
import { type Command, type Commands, inputSchema, noInput } from "../command.ts";
import { type ControlContext, timeOf } from "../control-context.ts";
import { refuseInput } from "../refusal.ts";
import type { ClockControl, Time } from "./clock-control.ts";

/** Schema of a {@link Time}. */
export const timeSchema = z.custom<Time>(
  (value) => isTime(isTimestamp(value) ? parseTimestamp(value) : value),
  "must be an ISO 8601 timestamp or milliseconds since 1970, from the year 0 to 9999",
);

const now: Command<object, number> = {
  summary: "Tell the time",
  input: noInput,
  output: z.number(),
  run: (_, { testTools }) => testTools.clock.now(),
};

const freeze: Command<{ readonly at?: Time | undefined }, string> = {
  summary: "Freeze the clock",
  parameter: "at",
  input: inputSchema({ at: z.optional(timeSchema) }),
  output: timestampSchema,
  run({ at }, context) {
    const { clock } = context.testTools;
    clock.freeze(at === undefined ? clock.now() : millisecondsOf(at));
    return timeOf(context.testTools);
  },
};

const set: Command<{ readonly at: Time }, string> = {
  summary: "Set the clock",
  parameter: "at",
  input: inputSchema({ at: timeSchema }),
  output: timestampSchema,
  run: ({ at }, context) => moveTo(millisecondsOf(at), context),
};

const advance: Command<{ readonly milliseconds: number }, string> = {
  summary: "Advance the clock",
  parameter: "milliseconds",
  input: inputSchema({ milliseconds: z.number().check(z.minimum(0)) }),
  output: timestampSchema,
  run({ milliseconds }, context) {
    const timeMs = context.testTools.clock.now() + milliseconds;
    if (!isTime(timeMs)) refuseInput([{ path: "milliseconds", message: "must not lead beyond the year 9999" }]);
    return moveTo(timeMs, context);
  },
};

const resume: Command<object, string> = {
  summary: "Resume the clock",
  input: noInput,
  output: timestampSchema,
  run(_, { testTools }) {
    testTools.clock.resume();
    return timeOf(testTools);
  },
};

function moveTo(timeMs: number, { testTools }: ControlContext): string {
  testTools.clock.set(timeMs);
  return timeOf(testTools);
}

function millisecondsOf(time: Time): number {
  return typeof time === "number" ? time : parseTimestamp(time);
}

/** The commands of {@link ClockControl}. */
export const clockCommands: Commands<ClockControl> = { now, freeze, set, advance, resume };
