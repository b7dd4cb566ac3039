import { ConnectionError, type KnowledgeBase, ServerError, TimeoutError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, getIndex, startOAuth } from "./create-client.ts";
import { startHttp } from "./hostile-server.ts";
import { idle, ManualClock, start } from "./manual-clock.ts";

const never = () => new Promise<never>(() => {});

describe("the deadline of a call", () => {
  it("ends an attempt before its own timeout", async () => {
    const kb = createClientAt(await startHttp(() => {}), { timeout: 5000, deadline: 30, retries: 0 });
    const error = await expectRejection(TimeoutError, getIndex(kb));
    expect(error.limit).toBe("deadline");
    expect(error.message).toBe(
      "Failed to get the prompt index: the deadline of 30 ms has passed. Raise the option deadline to wait longer.",
    );
  });

  it.each([
    ["no attempt may be repeated", getIndex, { retries: 0 }],
    ["the operation is unsafe", startOAuth, {}],
  ] as const)("is the stop reason, even if %s", async (_, call: (kb: KnowledgeBase) => Promise<unknown>, options) => {
    const clock = new ManualClock();
    const kb = createClient(never, { clock, timeout: 5000, deadline: 1000, ...options });
    const error = await expectRejection(TimeoutError, clock.drive(call(kb)));
    expect(error).toMatchObject({ limit: "deadline", stopReason: "deadline" });
    expect(error.attempts).toHaveLength(1);
  });

  it("covers all attempts and the delays between them", async () => {
    const clock = new ManualClock();
    const kb = createClient(never, { clock, random: () => 0.5, timeout: 1000, deadline: 1900, retries: 5 });
    const error = await expectRejection(TimeoutError, clock.drive(getIndex(kb)));
    expect(error).toMatchObject({ limit: "deadline", stopReason: "deadline" });
    expect(error.attempts).toEqual([
      { number: 1, started: start, duration: 1000, code: "timeout", delay: 250, reason: "backoff" },
      { number: 2, started: start + 1250, duration: 650, code: "timeout" },
    ]);
    expect(clock.delays).toEqual([1000, 250, 650]);
    expect(clock.pending).toBe(0);
  });

  it("is not the limit if the timeout ends at the same moment", async () => {
    const clock = new ManualClock();
    const kb = createClient(never, { clock, timeout: 500, deadline: 500 });
    const error = await expectRejection(TimeoutError, clock.drive(getIndex(kb)));
    expect(error).toMatchObject({ limit: "timeout", stopReason: "deadline" });
  });

  it.each([
    ["equals what is left", 1250, "deadline"],
    ["is longer than what is left", 1249, "deadline"],
    ["leaves a millisecond", 1251, "retries_exhausted"],
  ])("keeps the client from a wait that %s", async (_, deadline, stopReason) => {
    const clock = new ManualClock();
    const kb = createClient(
      async () => {
        clock.pass(1000);
        return new Response(null, { status: 503 });
      },
      { clock, random: () => 0.5, deadline, retries: 1 },
    );
    const error = await expectRejection(ServerError, clock.drive(getIndex(kb)));
    expect(error.stopReason).toBe(stopReason);
    expect(error.attempts[0]).toEqual({
      number: 1,
      started: start,
      duration: 1000,
      status: 503,
      ...(stopReason === "retries_exhausted" && { delay: 250, reason: "backoff" }),
    });
  });

  it("rejects with the error of the last attempt if there is no time for another", async () => {
    const clock = new ManualClock();
    const kb = createClient(() => Promise.reject(new TypeError("fetch failed")), {
      clock,
      random: () => 0.5,
      deadline: 200,
    });
    const error = await expectRejection(ConnectionError, clock.drive(getIndex(kb)));
    expect(error.stopReason).toBe("deadline");
    expect(error.attempts).toEqual([{ number: 1, started: start, duration: 0, code: "connection" }]);
    expect(clock.now()).toBe(start);
  });

  it("prevents an attempt if the machine was suspended during the delay", async () => {
    const clock = new ManualClock();
    let sent = 0;
    const kb = createClient(
      async () => {
        sent += 1;
        return new Response(null, { status: 503, headers: { "retry-after": "5" } });
      },
      { clock },
    );
    const call = getIndex(kb);
    await idle();
    clock.pass(100_000);
    const error = await expectRejection(TimeoutError, clock.drive(call));
    expect(error).toMatchObject({ limit: "deadline", stopReason: "deadline" });
    expect(error.attempts.map(({ status }) => status)).toEqual([503]);
    expect(sent).toBe(1);
  });

  it("can be given for one call", async () => {
    const clock = new ManualClock();
    const call = createClient(never, { clock }).oauth.start({ brainId: "b" }, { deadline: 70 });
    const error = await expectRejection(TimeoutError, clock.drive(call));
    expect(error.message).toContain("the deadline of 70 ms has passed");
    expect(clock.delays).toEqual([70]);
  });

  it("is 90 seconds, and the timeout 30, by default", async () => {
    const clock = new ManualClock();
    const error = await expectRejection(
      TimeoutError,
      clock.drive(getIndex(createClient(never, { clock, random: () => 0.999, retries: 9 }))),
    );
    expect(error.limit).toBe("deadline");
    expect(clock.delays).toEqual([30_000, 500, 30_000, 999, 28_501]);
    expect(clock.now()).toBe(start + 90_000);
    const once = await expectRejection(TimeoutError, clock.drive(startOAuth(createClient(never, { clock }))));
    expect(once.message).toContain("the timeout of 30000 ms has passed");
  });

  it.each([
    [0, "0"],
    [-1, "-1"],
    [Number.NaN, "NaN"],
    ["5" as never, '"5"'],
    [null as never, "null"],
  ])("rejects %j before anything is sent", async (limit, received) => {
    let sent = 0;
    const kb = createClient(async () => {
      sent += 1;
      return Response.json([]);
    });
    for (const name of ["timeout", "deadline"]) {
      await expect(kb.promptIndex.get({ brainId: "b" }, { [name]: limit })).rejects.toMatchObject({
        code: "configuration",
        message: `Failed to get the prompt index: ${name} must be a positive number of milliseconds (got ${received}).`,
      });
      expect(() => createClient(never, { [name]: limit })).toThrow(
        `Failed to create a client: ${name} must be a positive number of milliseconds (got ${received}).`,
      );
    }
    expect(sent).toBe(0);
  });
});
