import {
  type Attempt,
  type ClientOptions,
  ConfigurationError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, errorBody, everyCall, getIndex, startOAuth } from "./create-client.ts";
import { expectNoSecret } from "./expect-no-secret.ts";
import { idle, ManualClock, start } from "./manual-clock.ts";

const oauth = { authorizationUrl: "https://example.com", expiresAt: "2026-06-03T12:00:00.000Z" };
const unauthorized = () => Response.json(errorBody(401), { status: 401 });
const unavailable = () => new Response(null, { status: 503 });
const never = () => new Promise<never>(() => {});

/** Creates a client with a manual clock and a key function, which receives at most 20 responses, the last one repeatedly. */
function connect(
  apiKey: NonNullable<ClientOptions["apiKey"]>,
  responses: readonly (() => Response)[],
  options: ClientOptions = {},
) {
  const clock = new ManualClock();
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const next = responses[keys.length] ?? responses.at(-1);
    keys.push(new Request(input, init).headers.get("x-api-key"));
    return keys.length > 20 ? never() : (next?.() ?? Response.error());
  };
  return { clock, keys, kb: createClient(fetch, { clock, random: () => 0.5, apiKey, ...options }) };
}

/** A key function that records what it is called with, and returns a new key each time. */
function recordContexts() {
  const contexts: unknown[] = [];
  return {
    contexts,
    apiKey: (context: unknown) => {
      contexts.push(context);
      return `key_number_${contexts.length}`;
    },
  };
}

const outcomes = (attempts: readonly Attempt[]) =>
  attempts.map(({ status, code, delay, reason }) => [status ?? code, delay, reason]);

describe("a key function", () => {
  it("is called before each attempt, with its number", async () => {
    const { contexts, apiKey } = recordContexts();
    const { clock, kb, keys } = connect(apiKey, [unavailable, unavailable, () => Response.json([])]);
    await clock.drive(getIndex(kb));
    expect(contexts).toEqual([
      { attempt: 1, wasRejected: false },
      { attempt: 2, wasRejected: false },
      { attempt: 3, wasRejected: false },
    ]);
    expect(keys).toEqual(["key_number_1", "key_number_2", "key_number_3"]);
  });
});

