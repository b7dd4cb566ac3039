import { cutText, messageOf } from "@knowledge-base/internal";
import { choices } from "./choices.ts";
import { createKeyRedactor, type KnownKeys } from "./redaction.ts";

/** Returns the message of an unexpected error, whose text nobody knows: short, and without API keys. */
export function redactFailure(thrown: unknown, apiKeys: KnownKeys): string {
  const { problemTextLength } = choices;
  // A part of a key would not be recognized.
  const message = cutText(messageOf(thrown), problemTextLength * 2);
  return cutText(createKeyRedactor(apiKeys)(message), problemTextLength);
}
