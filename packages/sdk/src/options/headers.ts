import { showValue } from "@knowledge-base/types/internal";
import { throwConfigurationError } from "../errors/deferred-error.ts";
import type { HeaderOverrides } from "./client-options.ts";

/** Values of headers by their names in lower case; null removes a header. */
export type HeaderFields = Readonly<Record<string, string | null>>;

/** Returns whether a value has the type of {@link HeaderOverrides}. Arrays and maps would set nothing, or wrong names. */
export function isHeaderOverrides(value: unknown): boolean {
  return typeof value === "object" && value !== null && (value instanceof Headers || !(Symbol.iterator in value));
}

/** Headers that the platform sets itself: they decide where a request ends and how its connection is used. */
const connectionHeaders =
  /^(connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/** Merges header overrides into inherited ones. Problems are reported without the value, which may be a secret. */
export function mergeHeaders(overrides: HeaderOverrides | undefined, inherited: HeaderFields): HeaderFields {
  const headers: Record<string, string | null> = { ...inherited };
  const fields: Readonly<Record<string, string | null>> =
    overrides instanceof Headers ? Object.fromEntries(overrides) : (overrides ?? {});
  for (const [name, value] of Object.entries(fields)) {
    const problem = findHeaderProblem(name.toLowerCase(), value);
    if (problem !== undefined) throwConfigurationError(problem);
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function findHeaderProblem(name: string, value: unknown): string | undefined {
  const shownName = showValue(name);
  if (name === "x-api-key") return "headers must not have x-api-key. Use the option apiKey.";
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `headers has the invalid name ${shownName}.`;
  if (connectionHeaders.test(name)) return `headers has ${shownName}, which only the platform can set.`;
  if (value === null) return undefined;
  if (typeof value !== "string") return `headers[${shownName}] must be a string or null (got ${typeof value}).`;
  return isHeaderValue(value) ? undefined : `headers has an invalid value for ${shownName}.`;
}

/** Returns whether a text can be the value of a header, or the text of a status. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
