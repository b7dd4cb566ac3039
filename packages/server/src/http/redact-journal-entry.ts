import type { JournalEntry } from "../journal/journal-entry.ts";
import { redacted, shortestKey } from "../redaction.ts";
import type { HttpRequest } from "./http-message.ts";

/** What a failed validation quotes of a body that is not JSON: perhaps a part of a key. */
const quotedBody = /(?<=body must be JSON): .*/s;

/**
 * Takes keys out of the entry of a request, in case a caller has put one into path, query or body: the key that the request
 * carries, valid or not, wherever it stands, and any other one of the server that stands in the place of an id or a name.
 */
export function hideKeys(entry: JournalEntry, request: HttpRequest, isKey: (text: string) => boolean): JournalEntry {
  const keys = [request.header("x-api-key") ?? "", ...placesOf(entry).filter(isKey)];
  let told = entry;
  for (const key of keys) if (key.length >= shortestKey) told = hideKey(told, request, key);
  return told;
}

/** The texts of an entry that may be a key by mistake. The path of a request that succeeded names what there is. */
function placesOf({ reason, path, input, ignoredFields }: JournalEntry): string[] {
  const names = ignoredFields.map((field) => field.replace(/^\w+\./, ""));
  if (reason === "success") return names;
  const values = Object.values(input ?? {}).filter((value) => typeof value === "string");
  return [...path.split("/").map(decoded), ...values, ...names];
}

function hideKey(entry: JournalEntry, { query, body }: HttpRequest, key: string): JournalEntry {
  const { path, input, message, ignoredFields } = entry;
  // Most requests name their key nowhere else, and escape nothing that could be one.
  const mayHold = (text: string) => text.includes(key) || text.includes("%") || text.includes("\\");
  if (![path, query, body].some(mayHold)) return entry;
  const hide = (text: string) => text.replaceAll(key, redacted);
  const hiddenPath = hide(path).replaceAll(/[^/]+/g, (segment) =>
    decoded(segment).includes(key) ? redacted : segment,
  );
  const told = message?.replaceAll(path, () => hiddenPath) ?? null;
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
