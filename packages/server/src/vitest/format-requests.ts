import { explainEntry } from "../journal/explain-entry.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { shorten } from "../truncate.ts";
import type { ExpectedRequest } from "./expected-request.ts";
import type { ComparedRequest } from "./find-requests.ts";
import type { MatcherState } from "./matcher-state.ts";

type Utils = MatcherState["utils"];

/** Number of requests that a message lists. */
export const maxListedRequests = 5;

const maxExplanationLength = 800;
const maxInputLength = 1000;
const maxValueLength = 100;

/** Formats a number of requests, such as `1 request` or `3 successful requests`. */
export function formatCount(requests: number, { outcome }: Pick<ExpectedRequest, "outcome">): string {
  const noun = outcome === "succeeded" ? "successful request" : "request";
  return requests === 1 ? `1 ${noun}` : `${requests} ${noun}s`;
}

/** Formats an expected request, such as `pages.archive with {"slug": "limits"}`. */
export function formatExpected({ operation, input }: ExpectedRequest, utils: Utils): string {
  return input ? `${operation} with ${formatValue(input, maxInputLength, utils)}` : operation;
}

/** Formats a list of requests below a title; nothing if there are none. At most five are listed, the last ones. */
export function formatList(title: string, requests: readonly ComparedRequest[], utils: Utils): string[] {
  if (requests.length === 0) return [];
  return ["", `${title}:`, ...requests.slice(-maxListedRequests).map((request) => formatRequest(request, utils))];
}

/** Formats a journal entry as an indented line. */
export function formatEntry(entry: JournalEntry): string {
  return `  ${shorten(explainEntry(entry), maxExplanationLength)}`;
}

function formatRequest({ entry, isSameOperation, differences, received }: ComparedRequest, utils: Utils): string {
  const explanation = formatEntry(entry);
  if (!isSameOperation || differences.length === 0) return explanation;
  const values = differences.map((name) =>
    Object.hasOwn(received, name) ? `${name} (${formatValue(received[name], maxValueLength, utils)})` : name,
  );
  return `${explanation} It differs in ${values.join(", ")}.`;
}

function formatValue(value: unknown, maxLength: number, utils: Utils): string {
  return shorten(utils.stringify(value, undefined, { min: true }), maxLength);
}
