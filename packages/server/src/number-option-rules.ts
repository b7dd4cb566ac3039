import { type OptionRule, wholeNumberRule } from "@knowledge-base/types/internal";
import { choices } from "./choices.ts";

const { entries, bytes } = choices.largestLog;

/** Rules of the options of a server that are numbers. The flags of the command have the same. */
export const numberOptionRules = {
  latency: {
    expected: `milliseconds from 0 to ${choices.longestWaitMs}`,
    isNumber: true,
    accepts: (value) => typeof value === "number" && value >= 0 && value <= choices.longestWaitMs,
  },
  maxJournalEntries: wholeNumberRule(0, entries),
  maxJournalBytes: wholeNumberRule(0, bytes),
  maxDeliveries: wholeNumberRule(0, entries),
  maxDeliveryBytes: wholeNumberRule(0, bytes),
} as const satisfies Readonly<Record<string, OptionRule>>;
