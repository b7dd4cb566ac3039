import { contract, type Operation, type OperationId, pathParamNames } from "@knowledge-base/types";
import { isRecordName, type RecordName } from "./target.ts";

/** The id of no record. */
export const nobody = "no-such-record";

/** An id that goes into the path as it is, where it is not percent-encoded UTF-8. */
export const malformed = "%E0%A4%A";

/** How a request departs from the ordinary one, which carries the key, names the known records and has an empty body. */
export interface RequestChanges {
  /** Ids to name instead of those of the known records. */
  readonly ids?: Ids;
  /** Query, without its question mark. */
  readonly query?: string;
  /** Value to send as JSON. */
  readonly body?: unknown;
  /** Body to send as it is, or null to send none. */
  readonly text?: string | null;
  /** Headers to send beside or instead of the ordinary ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of the `x-api-key` header, or null to send none. */
  readonly apiKey?: string | null;
}

/** Ids by the name of their record. */
export type Ids = { readonly [Name in RecordName]?: string | undefined };

/** The records that the query of an operation names. */
export function queryRecords({ query }: Operation): RecordName[] {
  return Object.keys(query?._zod.def.shape ?? {}).filter(isRecordName);
}

/** Ids of no record for everything that an operation names. */
export function idsOfNobody(id: OperationId): Ids {
  const names = [...pathParamNames(contract[id].path), ...queryRecords(contract[id])];
  return Object.fromEntries(names.map((name) => [name, nobody]));
}

/** Whether a request could change a record, even on an implementation that checks nothing: it names nothing but records. */
export function couldWrite({ idempotency }: Operation, path: string): boolean {
  return idempotency !== "safe" && !path.includes(nobody) && !path.includes(malformed);
}

/** Tells in words in what a request departs from the ordinary one, such as ` without an API key`. */
export function describeChanges({ headers, apiKey, body, text }: RequestChanges): string {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const words = [
    apiKey === null ? "without an API key" : apiKey === undefined ? [] : "with an invalid API key",
    text === null ? "without a body" : sent === undefined ? [] : `with the body ${shorten(sent)}`,
    headers ? `with other headers (${Object.keys(headers).join(", ")})` : [],
  ].flat();
  return words.length === 0 ? "" : ` ${words.join(" and ")}`;
}

const shownCharacters = 120;

/** The beginning of a text, in one line. */
export function shorten(text: string): string {
  const shown = text.slice(0, shownCharacters).toWellFormed().replaceAll(/\s+/g, " ");
  return text.length > shownCharacters ? `${shown}… (${text.length} characters)` : shown;
}
