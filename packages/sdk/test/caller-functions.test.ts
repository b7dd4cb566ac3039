import { type ClientOptions, type Clock, ConfigurationError, StatusError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { createClient, never } from "./helpers/calls.ts";
import { start } from "./helpers/manual-clock.ts";
import { getIndex } from "./helpers/operation-calls.ts";

const fail = (): never => {
  throw new Error("it is broken");
};
const unavailable = async () => new Response(null, { status: 503, headers: { "x-request-id": "r" } });
const now = () => start;
const after = () => () => {};

describe("a function of the caller that throws", () => {
  it.each<[name: string, ClientOptions]>([
    ["random", { random: fail }],
    ["clock.now", { clock: { now: fail, after } }],
    ["clock.after", { clock: { now, after: fail } }],
    ["what clock.after has returned", { clock: { now, after: () => fail } }],
  ])("is the reason of a ConfigurationError: %s", async (_, options) => {
    const error = await expectRejection(
      ConfigurationError,
      getIndex(createClient(unavailable, { retries: 1, ...options })),
    );
    expect(error.message).toBe("Failed to get the prompt index: using the options or the input failed: it is broken.");
    expect(error.cause).toMatchObject({ name: "Error", message: "it is broken" });
  });

  it("is quoted in one line of limited length", async () => {
    const random = () => {
      throw new Error(`one\ntwo ${"x".repeat(5000)}`);
    };
    const error = await expectRejection(ConfigurationError, getIndex(createClient(unavailable, { random })));
    expect(error.message).toMatch(
      /^Failed to get the prompt index: using the options or the input failed: one two x+…$/,
    );
    expect(error.message.length).toBeLessThanOrEqual(1000);
  });

  it("hides no attempt that was made, whenever it fails", async () => {
    for (const broken of ["now", "after"] as const) {
      for (let calls = 0; calls < 40; calls += 1) {
        let left = calls;
        let sent = 0;
        const use = (name: keyof Clock, result: never) => {
          if (name === broken) left -= 1;
          return left < 0 ? fail() : result;
        };
        const clock = { now: () => use("now", start as never), after: () => use("after", after() as never) };
        const fetch = () => {
          sent += 1;
          return unavailable();
        };
        const kb = createClient(fetch, { clock, random: () => 0, retries: 2 });
        const { attempts } = await getIndex(kb).safe();
        const expected = Array.from({ length: sent }, () => 503);
        expect([broken, calls, attempts.map(({ status }) => status)]).toEqual([broken, calls, expected]);
      }
    }
  });

  it("hides no response", async () => {
    const { error, response } = await getIndex(createClient(unavailable, { random: fail })).safe();
    expect(error).toMatchObject({ code: "configuration", requestId: "r" });
    expect(response?.status).toBe(503);
  });
});

describe("a clock", () => {
  it("whose timers fire while they are created ends the call", async () => {
    const clock: Clock = {
      now,
      after(_, callback) {
        callback();
        return () => {};
      },
    };
    let sent = 0;
    const fetch = () => {
      sent += 1;
      return never();
    };
    const { error } = await getIndex(createClient(fetch, { clock, retries: 1 })).safe();
    expect([error?.code, sent]).toEqual(["timeout", 0]);
  });

  it("whose timers fire twice has no other effect", async () => {
    const clock: Clock = {
      now,
      after(_, callback) {
        const timer = setImmediate(() => {
          callback();
          callback();
        });
        return () => clearImmediate(timer);
      },
    };
    const error = await expectRejection(StatusError, getIndex(createClient(unavailable, { clock, random: () => 0.5 })));
    expect(error.attempts).toHaveLength(3);
  });
});
