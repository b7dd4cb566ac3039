import type { Fault } from "@knowledge-base/server";
import type { Field } from "./forms.ts";

type RowField = Omit<Field, "name">;

// What the page shows of a kind of fault.
interface FaultRow {
  readonly title: string;
  // What the service does, as a predicate: "the service responds late".
  readonly effect: string;
  // The fields in its form, apart from the two that every fault has: `operation` and `input`.
  readonly fields: Readonly<Record<string, RowField>>;
}

// A row with all fields of an interface. A required field begins with a value.
interface RowOf<AnyFault> extends FaultRow {
  readonly fields: {
    readonly [Name in ShownField<AnyFault>]: undefined extends AnyFault[Name]
      ? RowField
      : RowField & { readonly initial: string };
  };
}

// A field that is always undefined isn't allowed. Users of the page count requests, so it has no field for a probability.
type ShownField<AnyFault> = {
  [Name in keyof AnyFault]-?: AnyFault[Name] extends undefined
    ? never
    : Exclude<Name, "kind" | "operation" | "input" | "probability">;
}[keyof AnyFault];

const counts = {
  times: { type: "number", placeholder: "1" },
  skip: { title: "Let this many pass first", type: "number", placeholder: "0" },
} as const;

const countsAndCommit = { ...counts, afterCommit: { title: "Run the operation, then fail", type: "flag" } } as const;

const headers = { title: "headers (JSON)", type: "json", placeholder: '{"location":"/"}' } as const;

/** The kinds of faults. If the server gets another kind or field, the type check fails here. */
export const faultRows: Readonly<Record<Fault["kind"], FaultRow>> = {
  status: {
    title: "Error status",
    effect: "responds with an error",
    fields: {
      status: { type: "number", initial: "503" },
      retryAfter: { title: "Retry-After (seconds)", type: "number", placeholder: "1" },
      ...countsAndCommit,
    },
  },
  latency: {
    title: "Latency",
    effect: "responds late",
    fields: { latency: { title: "Latency (milliseconds)", type: "number", initial: "2000" }, ...countsAndCommit },
  },
  rate_limit: {
    title: "Rate limit",
    effect: "responds with 429 to a key that sends too many",
    fields: {
      limit: { title: "Requests of a key", type: "number", initial: "10" },
      window: { title: "In a window of (milliseconds)", type: "number", initial: "60000" },
    },
  },
  hang: { title: "No response", effect: "never responds", fields: countsAndCommit },
  connection_reset: { title: "Connection reset", effect: "closes the connection", fields: countsAndCommit },
  gateway_html: {
    title: "HTML of a gateway",
    effect: "responds with a page of HTML",
    fields: { status: { type: "number", placeholder: "502" }, ...countsAndCommit },
  },
  stalled_body: {
    title: "Stalled body",
    effect: "executes the operation, then sends half of the body",
    fields: counts,
  },
  truncated_json: {
    title: "Truncated JSON",
    effect: "executes the operation, then cuts its JSON in half",
    fields: counts,
  },
  response: {
    title: "Any response",
    effect: "responds with what you enter",
    fields: {
      status: { type: "number", initial: "200" },
      headers,
      body: { title: "body (JSON)", type: "json", placeholder: '{"items":[]}' },
      ...countsAndCommit,
    },
  },
  merge: {
    title: "Changed response",
    effect: "executes the operation, then changes its JSON",
    fields: {
      merge: { title: "merge (JSON)", type: "json", initial: '{"title":null}' },
      status: { type: "number", placeholder: "200" },
      headers,
      ...counts,
    },
  },
} satisfies { readonly [Kind in Fault["kind"]]: RowOf<Fault & { readonly kind: Kind }> };
