import { cutText } from "@knowledge-base/internal";
import * as z from "zod/mini";
import { choices } from "../state/choices.ts";
import { reject } from "../state/errors.ts";
import { createKeyRedactor, type KnownKeys } from "../state/redaction.ts";
import type { LogStats } from "./log.ts";

/** Schema of the timeout of a wait in milliseconds. */
export const waitTimeoutSchema = z.optional(z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs)));

/** A wait that ended without a match. */
export interface EndedWait {
  readonly awaited: "request" | "delivery";
  readonly reason: "timeout" | "closed";
  readonly filter: object;
  readonly timeoutMs: number;
  readonly stats: LogStats;
}

/** Length to which a filter is cut in an error message. */
const maxFilterLength = 500;

/**
 * Rejects a wait that has timed out, or that a reset has ended.
 *
 * @param apiKeys - keys that the message must not contain
 */
export function rejectWait({ awaited, reason, filter, timeoutMs, stats }: EndedWait, apiKeys: KnownKeys): never {
  if (reason === "closed") {
    reject("conflict", "the server was reset, or the organization was deleted. Wait again");
  }
  const { entries, dropped } = stats;
  const counts = `others recorded: ${entries}, dropped: ${dropped}`;
  reject("timeout", `no ${awaited} matched ${formatFilter(filter, apiKeys)} within ${timeoutMs} ms (${counts})`);
}

function formatFilter(filter: object, apiKeys: KnownKeys): string {
  try {
    // A part of a key would not be recognized after the cut.
    return cutText(createKeyRedactor(apiKeys)(JSON.stringify(filter)), maxFilterLength);
  } catch {
    return "the filter";
  }
}
