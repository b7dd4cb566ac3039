import type { ClientOptions, KnowledgeBase, LogLevel } from "@knowledge-base/sdk";
import { type Logger, type LoggerOptions, pino, stdSerializers } from "pino";
import { describe, expect, it } from "vitest";
import { createClient, secretKey } from "./create-client.ts";

interface Line {
  readonly level: number;
  readonly [field: string]: unknown;
}

/** Creates a pino logger, with the lines that it has written. */
function createLogger(serializers: NonNullable<LoggerOptions["serializers"]> = {}) {
  const texts: string[] = [];
  const logger: Logger = pino({ level: "debug", base: null, serializers }, { write: (text) => texts.push(text) });
  return {
    logger,
    text: () => texts.join(""),
    lines: () => texts.map((text): Line => JSON.parse(text)),
  };
}

const entry = { slug: "rye", title: "Rye", summary: "A flour.", pageType: "topic", pinned: false, status: "active" };

const succeed = async () => Response.json([entry], { headers: { "x-request-id": "req_1" } });

/** Responds with 503 to the first request, and then succeeds. */
function failOnce(): typeof globalThis.fetch {
  let requests = 0;
  return async () => {
    requests += 1;
    return requests === 1 ? new Response(`Bad key ${secretKey}`, { status: 503 }) : succeed();
  };
}

const callIndex = (kb: KnowledgeBase) => kb.promptIndex.get({ brainId: "b" }).safe();

interface Scenario {
  readonly level: Exclude<LogLevel, "off">;
  readonly pinoLevel: number;
  readonly fetch: () => typeof globalThis.fetch;
  readonly options?: ClientOptions;
  readonly line: Readonly<Record<string, unknown>>;
}

const scenarios: readonly Scenario[] = [
  {
    level: "debug",
    pinoLevel: 20,
    fetch: () => succeed,
    line: {
      msg: expect.stringMatching(/^promptIndex\.get: 200 after /),
      operation: "promptIndex.get",
      callId: expect.stringMatching(/./),
      attempt: 1,
      method: "GET",
      url: "https://kb.example.com/v1/brains/b/index",
      status: 200,
      requestId: "req_1",
    },
  },
  {
    level: "info",
    pinoLevel: 30,
    fetch: failOnce,
    options: { retries: 1, random: () => 0 },
    line: {
      msg: "promptIndex.get: retrying in 0 ms",
      operation: "promptIndex.get",
      attempt: expect.objectContaining({ number: 1, status: 503, delay: 0, reason: "backoff" }),
    },
  },
  {
    level: "warn",
    pinoLevel: 40,
    fetch: () => async () => Response.json([{ ...entry, colour: "brown" }]),
    line: {
      msg: "promptIndex.get: the response differs from the contract",
      operation: "promptIndex.get",
      kind: "unknown_field",
      path: [0, "colour"],
    },
  },
  {
    level: "error",
    pinoLevel: 50,
    fetch: () => succeed,
    options: {
      onResponse: () => {
        throw new Error("The disk is full.");
      },
    },
    line: { msg: "The hook onResponse failed.", error: expect.anything() },
  },
];

describe("with the logger order of pino", () => {
  it.each(scenarios)("writes message and details of the level $level to their fields", async (scenario) => {
    const { level, pinoLevel, fetch, options, line } = scenario;
    const { logger, lines } = createLogger();
    await callIndex(createClient(fetch(), { ...options, logger, loggerOrder: "details-first", logLevel: level }));
    const found = lines().filter((other) => other.level === pinoLevel);
    expect(found).toContainEqual(expect.objectContaining(line));
    expect(lines().every((other) => other.level >= pinoLevel)).toBe(true);
  });

  it("writes the error of a call with its code and its status", async () => {
    const { logger, lines } = createLogger();
    const fetch = async () => new Response("Bad gateway", { status: 502, headers: { "x-request-id": "req_2" } });
    await callIndex(createClient(fetch, { logger, loggerOrder: "details-first", logLevel: "debug" }));
    expect(lines().at(-1)).toMatchObject({
      msg: expect.stringMatching(/^promptIndex\.get: Failed to get the prompt index: 502 /),
      error: { name: "ServerError", code: "server_error", status: 502, requestId: "req_2" },
    });
  });

  it("writes what a hook has thrown if pino has a serializer for the field error", async () => {
    const { logger, lines } = createLogger({ error: stdSerializers.err });
    const onResponse = () => Promise.reject(new Error("The disk is full."));
    await callIndex(createClient(succeed, { logger, loggerOrder: "details-first", onResponse }));
    expect(lines()).toEqual([
      expect.objectContaining({
        msg: "The hook onResponse failed.",
        error: expect.objectContaining({ type: "Error", message: "The disk is full." }),
      }),
    ]);
  });

  it.each([
    ["no serializers", {}],
    ["the serializer for errors", { error: stdSerializers.err }],
  ])("never writes the key, with %s", async (_, serializers) => {
    const { logger, text, lines } = createLogger(serializers);
    const options = { logger, loggerOrder: "details-first", logLevel: "debug", random: () => 0 } as const;
    const echo = async () => new Response(`Bad key ${secretKey}`, { status: 500 });
    const breakConnection = () => Promise.reject(new TypeError(`fetch failed for ${secretKey}`));
    await callIndex(createClient(failOnce(), { ...options, retries: 1 }));
    await callIndex(createClient(echo, options));
    await callIndex(createClient(breakConnection, options));
    expect(lines().filter((line) => "error" in line)).toHaveLength(2);
    expect(text()).not.toContain(secretKey);
  });

  it("accepts a child logger", async () => {
    const { logger, lines } = createLogger();
    const child = logger.child({ module: "knowledge-base" });
    await callIndex(createClient(succeed, { logger: child, loggerOrder: "details-first", logLevel: "debug" }));
    expect(lines()[0]).toMatchObject({ module: "knowledge-base", msg: "promptIndex.get: sending attempt 1" });
  });
});

it("gives pino the message alone with the default order, because pino takes the details first", async () => {
  const { logger, lines } = createLogger();
  const fetch = async () => Response.json([{ ...entry, colour: "brown" }]);
  await callIndex(createClient(fetch, { logger }));
  expect(lines()).toEqual([
    { level: 40, time: expect.any(Number), msg: "promptIndex.get: the response differs from the contract" },
  ]);
});
