import { reviveError, ServerError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, getIndex } from "./create-client.ts";
import { ManualClock, start } from "./manual-clock.ts";

/** Calls a service that responds with 503 and a `Retry-After` header, and returns the delays before the attempts. */
async function readDelays(header: string, random = 0.5, retries = 3) {
  const clock = new ManualClock();
  const fetch = async () => new Response(null, { status: 503, headers: { "retry-after": header } });
  const kb = createClient(fetch, { clock, random: () => random, retries });
  const error = await expectRejection(ServerError, clock.drive(getIndex(kb)));
  expect(clock.now() - start).toBe(error.attempts.reduce((sum, { delay = 0 }) => sum + delay, 0));
  return error.attempts.map(({ delay }) => delay).slice(0, -1);
}

const past = [
  "0",
  "0.0",
  "00",
  "0.0004",
  "Wed, 03 Jun 2026 12:00:00 GMT",
  "Wed, 03 Jun 2026 11:59:00 GMT",
  "Thu, 01 Jan 1970 00:00:00 GMT",
];

describe.each(past)("a Retry-After of %j", (header) => {
  it("is waited for at least as long as without the header", async () => {
    expect(await readDelays(header)).toEqual([250, 500, 1000]);
    expect(await readDelays(header, 0.999, 2)).toEqual([500, 999]);
  });
});

describe("a Retry-After that is longer than any time", () => {
  it("is a number that survives JSON", async () => {
    const headers = { "retry-after": "9".repeat(400) };
    const fetch = async () => new Response(null, { status: 503, headers });
    const error = await expectRejection(ServerError, getIndex(createClient(fetch)));
    expect(error).toMatchObject({ retryAfter: Number.MAX_SAFE_INTEGER, stopReason: "retry_after_beyond_deadline" });
    expect(reviveError(JSON.parse(JSON.stringify(error)))).toMatchObject({ retryAfter: Number.MAX_SAFE_INTEGER });
  });
});

describe("a Retry-After that is longer than the backoff", () => {
  it("is waited for", async () => {
    expect(await readDelays("5")).toEqual([5000, 5000, 5000]);
  });
});
