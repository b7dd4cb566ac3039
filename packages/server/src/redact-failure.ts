import { choices } from "./choices.ts";
import { messageOf } from "./message-of.ts";
import { createKeyRedactor, type KnownKeys } from "./redaction.ts";
import { shorten } from "./truncate.ts";

/** Returns the message of an unexpected error, whose text nobody knows: short, and without API keys. */
export function redactFailure(thrown: unknown, apiKeys: KnownKeys): string {
  const { problemTextLength } = choices;
  // A part of a key would not be recognized.
  const message = shorten(messageOf(thrown), problemTextLength * 2);
  return shorten(createKeyRedactor(apiKeys)(message), problemTextLength);
}
