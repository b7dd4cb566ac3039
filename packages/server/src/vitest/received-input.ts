import { contract } from "@knowledge-base/types";
import type { JournalEntry } from "../journal/journal-entry.ts";

/**
 * What is known of the input of a request. Where the server did not come to read it, as with a refused key or a planned
 * fault, that is what the path says.
 */
export function receivedInput({ input, operation, path }: JournalEntry): Readonly<Record<string, unknown>> {
  if (input || !operation) return input ?? {};
  const template = contract[operation].path.split("/").slice(1);
  const segments = path.split("/").slice(-template.length);
  return Object.fromEntries(
    template.flatMap((name, index) =>
      name.startsWith("{") ? [[name.slice(1, -1), decode(segments[index] ?? "")]] : [],
    ),
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
