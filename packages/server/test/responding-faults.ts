import type { Fault } from "@knowledge-base/server";

/** Faults that have a complete response, for two requests each. */
export const respondingFaults: readonly Fault[] = [
  { kind: "status", status: 503, retryAfter: 7, times: 2 },
  { kind: "gateway_html", times: 2 },
  { kind: "truncated_json", times: 2 },
  { kind: "response", merge: { colour: "brøwn 🌊" }, times: 2 },
  { kind: "response", status: 200, times: 2 },
  { kind: "response", status: 200, body: "brøwn 🌊", times: 2 },
  {
    kind: "response",
    status: 200,
    body: [{ tide: null }],
    headers: { "X-Tide": "é", "content-type": "a/b" },
    times: 2,
  },
  { kind: "response", status: 204, headers: { etag: "x" }, times: 2 },
  { kind: "response", status: 205, times: 2 },
  { kind: "response", status: 304, times: 2 },
  { kind: "response", status: 302, headers: { location: "/v1/moon" }, body: "moved", times: 2 },
  { kind: "response", status: 599, body: null, times: 2 },
];
