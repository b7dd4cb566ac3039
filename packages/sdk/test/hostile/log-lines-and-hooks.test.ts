import {
  type ClientOptions,
  ConfigurationError,
  InputError,
  type Logger,
  type LogLevel,
  NotFoundError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, errorBody, getIndex, indexEntry, userAgent } from "./create-client.ts";
import { idle, ManualClock, start } from "./manual-clock.ts";
import { setVariable } from "./set-variable.ts";
import { watchRejections } from "./watch-rejections.ts";

type Line = readonly [level: keyof Logger, message: string, details: object];

function recordLog() {
  const lines: Line[] = [];
  const write = (level: keyof Logger) => (message: string, details: object) => {
    lines.push([level, message, details]);
  };
  const logger: Logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  return { lines, logger };
}

/** Creates a `fetch` that fails once, and then resolves with a response that differs from the contract. */
function unsteady(clock: ManualClock): typeof globalThis.fetch {
  const responses = [
    () => new Response(null, { status: 503 }),
    () => Response.json([{ ...indexEntry, status: "frozen" }], { headers: { "x-request-id": "r2" } }),
  ];
  return async () => {
    clock.pass(40);
    return responses.shift()?.() ?? Response.error();
  };
}

/** What events tell of the headers of the two responses. */
const responseHeaders = [
  { headers: {}, requestId: undefined },
  { headers: { "content-type": "application/json", "x-request-id": "r2" }, requestId: "r2" },
];

/** Creates a call that logs a line of every level. */
async function callOnce(options: ClientOptions) {
  const clock = new ManualClock();
  const { lines, logger } = recordLog();
  const onRequest = () => {
    throw new Error("the hook is broken");
  };
  const kb = createClient(unsteady(clock), { clock, random: () => 0.5, logger, onRequest, ...options });
  await clock.drive(getIndex(kb));
  await idle();
  return lines;
}

const levelsOf = (lines: readonly Line[]) => new Set(lines.map(([level]) => level));

