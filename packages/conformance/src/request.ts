import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { pathParamNames } from "@knowledge-base/types/internal";
import type { CaseNeeds } from "./case-needs.ts";
import { isRecordName, type RecordName } from "./target-records.ts";

/** An id that no record has. */
export const unknownId = "no-such-record";

/** An id that is not percent-encoded UTF-8. It is put into the path as it is. */
export const malformedId = "%E0%A4%A";

/** Differences from the default request, which sends the API key, the ids of the known records and an empty body. */
export interface RequestOverrides {
  /** Ids to send instead of those of the known records. */
  readonly ids?: RecordIds;
  /** Query, without its question mark. */
  readonly query?: string;
  /** Value to send as JSON. */
  readonly body?: unknown;
  /** Body to send as it is, or null to send none. */
  readonly text?: string | null;
  /** Headers to add or replace. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of the `x-api-key` header, or null to send none. */
  readonly apiKey?: string | null;
}

/** Ids by the name of their record. */
export type RecordIds = { readonly [Name in RecordName]?: string | undefined };

/** Returns the names of the records that the query of an operation refers to. */
export function queryRecordNames({ query }: Operation): RecordName[] {
  return Object.keys(query?._zod.def.shape ?? {}).filter(isRecordName);
}

/** Returns ids that no record has, for every record that an operation refers to. */
export function unknownIds(id: OperationId): RecordIds {
  const names = [...pathParamNames(contract[id].path), ...queryRecordNames(contract[id])];
  return Object.fromEntries(names.map((name) => [name, unknownId]));
}

/** Describes the differences from the default request, such as ` without an API key`. */
export function describeOverrides({ headers, apiKey, body, text }: RequestOverrides): string {
  const sentBody = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const differences = [
    describeKey(apiKey),
    text === null ? "without a body" : sentBody === undefined ? [] : `with the body ${truncate(sentBody)}`,
    headers ? `with other headers (${Object.keys(headers).join(", ")})` : [],
  ].flat();
  return differences.length === 0 ? "" : ` ${differences.join(" and ")}`;
}

function describeKey(apiKey: string | null | undefined): string | [] {
  if (apiKey === undefined) return [];
  if (apiKey === null) return "without an API key";
  return apiKey === "" ? "with an empty API key" : "with another API key";
}

const shownCharacters = 120;

/** Returns the beginning of a text, in one line. */
export function truncate(text: string): string {
  const shown = text.slice(0, shownCharacters).toWellFormed().replaceAll(/\s+/g, " ");
  return text.length > shownCharacters ? `${shown}… (${text.length} characters)` : shown;
}

/** Returns the needs of a case that sends a request of an operation: `write` unless it is a GET request. */
export function writeNeed(id: OperationId): Pick<CaseNeeds, "write"> {
  return contract[id].method === "GET" ? {} : { write: true };
}
