import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import type { HeaderChanges } from "./client-options.ts";
import { refuse } from "./refuse.ts";

/** Names of headers in lower case, with what to send; null takes a header away. */
export type HeaderFields = Readonly<Record<string, string | null>>;

/**
 * Reads headers that a caller gives. Problems are told without the value, which may be a secret.
 *
 * @throws {@link ConfigurationError} where a header cannot be sent, or is the client's own
 */
export function readHeaders(
  changes: HeaderChanges | undefined,
  inherited: HeaderFields,
  context?: ErrorContext,
): HeaderFields {
  const headers: Record<string, string | null> = { ...inherited };
  const given = changes instanceof Headers ? Object.fromEntries(changes) : (changes ?? {});
  if (typeof given !== "object" || Symbol.iterator in given) refuse("headers must be an object.", context);
  for (const [name, value] of Object.entries(given)) {
    const problem = headerProblem(name.toLowerCase(), value);
    if (problem !== undefined) refuse(problem, context);
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function headerProblem(name: string, value: unknown): string | undefined {
  if (name === "x-api-key") return "headers holds x-api-key. Give the key as apiKey.";
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "headers holds a name that no header can have.";
  if (value === null || (typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value))) return undefined;
  return `headers holds a value for ${name} that no header can have.`;
}