describe("the log", () => {
  it.each([
    ["debug", ["debug", "info", "warn", "error"]],
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
    ["off", []],
  ] as const)("at the level %s has lines of the levels %j", async (logLevel, levels) => {
    expect(levelsOf(await callOnce({ logLevel }))).toEqual(new Set(levels));
    setVariable("KNOWLEDGE_BASE_LOG", logLevel);
    expect(levelsOf(await callOnce({ logLevel: undefined }))).toEqual(new Set(levels));
  });

  it("is warn by default", async () => {
    setVariable("KNOWLEDGE_BASE_LOG", undefined);
    expect(levelsOf(await callOnce({ logLevel: undefined }))).toEqual(new Set(["warn", "error"]));
  });

  it("logs each event at its level", async () => {
    const lines = await callOnce({ logLevel: "debug" });
    const events = lines.map(([level, , details]) => [level, details]);
    const call = { operation: "promptIndex.get", callId: expect.stringMatching(/^call_\d+$/) };
    const request = { ...call, method: "GET", url: "https://kb.example.com/v1/brains/b/index" };
    const headers = { accept: "application/json", ...userAgent, "x-api-key": "[redacted]" };
    const [failed, succeeded] = responseHeaders;
    expect(events).toContainEqual(["debug", { ...request, attempt: 1, headers }]);
    expect(events).toContainEqual(["debug", { ...request, attempt: 2, headers }]);
    expect(events).toContainEqual(["debug", { ...request, attempt: 1, status: 503, duration: 40, ...failed }]);
    expect(events).toContainEqual(["debug", { ...request, attempt: 2, status: 200, duration: 40, ...succeeded }]);
    const attempts = [expect.objectContaining({ status: 503 }), expect.objectContaining({ status: 200 })];
    expect(events).toContainEqual(["debug", { ...call, status: 200, attempts, duration: 330, ...succeeded }]);
    expect(new Set(lines.flatMap(([, , details]) => Object(details).callId ?? [])).size).toBe(1);
    expect(lines.filter(([level]) => level !== "error").map(([level, message]) => [level, message])).toEqual([
      ["debug", "promptIndex.get: sending attempt 1"],
      ["debug", "promptIndex.get: 503 after 40 ms"],
      ["info", "promptIndex.get: retrying in 250 ms"],
      ["debug", "promptIndex.get: sending attempt 2"],
      ["debug", "promptIndex.get: 200 after 40 ms"],
      ["warn", "promptIndex.get: the response differs from the contract"],
      ["debug", "promptIndex.get: completed after 330 ms"],
    ]);
    const line = ["error", "The hook onRequest failed.", { ...call, error: new Error("the hook is broken") }];
    expect(lines.filter(([level]) => level === "error")).toEqual([line, line]);
  });

  it("logs a call that fails at the level debug", async () => {
    const { lines, logger } = recordLog();
    const fetch = async () => Response.json(errorBody(404), { status: 404 });
    const kb = createClient(fetch, { logger, logLevel: "debug" });
    const error = await expectRejection(NotFoundError, getIndex(kb));
    const [level, message] = lines.at(-1) ?? [];
    expect(level).toBe("debug");
    expect(message).toContain(error.message);
  });

  it.each(["verbose", "WARN", "", 3])("of the level %j is rejected", (logLevel) => {
    const make = () => createClient(async () => Response.json([]), { logLevel: logLevel as LogLevel });
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow("debug, info, warn, error, off");
  });

  it("rejects an invalid level in the environment, and ignores an empty one", () => {
    const make = () => createClient(async () => Response.json([]), { logLevel: undefined });
    setVariable("KNOWLEDGE_BASE_LOG", "loud");
    expect(make).toThrow("KNOWLEDGE_BASE_LOG must be one of debug, info, warn, error, off.");
    setVariable("KNOWLEDGE_BASE_LOG", "");
    expect(make).not.toThrow();
  });

  it.each(["throws", "rejects"])("that %s breaks nothing", async (how) => {
    const unhandled = watchRejections();
    const fail = (): unknown => {
      if (how === "throws") throw new Error("the disk is full");
      return Promise.reject(new Error("the disk is full"));
    };
    const broken: Logger = { debug: fail, info: fail, warn: fail, error: fail };
    const clock = new ManualClock();
    const kb = createClient(unsteady(clock), {
      clock,
      random: () => 0.5,
      logger: broken,
      logLevel: "debug",
      onRequest: () => Promise.reject(new Error("the hook is broken")),
    });
    expect(await clock.drive(getIndex(kb))).toEqual([{ ...indexEntry, status: "frozen" }]);
    await idle();
    expect(unhandled).toEqual([]);
  });

  it("keeps the logger as the owner of its methods", async () => {
    class Recorder implements Logger {
      readonly lines: string[] = [];
      debug(message: string) {
        this.lines.push(message);
      }
      info(message: string) {
        this.debug(message);
      }
      warn(message: string) {
        this.debug(message);
      }
      error(message: string) {
        this.debug(message);
      }
    }
    const logger = new Recorder();
    await getIndex(createClient(async () => Response.json([]), { logger, logLevel: "debug" }));
    expect(logger.lines).toEqual([
      "promptIndex.get: sending attempt 1",
      expect.stringMatching(/^promptIndex\.get: 200 after \d/),
      expect.stringMatching(/^promptIndex\.get: completed after \d/),
    ]);
  });
});

