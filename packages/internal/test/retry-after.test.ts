import { readRetryAfter } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it.each([
  ["x-request-id: 7", undefined],
  ["retry-after: 2", 2000],
  ["retry-after: 0.5", 500],
  ["retry-after: 2; retry-after-ms: 1500", 1500],
  ["retry-after: Wed, 01 Jul 2026 12:00:05 GMT", 5000],
  ["retry-after: Wed, 01 Jul 2026 11:00:00 GMT", 0],
  ["retry-after: Wednesday, 01-Jul-26 12:00:05 GMT", 5000],
  ["retry-after: Wed Jul  1 12:00:05 2026", 5000],
  ["retry-after: Wednesday", undefined],
  ["retry-after: 2026", 2_026_000],
  ["retry-after: -1", undefined],
  ["retry-after: 2000000000", 2_000_000_000_000],
  ["retry-after: soon, 3, 5", 3000],
  ["retry-after: Wed, 01 Jul 2026 12:00:05 GMT, Wed, 01 Jul 2026 12:00:09 GMT", 5000],
  ["ratelimit-reset: 7", 7000],
  [`ratelimit-reset: soon; x-ratelimit-reset: ${Date.UTC(2026, 6, 1, 12) / 1000 + 8}`, 8000],
  ["x-ratelimit-reset: 1000000000", 0],
])("reads the delay of a 429 with the headers: %s", (headers, delayMs) => {
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
