import { ConfigurationError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { recordRequests } from "../record-requests.ts";
import { createClient } from "./create-client.ts";
import { idle, ManualClock } from "./manual-clock.ts";
import { watchRejections } from "./watch-rejections.ts";

/** Calls with a signal of another library, whose fields the test gives. */
function callWith(signal: object) {
  const clock = new ManualClock();
  const { requests, fetch } = recordRequests(async () => Response.json([]));
  const call = createClient(fetch, { clock }).promptIndex.get({ brainId: "b" }, { signal: signal as AbortSignal });
  return { clock, requests, call };
}

const ignore = () => {};

describe("a signal of another library", () => {
  it("works without being an AbortSignal", async () => {
    const signal = { aborted: false, addEventListener: ignore, removeEventListener: ignore };
    expect(await callWith(signal).call).toEqual([]);
  });

  it("is rejected before anything is sent if its listeners cannot be removed", async () => {
    const { requests, call } = callWith({ aborted: false, addEventListener: ignore });
    const error = await expectRejection(ConfigurationError, call);
    expect(error.message).toContain("signal must be an AbortSignal (got an object).");
    expect(requests).toEqual([]);
  });

  it("that accepts no listener leaves no timer, and no rejection unhandled", async () => {
    const unhandled = watchRejections();
    const cause = new Error("no listeners");
    const addEventListener = () => {
      throw cause;
    };
    const { clock, requests, call } = callWith({ aborted: false, addEventListener, removeEventListener: ignore });
    expect((await expectRejection(ConfigurationError, call)).cause).toBe(cause);
    expect([clock.pending, requests]).toEqual([0, []]);
    await idle();
    expect(unhandled).toEqual([]);
  });
});
