import type { Fault } from "@knowledge-base/server";
import { contract } from "@knowledge-base/types";
import type { Field } from "../forms.ts";

const status: Field = { name: "status", title: "Status", type: "number", isRequired: true, initial: 503 };
const afterCommit: Field = { name: "afterCommit", title: "Execute the operation first", type: "flag" };

/** The kinds of faults, with the fields that only they have. */
export const faultKinds: Readonly<
  Record<Fault["kind"], { readonly title: string; readonly fields: readonly Field[] }>
> = {
  status: {
    title: "Error status",
    fields: [status, { name: "retryAfter", title: "Retry after seconds", type: "number" }, afterCommit],
  },
  latency: {
    title: "Latency",
    fields: [{ name: "latency", title: "Milliseconds", type: "number", isRequired: true, initial: 2000 }, afterCommit],
  },
  hang: { title: "No response", fields: [afterCommit] },
  connection_reset: { title: "Connection reset", fields: [afterCommit] },
  gateway_html: { title: "HTML of a gateway", fields: [{ ...status, initial: 502 }, afterCommit] },
  stalled_body: { title: "Stalled body", fields: [] },
  truncated_json: { title: "Truncated JSON", fields: [] },
  response: {
    title: "Any response",
    fields: [
      { ...status, isRequired: false, initial: 200 },
      { name: "headers", title: "Headers (JSON)", type: "json", placeholder: '{ "location": "/" }' },
      { name: "body", title: "Body (JSON)", type: "json", placeholder: '{ "items": [] }' },
      { name: "merge", title: "Or changes of the real body (JSON)", type: "json", placeholder: '{ "title": null }' },
    ],
  },
};

/** The fields that all kinds have. */
export const targetFields: readonly Field[] = [
  {
    name: "operation",
    title: "Operation",
    type: "choice",
    values: [["", "every operation"], ...Object.keys(contract).map((id) => [id, id] as const)],
  },
  { name: "times", title: "Times", type: "number", placeholder: "1" },
  { name: "skip", title: "After requests that pass", type: "number", placeholder: "0" },
  {
    name: "input",
    title: "Only requests with this input (JSON)",
    type: "json",
    placeholder: '{ "slug": "energy-per-crossing" }',
  },
];

/** Faults that are planned with one click. */
export const presets: readonly (readonly [title: string, fault: Fault])[] = [
  ["503 once", { kind: "status", status: 503 }],
  ["503 twice, then success", { kind: "status", status: 503, times: 2 }],
  ["Lost response", { kind: "connection_reset", afterCommit: true }],
  ["Hang", { kind: "hang" }],
  ["Broken JSON", { kind: "truncated_json" }],
  ["Slow", { kind: "latency", latency: 3000 }],
];

/** Returns the title of a kind of fault. */
export function faultTitle(kind: string): string {
  return Object.hasOwn(faultKinds, kind) ? faultKinds[kind as Fault["kind"]].title : kind;
}