describe("a key of a function that the service rejects with 401", () => {
  it.each([0, 2])("is replaced once, and the request repeated at once, with %s retries", async (retries) => {
    const { contexts, apiKey } = recordContexts();
    const { clock, kb, keys } = connect(apiKey, [unauthorized, () => Response.json([])], { retries });
    const { data, attempts } = await clock.drive(getIndex(kb).withResponse());
    expect(data).toEqual([]);
    expect(contexts).toEqual([
      { attempt: 1, wasRejected: false },
      { attempt: 2, wasRejected: true },
    ]);
    expect(keys).toEqual(["key_number_1", "key_number_2"]);
    expect(attempts).toEqual([
      { number: 1, started: start, duration: 0, status: 401, delay: 0, reason: "new_key" },
      { number: 2, started: start, duration: 0, status: 200 },
    ]);
    expect(clock.now()).toBe(start);
  });

  it.each(Object.entries(everyCall))("is replaced for %s", async (_, call) => {
    const { apiKey } = recordContexts();
    const { clock, kb, keys } = connect(apiKey, [unauthorized, () => Response.json(oauth)], { validate: "off" });
    expect(await clock.drive(call(kb))).toEqual(oauth);
    expect(keys).toEqual(["key_number_1", "key_number_2"]);
  });

  it("is not replaced a second time", async () => {
    const { contexts, apiKey } = recordContexts();
    const { clock, kb, keys } = connect(apiKey, [unauthorized], { retries: 5 });
    const error = await expectRejection(UnauthorizedError, clock.drive(getIndex(kb)));
    expect(outcomes(error.attempts)).toEqual([
      [401, 0, "new_key"],
      [401, undefined, undefined],
    ]);
    expect(error.stopReason).toBe("not_retryable");
    expect([contexts.length, keys.length]).toEqual([2, 2]);
  });

  it("is not replaced a second time after another failure in between", async () => {
    const { contexts, apiKey } = recordContexts();
    const { clock, kb } = connect(apiKey, [unauthorized, unavailable, unauthorized, () => Response.json([])], {
      retries: 5,
    });
    const error = await expectRejection(UnauthorizedError, clock.drive(getIndex(kb)));
    expect(error.attempts.map(({ status }) => status)).toEqual([401, 503, 401]);
    expect(contexts).toEqual([
      { attempt: 1, wasRejected: false },
      { attempt: 2, wasRejected: true },
      { attempt: 3, wasRejected: false },
    ]);
  });

  it("is replaced after other failures", async () => {
    const { contexts, apiKey } = recordContexts();
    const { clock, kb } = connect(apiKey, [unavailable, unauthorized, () => Response.json([])]);
    const { attempts } = await clock.drive(getIndex(kb).withResponse());
    expect(outcomes(attempts)).toEqual([
      [503, 250, "backoff"],
      [401, 0, "new_key"],
      [200, undefined, undefined],
    ]);
    expect(contexts.at(-1)).toEqual({ attempt: 3, wasRejected: true });
  });

  it("is replaced anew in each call", async () => {
    const { contexts, apiKey } = recordContexts();
    const { clock, kb } = connect(apiKey, [unauthorized]);
    for (let call = 0; call < 3; call += 1) await expectRejection(UnauthorizedError, clock.drive(startOAuth(kb)));
    expect(contexts).toHaveLength(6);
  });

  it("is reported to onRetry", async () => {
    const events: unknown[] = [];
    const { apiKey } = recordContexts();
    const onRetry = ({ attempt }: { readonly attempt: Attempt }) => events.push(attempt);
    const { clock, kb } = connect(apiKey, [unauthorized, () => Response.json([])], { onRetry });
    await clock.drive(getIndex(kb));
    await idle();
    expect(events).toEqual([{ number: 1, started: start, duration: 0, status: 401, delay: 0, reason: "new_key" }]);
  });

  it("leaves no key in the error, neither the first nor the second", async () => {
    const { apiKey } = recordContexts();
    const echo = () => Response.json(errorBody(401, { message: "key_number_1 key_number_2" }), { status: 401 });
    const { clock, kb } = connect(apiKey, [echo]);
    const error = await expectRejection(UnauthorizedError, clock.drive(getIndex(kb)));
    expectNoSecret(error, "key_number_1", "key_number_2");
  });

  it.each([
    ["throws", () => Promise.reject(new Error("the vault is locked"))],
    ["hangs", never],
  ])("was rejected until the function returns another, even if it %s at first", async (_, fail) => {
    const rejected: boolean[] = [];
    const apiKey: ClientOptions["apiKey"] = ({ wasRejected }) =>
      rejected.push(wasRejected) === 2 ? fail() : `key_number_${rejected.length}`;
    const { clock, kb, keys } = connect(apiKey, [unauthorized, unavailable, () => Response.json([])]);
    expect(await clock.drive(getIndex(kb))).toEqual([]);
    expect(rejected).toEqual([false, true, true, false]);
    expect(keys).toEqual(["key_number_1", "key_number_3", "key_number_4"]);
  });

  it("is the cause of a ConfigurationError if the function then fails", async () => {
    const reason = new Error("the vault is locked");
    const { clock, kb, keys } = connect(
      ({ wasRejected }) => {
        if (wasRejected) throw reason;
        return "key_number_1";
      },
      [unauthorized],
      { retries: 0 },
    );
    const error = await expectRejection(ConfigurationError, clock.drive(getIndex(kb)));
    expect(error.cause).toBe(reason);
    expect(outcomes(error.attempts)).toEqual([
      [401, 0, "new_key"],
      ["api_key", undefined, undefined],
    ]);
    expect(keys).toHaveLength(1);
  });
});

