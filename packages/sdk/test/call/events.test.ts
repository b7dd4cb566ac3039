import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { start, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { ClientOptions, Logger } from "@knowledge-base/sdk";
import { beforeEach, expect, it } from "vitest";
import { createClient, respond, respondJson } from "../helpers/client.ts";
import { driveCall } from "../helpers/drive-call.ts";
import { documentedBody, entry, getIndex } from "../helpers/operation-calls.ts";
import { type RecordedLine, recordEverything } from "../helpers/print-everything.ts";
import { expectRejection } from "../helpers/rejections.ts";

beforeEach(useFakeTimers);

const fails = respond(null, 503, { "x-request-id": "r-0" });
const drifts = respondJson([{ ...entry, status: "frozen" }], 200, { "x-request-id": "r-1" });
const rejects = respondJson(documentedBody(404), 404);

// Creates a client that receives some responses, each after 40 milliseconds, and records its events and log lines.
function connectInTurn(responses: readonly (() => Promise<Response>)[], given: ClientOptions = {}) {
  const left = [...responses];
  const { records, options } = recordEverything(given);
  const fetch = async () => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    return left.shift()?.() ?? Promise.reject(new TypeError("fetch failed"));
  };
  return { records, kb: createClient(fetch, { random: () => 0.5, retries: 1, ...options }) };
}

// Returns the events of hooks, or else the log lines with their levels.
const eventsOf = (records: readonly RecordedLine[]) => records.filter(([source]) => source.startsWith("on"));
const linesOf = (records: readonly RecordedLine[]) => records.filter(([source]) => !source.startsWith("on"));

const failed = { number: 1, started: start, duration: 40, status: 503, delay: 250, reason: "backoff" };
const succeeded = { number: 2, started: start + 290, duration: 40, status: 200 };
const call = { operation: "promptIndex.get", callId: expect.stringMatching(/^\S+$/) };
const headers = { "content-type": "application/json", "x-request-id": "r-1" };
const drift = { kind: "unknown_value", path: [0, "status"], message: expect.any(String), value: "frozen" };
const success = { attempts: [failed, succeeded], status: 200, duration: 330, headers, requestId: "r-1" };

it("the events of a call are those of retry, drift and success, in order, with the id of the call", async () => {
  const { kb, records } = connectInTurn([fails, drifts]);
  await driveCall(getIndex(kb));
  await setImmediate();
  expect(eventsOf(records)).toEqual([
    ["onRetry", { ...call, attempt: failed }],
    ["onDrift", { ...call, ...drift }],
    ["onSuccess", { ...call, ...success }],
  ]);
  expect(new Set(records.map(([, event, details]) => Object(details ?? event).callId)).size).toBe(1);
});

it("the events of a call are those of retry and error, which is the error that the call rejects with, once", async () => {
  const { kb, records } = connectInTurn([fails, rejects]);
  const promise = getIndex(kb);
  const { error } = await driveCall(promise.safe());
  await promise.safe();
  await setImmediate();
  expect(eventsOf(records)).toEqual([
    ["onRetry", { ...call, attempt: failed }],
    ["onError", { ...call, error, duration: 330 }],
  ]);
  expect(Object(eventsOf(records)[1]?.[1]).error).toBe(error);
});

it("the events of a call are one error, whatever has failed, even before anything was sent", async () => {
  const { kb, records } = connectInTurn([respond("<h1>"), respondJson({ not: "a list" })]);
  const codes = ["response", "response", "connection", "input", "configuration"];
  await driveCall(Promise.all([getIndex(kb).safe(), getIndex(kb).safe()]));
  await driveCall(getIndex(kb, { retries: 0 }).safe());
  await kb.promptIndex.get({ brainId: "" }).safe();
  await getIndex(kb, { timeout: 0 }).safe();
  await setImmediate();
  expect(eventsOf(records).map(([name, event]) => [name, Object(event).error.code])).toEqual(
    codes.map((code) => ["onError", code]),
  );
});

it("the events of a call have an id that no other call has, not even one of another client", async () => {
  const { options, records } = recordEverything({});
  const clients = [1, 2].map(() => createClient(respondJson([]), options));
  await Promise.all(clients.concat(clients).flatMap((kb) => Array.from({ length: 50 }, () => getIndex(kb))));
  await setImmediate();
  const events = records.filter(([source]) => source === "onSuccess");
  expect(new Set(events.map(([, event]) => Object(event).callId)).size).toBe(200);
});

