import type { JournalControl } from "@knowledge-base/server";

/** The facts about a request that the list shows. */
export type RequestSummary = ReturnType<JournalControl["summaries"]>[number];

/** Number of requests that the page keeps. */
export const maxRequests = 10_000;

/** Which requests are shown. */
export interface RequestFilter {
  /** Text in method, path, query, status, organization, operation or message. */
  readonly text: string;
  readonly outcome: "all" | "success" | "rejected" | "fault";
}

/** The newest requests, newest first. */
export class RequestLog {
  #requests: RequestSummary[] = [];
  #shown:
    | { readonly filter: RequestFilter; readonly organizationId: string | null; requests: RequestSummary[] }
    | undefined;

  /** Requests that are held back, oldest first; undefined unless the list is paused. */
  #held: RequestSummary[] | undefined;

  /** Adds requests, oldest first. One that is known already is left out. */
  add(requests: readonly RequestSummary[]): void {
    if (this.#held) {
      this.#held = [...this.#held, ...requests].slice(-maxRequests);
      return;
    }
    const known = new Set(this.#requests.map(({ id }) => id));
    const added = requests.filter(({ id }) => !known.has(id)).toReversed();
    if (added.length === 0) return;
    // A request may end after others that arrived later.
    this.#requests = [...added, ...this.#requests]
      .sort((left, right) => numberOf(right) - numberOf(left))
      .slice(0, maxRequests);
    this.#shown = undefined;
  }

  /** Replaces all requests. */
  set(requests: readonly RequestSummary[]): void {
    this.#requests = requests.toReversed();
    if (this.#held) this.#held = [];
    this.#shown = undefined;
  }

  /** Returns the number of requests of an organization, or of all. */
  count(organizationId: string | null): number {
    if (organizationId === null) return this.#requests.length;
    return this.#requests.reduce((sum, request) => sum + Number(request.organizationId === organizationId), 0);
  }

  /** Number of requests that are held back; undefined unless the list is paused. */
  get held(): number | undefined {
    return this.#held?.length;
  }

  /** Holds new requests back. */
  pause(): void {
    this.#held ??= [];
  }

  /** Adds the requests that were held back, and all later ones. */
  resume(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.add(held);
  }

  /** Returns the requests that match a filter: the same array until they change. */
  select(filter: RequestFilter, organizationId: string | null): readonly RequestSummary[] {
    const shown = this.#shown;
    if (shown?.filter === filter && shown.organizationId === organizationId) return shown.requests;
    const text = filter.text.trim().toLowerCase();
    if (text === "" && filter.outcome === "all" && organizationId === null) return this.#requests;
    const requests = this.#requests.filter(
      (request) =>
        (organizationId === null || request.organizationId === organizationId) &&
        isOutcome(request, filter.outcome) &&
        (text === "" || searchedText(request).includes(text)),
    );
    this.#shown = { filter, organizationId, requests };
    return requests;
  }
}

function numberOf({ id }: RequestSummary): number {
  return Number(id.slice("request_".length));
}

function isOutcome({ reason, fault, latency }: RequestSummary, outcome: RequestFilter["outcome"]): boolean {
  if (outcome === "all") return true;
  if (outcome === "fault") return fault !== null || latency > 0;
  return (reason === "success") === (outcome === "success");
}

const searchedTexts = new WeakMap<RequestSummary, string>();

function searchedText(request: RequestSummary): string {
  const { method, path, query, status, organizationId, operation, message } = request;
  const known = searchedTexts.get(request);
  if (known !== undefined) return known;
  const text = `${method} ${path}?${query} ${status} ${organizationId} ${operation} ${message}`.toLowerCase();
  searchedTexts.set(request, text);
  return text;
}
