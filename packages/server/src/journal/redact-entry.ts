import { createRedactor, redactionPlaceholder, redactJson, shortestSecretLength } from "@knowledge-base/types/internal";
import type { HeaderValues, JournalEntry } from "./journal-entry.ts";
import type { KeyFinder } from "./key-finder.ts";
import type { RecordedEntry } from "./recorded-exchange.ts";

/** Quotes from a body that is not JSON, in the message of the parser and in a response. They may contain a part of a key. */
export const quotedBody = /(?<=body must be JSON): .*/s;
const quotedBodyInJson = /(?<=body must be JSON): (?:[^"\\]|\\.)*/gs;

/** Faults that cut the body of a response, which may be in the middle of a key. */
const cuttingFaults: readonly JournalEntry["fault"][] = ["truncated_json", "stalled_body"];

/** Headers whose values are secrets, whatever they are. */
const secretHeaders = new Set(["x-api-key", "authorization", "proxy-authorization", "cookie", "set-cookie"]);

/** Redacts API keys in an entry: those that the request was sent with, valid or not, and those of a finder. */
export function redactEntry(entry: RecordedEntry, finder: KeyFinder): RecordedEntry {
  const { truncatedFields, fault, responseHeaders } = entry;
  const ownKeys = readOwnKeys(entry.headers);
  const redact = createRedactor([...ownKeys, ...finder.find(collectTexts(entry).join("\n"))]);
  const redactCut = (body: string) => redact(finder.removeCutKey(body, ownKeys));
  const path = redact(entry.path);
  const query = redact(entry.query);

  const isRequestCut = truncatedFields.includes("requestBody");
  const requestBody = isRequestCut ? redactCut(entry.requestBody) : redact(entry.requestBody);
  // A quote may begin or end in the middle of a key, which the redaction would not recognize.
  const hidesQuotes = isRequestCut || requestBody !== entry.requestBody;
  const message = (hidesQuotes ? entry.message?.replace(quotedBody, "") : entry.message) ?? null;
  const responseBody = hidesQuotes ? (entry.responseBody?.replace(quotedBodyInJson, "") ?? null) : entry.responseBody;
  const isResponseCut = truncatedFields.includes("responseBody") || cuttingFaults.includes(fault);
  return {
    ...entry,
    method: redact(entry.method),
    path,
    query,
    headers: redactHeaders(entry.headers, redact),
    requestBody,
    ...redactFields(entry, query, redact),
    responseHeaders: responseHeaders && redactHeaders(responseHeaders, redact),
    responseBody: responseBody && (isResponseCut ? redactCut(responseBody) : redact(responseBody)),
    message: message && redact(message.replaceAll(entry.path, () => path)),
  };
}

/** A key may contain the characters that separate parameters. If the query contains one, its parts are redacted as well. */
function redactFields(
  entry: RecordedEntry,
  redactedQuery: string,
  redact: (text: string) => string,
): Pick<JournalEntry, "input" | "ignoredFields"> {
  const input = redactJson(entry.input, redact);
  const ignoredFields = entry.ignoredFields.map(redact);
  if (redactedQuery === entry.query) return { input, ignoredFields };
  const sent = new URLSearchParams(entry.query);
  const kept = new URLSearchParams(redactedQuery);
  const isPart = (name: string, value: unknown) => sent.get(name) === value && kept.get(name) !== value;
  const fields = Object.entries(input ?? {}).map(([name, value]): [string, unknown] => [
    name,
    isPart(name, value) ? redactionPlaceholder : value,
  ]);
  return {
    input: input && Object.fromEntries(fields),
    ignoredFields: ignoredFields.map((field) =>
      field.startsWith("query.") && !kept.has(field.slice("query.".length)) ? `query.${redactionPlaceholder}` : field,
    ),
  };
}

/** Each key costs another comparison of each text, and no client sends the header more often by mistake. */
const maxOwnKeys = 8;

/** Returns the keys that a request was sent with. A header that was sent several times has all values, of which the first count. */
export function readOwnKeys({ "x-api-key": header = "" }: HeaderValues): string[] {
  const keys = [header, ...header.split(",", maxOwnKeys).map((key) => key.trim())];
  return keys.filter(({ length }) => length >= shortestSecretLength);
}

function collectTexts(entry: RecordedEntry): string[] {
  const { method, path, query, headers, requestBody, responseHeaders, responseBody, input, ignoredFields, message } =
    entry;
  return [
    method,
    path,
    query,
    requestBody,
    responseBody ?? "",
    message ?? "",
    JSON.stringify(input),
    ...[headers, responseHeaders ?? {}].flatMap((values) => Object.entries(values).flat()),
    ...ignoredFields,
  ];
}

function redactHeaders(headers: HeaderValues, redact: (text: string) => string): HeaderValues {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      redact(name),
      secretHeaders.has(name.toLowerCase()) ? redactionPlaceholder : redact(value),
    ]),
  );
}