it("the events of a call can't affect the call if a hook changes them", async () => {
  const { kb } = connectInTurn([fails, drifts], {
    onRetry: ({ attempt }) => Object.assign(attempt, { number: 99, status: 1 }),
    onSuccess: ({ attempts }) => Object.assign(attempts[1] ?? {}, { number: 99 }),
  });
  const { attempts } = await driveCall(getIndex(kb).withResponse());
  await setImmediate();
  expect(attempts).toEqual([failed, succeeded]);
});

const reason = new Error("it is broken");
const throwReason = () => {
  throw reason;
};
const ways: readonly { way: string; fail: () => unknown }[] = [
  { way: "throws", fail: throwReason },
  { way: "rejects", fail: () => Promise.reject(reason) },
  { way: "never settles", fail: () => new Promise(() => {}) },
];

it.each(ways)("a hook that $way breaks nothing, and is reported with the call", async ({ way: how, fail }) => {
  const { records, options } = recordEverything({ logLevel: "error" });
  const hooks = { onRetry: fail, onSuccess: fail, onError: fail, onDrift: fail };
  const { kb } = connectInTurn([fails, drifts, rejects], { ...options, ...hooks });
  expect(await driveCall(getIndex(kb))).toHaveLength(1);
  expect((await driveCall(getIndex(kb).safe())).error?.code).toBe("not_found");
  await setImmediate();
  const names = ["onRetry", "onDrift", "onSuccess", "onError"];
  expect(linesOf(records)).toEqual(
    how === "never settles"
      ? []
      : names.map((name) => ["error", `The function ${name} failed.`, { ...call, error: reason }]),
  );
});

it.each(ways)("a hook or a logger that fails breaks nothing, even if a method of the logger $way", async ({ fail }) => {
  const logger: Logger = { debug: fail, info: fail, warn: fail, error: fail };
  const onSuccess = () => Promise.reject(reason);
  const { kb } = connectInTurn([fails, drifts], { logger, logLevel: "debug", onSuccess });
  expect(await driveCall(getIndex(kb))).toHaveLength(1);
  await setImmediate();
});

it("the log has a line for each event, at its level", async () => {
  const { kb, records } = connectInTurn([fails, drifts, rejects]);
  await driveCall(getIndex(kb));
  const error = await expectRejection(Error, driveCall(getIndex(kb)));
  const exchanges = /: (sending a request|received a response)$/;
  expect(linesOf(records).filter(([, message]) => !exchanges.test(String(message)))).toEqual([
    ["info", "promptIndex.get: retrying in 250 ms", { ...call, attempt: failed }],
    ["warn", "promptIndex.get: the response differs from the contract", { ...call, ...drift }],
    ["debug", "promptIndex.get: 200 after 330 ms", { ...call, ...success }],
    ["debug", "promptIndex.get: NotFoundError after 40 ms", { ...call, error, duration: 40 }],
  ]);
});

it("the log has texts and details as they are when the console prints them, even with placeholders in a text", async () => {
  const stream = new PassThrough();
  const logger = new Console({ stdout: stream, stderr: stream });
  const message = "100 %s %d %o of %c";
  const { kb } = connectInTurn([respondJson(documentedBody(403, { message }), 403)], { logger, logLevel: "debug" });
  await driveCall(getIndex(kb).safe());
  const printed = String(stream.read());
  expect(printed).toContain("promptIndex.get: ForbiddenError after ");
  expect(printed).toContain(message);
  expect(printed).toMatch(/promptIndex\.get: sending a request \{\s+operation: 'promptIndex\.get'/);
});

it("the log has the headers by which a service announces a change, once for each operation", async () => {
  const announced = respondJson([], 200, { deprecation: "@1780000000", sunset: "soon", warning: "299 - old" });
  const { kb, records } = connectInTurn([announced, announced]);
  for (const client of [kb, kb.withOptions({})]) await driveCall(getIndex(client));
  const names = ["deprecation", "sunset", "warning"];
  expect(linesOf(records).filter(([level]) => level === "warn")).toMatchObject(
    names.map((name) => [
      "warn",
      `promptIndex.get: the response has the header ${name}`,
      { [name]: expect.any(String) },
    ]),
  );
});

it("the log keeps the logger as the owner of its methods", async () => {
  const logger = {
    ...console,
    lines: [] as string[],
    warn(message: string) {
      this.lines.push(message);
    },
  };
  await driveCall(getIndex(connectInTurn([drifts], { logger, logLevel: "warn" }).kb));
  expect(logger.lines).toHaveLength(1);
});
