import { createRedactor, type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import { choices } from "../choices.ts";
import { truncate } from "../truncate.ts";
import type { RecordedEntry } from "./journal.ts";
import type { HeaderValues } from "./journal-entry.ts";

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

const keepText: Redact = (text) => text;

/** The redactors of the last key: most requests have the same one. */
let last = createRedactors("");

/** Creates the redactor of bodies that were cut, which may end with the beginning of the key, and that of other texts. */
function createRedactors(key: string) {
  if (key === "") return { key, redactBody: keepText, redact: keepText };
  // The names of headers are in lower case.
  const redactBody = createRedactor([key, key.toLowerCase(), ...encodeInUrls(key)]);
  const redact: Redact = (text) => {
    if (redactBody(text) === text) return text;
    // A text that ends with a line break does not end with the beginning of a key.
    return redactBody(`${text}\n`).slice(0, -1);
  };
  return { key, redactBody, redact };
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
  if (key !== last.key) last = createRedactors(key);
  const { redact, redactBody } = last;
  const truncatedFields: ("requestBody" | "responseBody")[] = [];
  const cut = (name: "requestBody" | "responseBody", body: string) => {
    if (body.length <= choices.journalBodyLength) return redact(body);
    truncatedFields.push(name);
    // A part of a string keeps the whole string in memory, unlike its copy.
    return redactBody(structuredClone(truncate(body, choices.journalBodyLength)));
  };
  const { responseHeaders, responseBody, message } = exchange;
  return {
    ...exchange,
    method: redact(exchange.method),
    path: redact(exchange.path),
    query: redact(exchange.query),
    headers: readHeaders(exchange.headers, redact),
    requestBody: cut("requestBody", exchange.requestBody),
    input: exchange.input && redactFields(exchange.input, redact),
    ignoredFields: exchange.ignoredFields.map(redact),
    responseHeaders: responseHeaders && readHeaders(responseHeaders, redact),
    responseBody: responseBody === null ? null : cut("responseBody", responseBody),
    truncatedFields,
    message: message === null ? null : redact(message),
  };
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
