import {
  createRedactor,
  cutText,
  type Redact,
  redactionPlaceholder,
  redactJson,
  shortestSecretLength,
  sliceText,
} from "@knowledge-base/internal";
import { choices } from "../state/choices.ts";
import type { RecordedEntry } from "./journal.ts";
import type { HeaderValues } from "./journal-entry.ts";
import { findJsonProblem } from "./json-value.ts";

/** Headers as they were sent. */
type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

type Fields = Readonly<Record<string, unknown>>;

/** A request and its response as they were. */
export interface Exchange extends Omit<RecordedEntry, "headers" | "responseHeaders" | "truncatedFields"> {
  readonly headers: SentHeaders;
  readonly responseHeaders: SentHeaders | null;
}

/** Headers whose values are secrets, whatever they are. */
const secretHeaders = new Set(["x-api-key", "authorization", "proxy-authorization", "cookie", "set-cookie"]);

/** The redactor of the last key: most requests have the same one. */
let last = { key: "", redact: createRequestRedactor("") };

/** Creates a redactor of the key of a request. */
function createRequestRedactor(key: string): Redact {
  // Several headers are joined. The names of headers are in lower case.
  const keys = [...key.split(", "), key.toLowerCase()].filter(({ length }) => length >= shortestSecretLength);
  return createRedactor(keys.flatMap((each) => [each, ...encodeInUrls(each)]));
}

/** Encodes a key as forms and the paths and queries of URLs do, in which different signs stay as they are. */
function encodeInUrls(key: string): string[] {
  const url = new URL("http://localhost");
  url.pathname = key;
  url.search = key;
  return [url.pathname.slice(1), url.search.slice(1), new URLSearchParams({ "": key }).toString().slice(1)];
}

/** Creates the entry of a request, without the key that it presents, and with bodies that are cut. */
export function createEntry(exchange: Exchange): RecordedEntry {
  const key = exchange.headers["x-api-key"]?.toString() ?? "";
  if (key !== last.key) last = { key, redact: createRequestRedactor(key) };
  const { redact } = last;
  const truncatedFields: ("requestBody" | "responseBody")[] = [];
  const cut = (name: "requestBody" | "responseBody", body: string) => {
    if (body.length <= choices.journalBodyLength) return redact(body);
    truncatedFields.push(name);
    // Redacted before it is cut: a part of a key would not be recognized.
    const redacted = redact(sliceText(body, 2 * choices.journalBodyLength));
    // A part of a string keeps the whole string in memory, unlike its copy.
    return structuredClone(sliceText(redacted, choices.journalBodyLength));
  };
  const { path, query, requestBody, responseHeaders, responseBody, message } = exchange;
  return {
    ...exchange,
    method: redact(exchange.method),
    path: redact(path),
    query: redact(query),
    headers: readHeaders(exchange.headers, redact),
    requestBody: cut("requestBody", requestBody),
    input: exchange.input && redactFields(boundFields(exchange.input), redact),
    ignoredFields: exchange.ignoredFields.slice(0, maxIgnoredFields).map(redact),
    responseHeaders: responseHeaders && readHeaders(responseHeaders, redact),
    responseBody: responseBody === null ? null : cut("responseBody", responseBody),
    truncatedFields,
    message: message === null ? null : structuredClone(cutText(redact(message), choices.journalBodyLength)),
  };
}

/** A field with more values would take much more memory than its JSON. */
const maxValues = 1000;

const maxIgnoredFields = 100;

/** Replaces the fields that have too many values. Returns the same object if there are none. */
function boundFields(fields: Fields): Fields {
  const isLarge = (value: unknown) => findJsonProblem(value, { depth: Number.POSITIVE_INFINITY, values: maxValues });
  const large = Object.keys(fields).filter((name) => typeof fields[name] === "object" && isLarge(fields[name]));
  if (large.length === 0) return fields;
  return { ...fields, ...Object.fromEntries(large.map((name) => [name, `more than ${maxValues} values`])) };
}

/** Returns fields without the key: the same object if none of them contains it. */
function redactFields(fields: Fields, redact: Redact): Fields {
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === "boolean" || typeof value === "number") continue;
    if (typeof value !== "string" || redact(value) !== value) return redactJson(fields, redact);
  }
  return fields;
}

/** Returns headers by name in lower case, without secrets. */
function readHeaders(headers: SentHeaders, redact: Redact): HeaderValues {
  const values: Record<string, string> = {};
  for (const written in headers) {
    const value = headers[written];
    const name = written.toLowerCase();
    if (value !== undefined)
      values[redact(name)] = secretHeaders.has(name) ? redactionPlaceholder : redact(value.toString());
  }
  return values;
}
