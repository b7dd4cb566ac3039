import { createRedactor, redactJson, shortestSecretLength } from "@knowledge-base/types/internal";
import type { JournalEntry } from "../journal/journal-entry.ts";
import type { HttpRequest } from "./http-message.ts";

/** Quote from a body that is not JSON, in the message of the parser. It may contain a part of a key. */
const quotedBody = /(?<=body must be JSON): .*/s;

/**
 * Redacts API keys that a caller has put into path, query or body: the key of the request itself, valid or not, anywhere,
 * and any other key of the server if it was sent as an id or a name.
 */
export function redactJournalEntry(
  entry: JournalEntry,
  request: HttpRequest,
  isKey: (text: string) => boolean,
): JournalEntry {
  const keys = [request.header("x-api-key") ?? "", ...findPossibleKeys(entry).filter(isKey)].filter(
    ({ length }) => length >= shortestSecretLength,
  );
  // Most requests contain their key only in the header, and no escape that could hide one.
  const mayContainKey = (text: string) => /[\\%]/.test(text) || keys.some((key) => text.includes(key));
  const { query, body } = request;
  if (keys.length === 0 || ![entry.path, query, body].some(mayContainKey)) return entry;

  const redact = createRedactor(keys);
  const path = redact(entry.path);
  const message = entry.message?.replaceAll(entry.path, () => path) ?? null;
  // The quote may begin or end in the middle of a key, which the redaction would not recognize.
  const quotesKey = message !== null && quotedBody.test(message) && redact(body) !== body;
  return {
    ...entry,
    path,
    input: redactJson(entry.input, redact),
    ignoredFields: entry.ignoredFields.map(redact),
    message: message && redact(quotesKey ? message.replace(quotedBody, "") : message),
  };
}

/** Returns the texts of an entry that may be a key by mistake. The path of a successful request contains real ids only. */
function findPossibleKeys({ reason, path, input, ignoredFields }: JournalEntry): string[] {
  const names = ignoredFields.map((field) => field.replace(/^\w+\./, ""));
  if (reason === "success") return names;
  const values = Object.values(input ?? {}).filter((value) => typeof value === "string");
  return [...path.split("/").map(decodeAscii), ...values, ...names];
}

/** Decodes percent-encoded ASCII characters. Unlike `decodeURIComponent`, it never throws. */
function decodeAscii(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
