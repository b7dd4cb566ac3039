import { contract } from "@knowledge-base/types";
import { findPathParams, readPathParams } from "../path-params.ts";
import type { JournalEntry } from "./journal-entry.ts";

type ReceivedFields = Pick<JournalEntry, "input" | "operation" | "path">;

/** Returns the input of a request. If the server rejected the request before it read the input: the path parameters. */
export function receivedInput({ input, operation, path }: ReceivedFields): Readonly<Record<string, unknown>> {
  if (input || !operation) return input ?? {};
  const template = contract[operation].path;
  // The path may begin with that of the base URL.
  const segments = path.split("/").slice(-template.split("/").length);
  const params = Object.entries(readPathParams(findPathParams(template), segments));
  return Object.fromEntries(params.map(([name, value]) => [name, decode(value)]));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
