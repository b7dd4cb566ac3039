import { connectionHeader, headerName } from "@knowledge-base/internal/http";
import { showValue } from "@knowledge-base/internal/texts";
import { throwConfigurationError } from "../errors/failure.ts";
import type { HeaderOverrides } from "./client-options.ts";

/** Values of headers by their names in lower case; null removes a header. */
export type HeaderFields = Readonly<Record<string, string | null>>;

/** Merges headers into inherited ones. Null removes a header, and undefined keeps it. Messages don't show values: they may be secrets. */
export function mergeHeaders(overrides: HeaderOverrides, inherited: HeaderFields): HeaderFields {
  const headers = new Map(Object.entries(inherited));
  for (const [name, value] of Symbol.iterator in overrides ? readList(overrides) : Object.entries(overrides)) {
    const problem = findHeaderProblem(name, value);
    if (problem !== undefined) throwConfigurationError(problem);
    if (value !== undefined) headers.set(name.toLowerCase(), value);
  }
  // Unlike an assignment, this also makes a field of the name __proto__.
  return Object.fromEntries(headers);
}

export const expectedHeaders = "an object, or a list of names and values";

function readList(headers: Iterable<unknown>): Headers {
  try {
    // As an array: a subclass of Headers, such as the one of Next.js, may have only an iterator of its own.
    return new Headers(Array.from(headers) as [string, string][]);
  } catch {
    // The error of the platform quotes the value.
    throwConfigurationError(`headers must be ${expectedHeaders}.`);
  }
}

export function writeHeaders(headers: HeaderFields): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null);
  return Object.fromEntries(kept);
}

function findHeaderProblem(givenName: string, value: unknown): string | undefined {
  const name = givenName.toLowerCase();
  const shownName = showValue(name);
  if (name === "x-api-key") return "headers must not have x-api-key. Use the option apiKey.";
  if (!headerName.test(name)) {
    // As it was given: the redaction wouldn't find a secret in lower case.
    return `headers has the invalid name ${showValue(givenName)}.`;
  }
  if (connectionHeader.test(name) || name === "expect")
    return `headers has ${shownName}, which only the platform can set.`;
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "string") return `headers[${shownName}] must be a string or null (got ${typeof value}).`;
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? undefined : `headers has an invalid value for ${shownName}.`;
}
