import type { JournalEntry } from "../journal/journal-entry.ts";
import type { HttpRequest } from "./message.ts";

const placeholder = "[redacted]";

/** A shorter text is no secret, and would be found in ordinary words. */
const shortestKey = 8;

/** What a failed validation quotes of a body that is not JSON: perhaps a part of a key. */
const quotedBody = /(?<=body must be JSON): .*/s;

/** Takes the key of a request out of its entry, in case a caller has put it into path, query or body. */
export function hideKey(entry: JournalEntry, request: HttpRequest): JournalEntry {
  const key = request.header("x-api-key") ?? "";
  const { path, query, body } = request;
  // Most requests name their key nowhere else, and escape nothing that could be one.
  const mayHold = (text: string) => text.includes(key) || text.includes("%") || text.includes("\\");
  if (key.length < shortestKey || ![path, query, body].some(mayHold)) return entry;
  const hide = (text: string) => text.replaceAll(key, placeholder);
  const hiddenPath = hide(path).replaceAll(/[^/]+/g, (segment) =>
    decoded(segment).includes(key) ? placeholder : segment,
  );
  const { input, message, ignoredFields } = entry;
  const told = message?.replaceAll(path, hiddenPath) ?? null;
  return {
    ...entry,
    path: hiddenPath,
    input: input && Object.fromEntries(Object.entries(input).map(([name, value]) => [name, hidden(value, hide)])),
    ignoredFields: ignoredFields.map(hide),
    message: told && hide(body.includes(key) ? told.replace(quotedBody, "") : told),
  };
}

function hidden(value: unknown, hide: (text: string) => string): unknown {
  return typeof value === "string" ? hide(value) : value;
}

/** Reads percent-encoded characters of ASCII, whatever else may be wrong with a text. */
function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