describe("the hooks", () => {
  it("receive every event, exactly and in order", async () => {
    const clock = new ManualClock();
    const events: unknown[] = [];
    const hear = (name: string) => (event: object) => {
      events.push([name, event]);
    };
    const kb = createClient(unsteady(clock), {
      clock,
      random: () => 0.5,
      onRequest: hear("request"),
      onResponse: hear("response"),
      onRetry: hear("retry"),
      onSuccess: hear("success"),
      onError: hear("error"),
      onDrift: hear("drift"),
    });
    await clock.drive(kb.promptIndex.get({ brainId: "b" }, { headers: { "x-one": "1" } }));
    await idle();
    const call = { operation: "promptIndex.get", callId: (events[0] as [string, { callId: string }])[1].callId };
    const request = { ...call, method: "GET", url: "https://kb.example.com/v1/brains/b/index" };
    const headers = { accept: "application/json", ...userAgent, "x-one": "1", "x-api-key": "[redacted]" };
    const failed = { number: 1, started: start, duration: 40, status: 503, delay: 250, reason: "backoff" };
    const succeeded = { number: 2, started: start + 290, duration: 40, status: 200 };
    const drift = { kind: "unknown_value", path: [0, "status"], message: expect.any(String), value: "frozen" };
    expect(events).toEqual([
      ["request", { ...request, attempt: 1, headers }],
      ["response", { ...request, attempt: 1, status: 503, duration: 40, ...responseHeaders[0] }],
      ["retry", { ...call, attempt: failed }],
      ["request", { ...request, attempt: 2, headers }],
      ["response", { ...request, attempt: 2, status: 200, duration: 40, ...responseHeaders[1] }],
      ["drift", { ...call, ...drift }],
      ["success", { ...call, status: 200, attempts: [failed, succeeded], duration: 330, ...responseHeaders[1] }],
    ]);
    expect(call.callId).toMatch(/^call_\d+$/);
  });

  it("receive the same error that the call rejects with, once", async () => {
    const errors: unknown[] = [];
    const onError = (event: object) => errors.push(event);
    const kb = createClient(async () => Response.json(errorBody(404), { status: 404 }), { onError });
    const call = getIndex(kb);
    const error = await expectRejection(NotFoundError, call);
    await call.safe();
    await idle();
    expect(errors).toEqual([
      { operation: "promptIndex.get", callId: expect.any(String), error, duration: expect.any(Number) },
    ]);
    expect((errors[0] as { error: unknown }).error).toBe(error);
  });

  it("receive the errors of an invalid input and of a missing configuration", async () => {
    const codes: string[] = [];
    const onError = ({ error }: { error: { code: string } }) => codes.push(error.code);
    const kb = createClient(async () => Response.json([]), { onError });
    await kb.promptIndex.get({ brainId: "" }).safe();
    await createClient(async () => Response.json([]), { onError, apiKey: () => "" })
      .oauth.start({ brainId: "b" })
      .safe();
    await idle();
    expect(codes).toEqual(["input", "configuration"]);
  });

  it("receive a request before it is sent", async () => {
    const order: string[] = [];
    const fetch = async () => {
      order.push("fetch");
      return Response.json([]);
    };
    await getIndex(createClient(fetch, { onRequest: () => order.push("hook") }));
    expect(order).toEqual(["hook", "fetch"]);
  });

  it("receive no response if there was none", async () => {
    const calls: string[] = [];
    const fetch = () => Promise.reject(new TypeError("fetch failed"));
    await getIndex(createClient(fetch, { retries: 0, onResponse: () => calls.push("response") })).safe();
    await idle();
    expect(calls).toEqual([]);
  });

  it.each(["throws", "rejects", "never settles"])("break nothing if each of them %s", async (how) => {
    const unhandled = watchRejections();
    const reason = new Error("the hook is broken");
    const hook = (): unknown => {
      if (how === "throws") throw reason;
      return how === "rejects" ? Promise.reject(reason) : new Promise(() => {});
    };
    const { lines, logger } = recordLog();
    const clock = new ManualClock();
    const hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onError: hook, onDrift: hook, onSuccess: hook };
    const kb = createClient(unsteady(clock), { clock, random: () => 0.5, logger, logLevel: "error", ...hooks });
    expect(await clock.drive(getIndex(kb))).toHaveLength(1);
    await expectRejection(InputError, kb.promptIndex.get({ brainId: ".." }));
    await idle();
    const call = { operation: "promptIndex.get", callId: expect.stringMatching(/^call_\d+$/) as string };
    const failed = (name: string) => ["error", `The hook ${name} failed.`, { ...call, error: reason }];
    const names = ["onRequest", "onResponse", "onRetry", "onRequest", "onResponse", "onDrift", "onSuccess", "onError"];
    expect(lines).toEqual(how === "never settles" ? [] : names.map(failed));
    expect(unhandled).toEqual([]);
  });

  it("cannot affect the call by changing an event", async () => {
    const { attempts } = await getIndex(
      createClient(async () => new Response(null, { status: 200 }), { validate: "off" }).withOptions({
        fetch: (() => {
          const responses = [new Response(null, { status: 503 }), Response.json([])];
          return async () => responses.shift() ?? Response.error();
        })(),
        random: () => 0,
        onRetry: ({ attempt }) => Object.assign(attempt, { number: 99, status: 1 }),
        onRequest: ({ headers }) => Object.assign(headers, { "x-api-key": "changed" }),
        onSuccess: (event) => Object.assign(event.attempts[1] ?? {}, { number: 99 }),
      }),
    ).withResponse();
    await idle();
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [1, 503],
      [2, 200],
    ]);
  });
});
