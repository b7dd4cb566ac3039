import { ConfigurationError, TimeoutError } from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, getIndex } from "./create-client.ts";
import { idle, ManualClock, start } from "./manual-clock.ts";

const hour = 3_600_000;
const never = () => new Promise<never>(() => {});

/** A manual clock whose date can be changed without affecting how much time has passed. */
class AdjustableClock extends ManualClock {
  #offset = 0;

  override now(): number {
    return super.now() + this.#offset;
  }

  monotonicNow(): number {
    return super.now() - start;
  }

  /** Changes the date. */
  adjust(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}

const changes = [
  ["back by an hour", -hour],
  ["forward by an hour", hour],
] as const;

describe.each(changes)("a clock that is set %s during a call", (_, change) => {
  it("does not move its deadline", async () => {
    const clock = new AdjustableClock();
    const call = getIndex(createClient(never, { clock, random: () => 0.5, timeout: 1000, deadline: 1900, retries: 5 }));
    await idle();
    clock.adjust(change);
    const error = await expectRejection(TimeoutError, clock.drive(call));
    expect(error).toMatchObject({ limit: "deadline", stopReason: "deadline" });
    expect(error.attempts).toEqual([
      { number: 1, started: start, duration: 1000, code: "timeout", delay: 250, reason: "backoff" },
      { number: 2, started: start + change + 1250, duration: 650, code: "timeout" },
    ]);
    expect(clock.monotonicNow()).toBe(1900);
  });

  it("does not keep it from another attempt, nor allow one too many", async () => {
    for (const [deadline, statuses] of [
      [1251, [503, 200]],
      [1250, [503]],
    ] as const) {
      const clock = new AdjustableClock();
      const responses = [new Response(null, { status: 503 }), Response.json([])];
      const fetch = async () => {
        clock.pass(1000);
        clock.adjust(change);
        return responses.shift() ?? Response.error();
      };
      const kb = createClient(fetch, { clock, random: () => 0.5, deadline, retries: 1 });
      const result = await clock.drive(getIndex(kb).safe());
      const attempts = result.ok ? result.attempts : result.error.attempts;
      expect(attempts.map(({ status }) => status).slice(0, 1)).toEqual(statuses.slice(0, 1));
      expect(attempts).toHaveLength(statuses.length);
    }
  });

  it("does not change the durations of attempts and events", async () => {
    const clock = new AdjustableClock();
    const durations: number[] = [];
    const fetch = async () => {
      clock.pass(40);
      clock.adjust(change);
      return Response.json([]);
    };
    const onResponse = ({ duration }: { readonly duration: number }) => durations.push(duration);
    const { attempts } = await getIndex(createClient(fetch, { clock, onResponse })).withResponse();
    await idle();
    expect(attempts).toEqual([{ number: 1, started: start, duration: 40, status: 200 }]);
    expect(durations).toEqual([40]);
  });

  it("is what the date of a Retry-After header is compared with", async () => {
    const clock = new AdjustableClock();
    const date = new Date(start + change + 7000).toUTCString();
    const responses = [
      new Response(null, { status: 503, headers: { "retry-after": date } }),
      new Response(null, { status: 503, headers: { "retry-after": "3" } }),
    ];
    const fetch = async () => {
      if (responses.length === 2) clock.adjust(change);
      return responses.shift() ?? Response.json([]);
    };
    const { attempts } = await clock.drive(getIndex(createClient(fetch, { clock })).withResponse());
    expect(attempts.map(({ delay, reason }) => [delay, reason])).toEqual([
      [7000, "retry_after"],
      [3000, "retry_after"],
      [undefined, undefined],
    ]);
    expect(clock.monotonicNow()).toBe(10_000);
  });
});

/** Changes the date of the platform at each look at it. */
function adjustPlatform(change: number): void {
  let now = Date.now();
  const spy = vi.spyOn(Date, "now").mockImplementation(() => {
    now += change;
    return now;
  });
  onTestFinished(() => spy.mockRestore());
}

describe.each(changes)("the date of the platform that is set %s again and again", (_, change) => {
  it("does not affect a call that is in time", async () => {
    adjustPlatform(change);
    const responses = [new Response(null, { status: 503 }), new Response(null, { status: 503 }), Response.json([])];
    const kb = createClient(async () => responses.shift() ?? Response.error(), { random: () => 0 });
    const { data, attempts } = await getIndex(kb).withResponse();
    expect(data).toEqual([]);
    expect(attempts.every(({ duration }) => duration >= 0 && duration < 60_000)).toBe(true);
  });

  it("does not affect the deadline", async () => {
    adjustPlatform(change);
    const kb = createClient(never, { timeout: 20, deadline: 70, retries: 1000, random: () => 0 });
    const error = await expectRejection(TimeoutError, getIndex(kb));
    expect(error.stopReason).toBe("deadline");
    expect(error.attempts.length).toBeGreaterThan(0);
    expect(error.attempts.every(({ duration }) => duration >= 0 && duration < 60_000)).toBe(true);
  });
});

describe("a clock without monotonicNow", () => {
  it("measures durations with now", async () => {
    const clock = new ManualClock();
    const fetch = async () => {
      clock.pass(40);
      return Response.json([]);
    };
    const { attempts } = await getIndex(createClient(fetch, { clock })).withResponse();
    expect(attempts).toEqual([{ number: 1, started: start, duration: 40, status: 200 }]);
  });
});

describe("monotonicNow of a clock", () => {
  it.each([5, null, "now", {}])("is rejected if it is %j", (monotonicNow) => {
    const clock = { now: () => 0, after: () => () => {}, monotonicNow: monotonicNow as never };
    expect(() => createClient(never, { clock })).toThrow(/^Failed to create a client: clock must be an object with /);
  });

  it("is left out if it is undefined", async () => {
    const clock = { now: () => 0, after: () => () => {}, monotonicNow: undefined as never };
    expect(await getIndex(createClient(async () => Response.json([]), { clock }))).toEqual([]);
  });

  it("is the cause of a ConfigurationError if it throws", async () => {
    const reason = new Error("the clock is broken");
    const monotonicNow = () => {
      throw reason;
    };
    const clock = { now: () => 0, after: () => () => {}, monotonicNow };
    const call = getIndex(createClient(async () => Response.json([]), { clock }));
    expect((await expectRejection(ConfigurationError, call)).cause).toBe(reason);
  });

  it("is called with its clock as the receiver", async () => {
    const clock = Object.assign(new ManualClock(), {
      elapsed: 0,
      monotonicNow(this: { elapsed: number }) {
        this.elapsed += 5;
        return this.elapsed;
      },
    });
    await getIndex(createClient(async () => Response.json([]), { clock }));
    expect(clock.elapsed).toBeGreaterThan(0);
  });
});
