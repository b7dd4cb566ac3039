import type { RequestSummary } from "@knowledge-base/server";

// The list of requests: what it has, and what a filter leaves of it.

/** The outcomes that a filter can choose, with their titles. */
export const outcomes = { all: "All", success: "Succeeded", failed: "Failed", fault: "With a fault" };

export interface RequestFilter {
  readonly text: string;
  readonly outcome: keyof typeof outcomes;
}

export const noFilter: RequestFilter = { text: "", outcome: "all" };

/** Number of requests that the page shows: the journal of the server has no more. */
export const maxRequests = 1000;

/** Adds requests to a list whose newest is first. They are in the order of their ends, and one may have arrived before others. */
export function addRequests(
  listed: readonly RequestSummary[],
  ended: readonly RequestSummary[],
): readonly RequestSummary[] {
  const numberOf = ({ id }: RequestSummary) => Number(id.slice("request_".length));
  return [...ended, ...listed].sort((left, right) => numberOf(right) - numberOf(left)).slice(0, maxRequests);
}

/** Returns the requests whose texts contain what the user searches, and that have the outcome. */
export function filterRequests(
  requests: readonly RequestSummary[],
  { text, outcome }: RequestFilter,
): readonly RequestSummary[] {
  const searched = text.trim().toLowerCase();
  return requests.filter((request) => {
    const { method, path, query, status, organizationId, operation, message } = request;
    const all = `${method} ${path}?${query} ${status} ${organizationId} ${operation} ${message}`;
    return hasOutcome(request, outcome) && all.toLowerCase().includes(searched);
  });
}

function hasOutcome({ fault, latency, reason }: RequestSummary, outcome: RequestFilter["outcome"]): boolean {
  if (outcome === "all") return true;
  if (outcome === "fault") return fault !== null || latency > 0;
  return (reason === "success") === (outcome === "success");
}