describe("a key function that fails", () => {
  const reason = new Error("the vault is locked");
  const fail = () => {
    throw reason;
  };

  it.each([
    ["throws", fail],
    ["rejects", () => Promise.reject(reason)],
  ])("and %s is called again, for every operation", async (_, failOnce) => {
    for (const call of Object.values(everyCall)) {
      let asked = 0;
      const { clock, kb, keys } = connect(
        () => {
          asked += 1;
          return asked === 1 ? failOnce() : "key_number_2";
        },
        [() => Response.json(oauth)],
        { validate: "off" },
      );
      expect(await clock.drive(call(kb))).toEqual(oauth);
      expect(keys).toEqual(["key_number_2"]);
    }
  });

  it.each([
    [getIndex, 0],
    [startOAuth, 0],
    [getIndex, 2],
    [startOAuth, 2],
  ])("is the cause of a ConfigurationError in the end: %s with %s retries", async (call, retries) => {
    const { clock, kb, keys } = connect(fail, [unavailable], { retries });
    const error = await expectRejection(ConfigurationError, clock.drive<unknown>(call(kb)));
    expect(error).toMatchObject({ code: "configuration", cause: reason, stopReason: "retries_exhausted" });
    const delays = [250, 500].slice(0, retries);
    expect(outcomes(error.attempts)).toEqual([
      ...delays.map((delay) => ["api_key", delay, "backoff"]),
      ["api_key", undefined, undefined],
    ]);
    expect(keys).toEqual([]);
  });

  it.each([undefined, null, "", "two words", "kb_secret\n", 5, {}])(
    "is not called again if it returns %j",
    async (key) => {
      let asked = 0;
      const { clock, kb, keys } = connect(() => {
        asked += 1;
        return key as never;
      }, [unavailable]);
      const error = await expectRejection(ConfigurationError, clock.drive(getIndex(kb)));
      expect(error.message).toContain("apiKey must be one or more visible ASCII characters");
      expect([asked, keys.length]).toEqual([1, 0]);
    },
  );
});

describe("a key function that does not settle", () => {
  it.each(Object.entries(everyCall))("is called again after the timeout for %s", async (_, call) => {
    let asked = 0;
    const { clock, kb, keys } = connect(
      () => {
        asked += 1;
        return asked < 3 ? never() : "key_number_3";
      },
      [() => Response.json(oauth)],
      { validate: "off" },
    );
    expect(await clock.drive(call(kb))).toEqual(oauth);
    expect([asked, keys]).toEqual([3, ["key_number_3"]]);
  });

  it.each([0, 2])("uses up the retries of an unsafe operation, because nothing was sent: %s", async (retries) => {
    const { clock, kb, keys } = connect(never, [unavailable], { retries, timeout: 1000 });
    const error = await expectRejection(TimeoutError, clock.drive(startOAuth(kb)));
    expect(error).toMatchObject({ limit: "timeout", stopReason: "retries_exhausted" });
    expect(error.attempts.map(({ code }) => code)).toEqual(Array.from({ length: retries + 1 }, () => "timeout"));
    expect(keys).toEqual([]);
  });

  it("does not make a request repeatable that an earlier attempt sent", async () => {
    let asked = 0;
    const { clock, kb, keys } = connect(
      () => {
        asked += 1;
        return asked === 1 ? never() : "key_number_2";
      },
      [() => new Response(null, { status: 500 })],
      { timeout: 1000 },
    );
    const error = await expectRejection(ServerError, clock.drive(startOAuth(kb)));
    expect(error.stopReason).toBe("not_repeatable");
    expect([error.attempts.length, keys.length]).toEqual([2, 1]);
  });

  it("never leads to a request after its attempt has timed out", async () => {
    let deliver: ((key: string) => void) | undefined;
    const { clock, kb, keys } = connect(() => new Promise<string>((resolve) => (deliver = resolve)), [unavailable], {
      retries: 0,
      timeout: 1000,
    });
    await expectRejection(TimeoutError, clock.drive(startOAuth(kb)));
    deliver?.("key_too_late");
    await idle();
    expect(keys).toEqual([]);
  });
});
