import type { ClientOptions } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient, never } from "./helpers/calls.ts";
import { ManualClock, start } from "./helpers/manual-clock.ts";
import { getIndex } from "./helpers/operation-calls.ts";

type ShouldRetry = NonNullable<ClientOptions["shouldRetry"]>;

/** Calls a service that always fails in the same way, and returns how often it was asked, why it ended, and when. */
async function callWith(shouldRetry: ShouldRetry, fetch: () => Promise<Response>, options: ClientOptions = {}) {
  const clock = new ManualClock();
  const kb = createClient(fetch, { shouldRetry, clock, random: () => 0.5, ...options });
  const { error, attempts } = await clock.drive(getIndex(kb).safe());
  return { count: attempts.length, code: error?.code, stopReason: error?.stopReason, ms: clock.now() - start };
}

const respond = (status: number) => async () => new Response(null, { status });

describe("shouldRetry", () => {
  it("is called with the error of the attempt and the number of the retry", async () => {
    const seen: unknown[] = [];
    const shouldRetry: ShouldRetry = ({ error, retryCount }) => {
      seen.push([error.code, "status" in error && error.status, error.operation, retryCount]);
      return undefined;
    };
    expect(await callWith(shouldRetry, respond(503))).toMatchObject({ count: 3, stopReason: "retries_exhausted" });
    expect(seen.slice(0, 2)).toEqual([
      ["server_error", 503, "promptIndex.get", 1],
      ["server_error", 503, "promptIndex.get", 2],
    ]);
  });

  it("that returns false ends the call", async () => {
    for (const fetch of [respond(503), respond(404), () => Promise.reject(new TypeError("fetch failed")), never]) {
      expect(await callWith(() => false, fetch)).toMatchObject({ count: 1, stopReason: "not_retryable" });
    }
  });

  it("that returns true retries any status, with the usual delays", async () => {
    for (const status of [400, 404, 409, 501, 503]) {
      const outcome = await callWith(() => true, respond(status));
      expect(outcome).toMatchObject({ count: 3, stopReason: "retries_exhausted", ms: 750 });
    }
  });

  it("is not asked about a success, or a response that no other attempt would change", async () => {
    let asked = 0;
    const count = () => {
      asked += 1;
      return true;
    };
    const html = async () => new Response("<html>");
    const signal = AbortSignal.timeout(20);
    const kb = createClient(never, { shouldRetry: count });
    expect((await kb.promptIndex.get({ brainId: "b" }, { signal }).safe()).error?.code).toBe("aborted");
    expect(await callWith(count, async () => Response.json([]))).toMatchObject({ count: 1, code: undefined });
    expect(await callWith(count, html)).toMatchObject({ count: 1, code: "response", stopReason: undefined });
    expect(asked).toBe(0);
  });

  it.each<[string, ShouldRetry]>([
    [
      "throws",
      () => {
        throw new Error("undecided");
      },
    ],
    ["returns something else", () => "yes" as never],
    ["returns a promise", (async () => true) as never],
  ])("that %s leaves the decision to the client", async (_, shouldRetry) => {
    expect((await callWith(shouldRetry, respond(503))).count).toBe(3);
    expect((await callWith(shouldRetry, respond(404))).count).toBe(1);
  });
});
