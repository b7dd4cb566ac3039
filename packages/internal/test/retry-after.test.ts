import { readRetryAfter } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it.each([
  { headers: "x-request-id: 7", delayMs: undefined },
  { headers: "retry-after: 2", delayMs: 2000 },
  { headers: "retry-after: 0.5", delayMs: 500 },
  { headers: "retry-after: 2; retry-after-ms: 1500", delayMs: 1500 },
  { headers: "retry-after: Wed, 01 Jul 2026 12:00:05 GMT", delayMs: 5000 },
  { headers: "retry-after: Wed, 01 Jul 2026 11:00:00 GMT", delayMs: 0 },
  { headers: "retry-after: Wednesday, 01-Jul-26 12:00:05 GMT", delayMs: 5000 },
  { headers: "retry-after: Wed Jul  1 12:00:05 2026", delayMs: 5000 },
  { headers: "retry-after: Wednesday", delayMs: undefined },
  { headers: "retry-after: 2026", delayMs: 2_026_000 },
  { headers: "retry-after: -1", delayMs: undefined },
  { headers: "retry-after: 2000000000", delayMs: 2_000_000_000_000 },
  { headers: "retry-after: soon, 3, 5", delayMs: 3000 },
  { headers: "retry-after: Wed, 01 Jul 2026 12:00:05 GMT, Wed, 01 Jul 2026 12:00:09 GMT", delayMs: 5000 },
  { headers: "ratelimit-reset: 7", delayMs: 7000 },
  { headers: `ratelimit-reset: soon; x-ratelimit-reset: ${Date.UTC(2026, 6, 1, 12) / 1000 + 8}`, delayMs: 8000 },
  { headers: "x-ratelimit-reset: 1000000000", delayMs: 0 },
])("reads the delay of a 429 with the headers $headers", ({ headers, delayMs }) => {
  expect(readRetryAfter(429, createHeaders(`date: Wed, 01 Jul 2026 12:00:00 GMT; ${headers}`))).toBe(delayMs);
});

it("reads a delay of 400 digits as the longest one", () => {
  expect(readRetryAfter(429, new Headers({ "retry-after": "9".repeat(400) }))).toBe(Number.MAX_SAFE_INTEGER);
});

it("reads when a rate limit ends only from a 429", () => {
  expect(readRetryAfter(503, new Headers({ "ratelimit-reset": "7" }))).toBeUndefined();
});

it("compares a date with the clock of this machine if the response has none", () => {
  const later = new Date(Date.now() + 60_000).toUTCString();
  expect(readRetryAfter(503, new Headers({ "retry-after": later }))).toBeGreaterThan(50_000);
});

function createHeaders(lines: string): Headers {
  return new Headers(lines.split("; ").map((line) => line.split(": ") as [string, string]));
}
