import * as z from "zod/mini";
import { inputSchema } from "./command.ts";

/** Options of a command that waits. */
export interface SignalOptions {
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Schema of {@link SignalOptions}. */
export const signalOptionsSchema = inputSchema<SignalOptions>({
  signal: z.optional(
    z.custom<AbortSignal>((value) => Object(value).addEventListener !== undefined, "must be an AbortSignal"),
  ),
});
