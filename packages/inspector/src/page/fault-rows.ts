import type { CommitFault, Fault } from "@knowledge-base/server";
import type { Field } from "./forms.ts";

/** What the page shows of a kind of fault. */
export interface FaultRow {
  readonly title: string;
  /** What the service does, as a predicate: "the service responds late". */
  readonly effect: string;
  /** Whether the operation is executed: always, never, or only with `afterCommit`. */
  readonly commit: "always" | "optional" | "never";
  /** Whether the fault stays until it is removed. */
  readonly isPermanent?: true;
  /** The fields that only some kinds have. A required one begins with a value, and any other shows an example. */
  readonly fields: Readonly<Record<string, RowField>>;
}

type RowField = Omit<Field, "name">;

// A row with exactly the fields that the interface of a kind has.
type RowOf<AnyFault> = Pick<FaultRow, "title" | "effect"> & {
  readonly commit: "afterCommit" extends keyof AnyFault ? "optional" : "always" | "never";
  readonly isPermanent?: AnyFault extends { readonly times?: undefined } ? true : never;
  readonly fields: {
    readonly [Name in Exclude<keyof AnyFault, keyof CommitFault | "kind">]: undefined extends AnyFault[Name]
      ? RowField & { readonly placeholder: string }
      : RowField & { readonly initial: string };
  };
};

const headers = { title: "headers (JSON)", type: "json", placeholder: '{"location":"/"}' } as const;

/** The kinds of faults. If the server gets another kind or field, the type check fails here. */
export const faultRows: Readonly<Record<Fault["kind"], FaultRow>> = {
  status: {
    title: "Error status",
    effect: "responds with an error",
    commit: "optional",
    fields: {
      status: { type: "number", initial: "503" },
      retryAfter: { title: "Retry-After (seconds)", type: "number", placeholder: "1" },
    },
  },
  latency: {
    title: "Latency",
    effect: "responds late",
    commit: "optional",
    fields: { latency: { title: "Latency (milliseconds)", type: "number", initial: "2000" } },
  },
  rate_limit: {
    title: "Rate limit",
    effect: "responds with 429 to a key that sends too many",
    commit: "never",
    isPermanent: true,
    fields: {
      limit: { title: "Requests of a key", type: "number", initial: "10" },
      window: { title: "In a window of (milliseconds)", type: "number", initial: "60000" },
    },
  },
  hang: { title: "No response", effect: "never responds", commit: "optional", fields: {} },
  connection_reset: {
    title: "Connection reset",
    effect: "closes the connection",
    commit: "optional",
    fields: {},
  },
  gateway_html: {
    title: "HTML of a gateway",
    effect: "responds with a page of HTML",
    commit: "optional",
    fields: { status: { type: "number", placeholder: "502" } },
  },
  stalled_body: { title: "Stalled body", effect: "sends half of the body", commit: "always", fields: {} },
  truncated_json: { title: "Truncated JSON", effect: "cuts its JSON in half", commit: "always", fields: {} },
  response: {
    title: "Any response",
    effect: "responds with what you enter",
    commit: "optional",
    fields: {
      status: { type: "number", initial: "200" },
      headers,
      body: { title: "body (JSON)", type: "json", placeholder: '{"items":[]}' },
    },
  },
  merge: {
    title: "Changed response",
    effect: "changes its JSON",
    commit: "always",
    fields: {
      merge: { title: "merge (JSON)", type: "json", initial: '{"title":null}' },
      status: { type: "number", placeholder: "200" },
      headers,
    },
  },
} satisfies { readonly [Kind in Fault["kind"]]: RowOf<Fault & { readonly kind: Kind }> };
