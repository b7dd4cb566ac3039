import { type ClientOptions, ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { baseUrl, createClient, respond, respondJson, secretKey } from "../helpers/client.ts";
import { defineWith, getIndex } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const fail = (): never => {
  throw new Error("it is broken");
};
const unavailable = respond(null, 503, { "x-request-id": "r" });

it("a function random that throws is the reason of a ConfigurationError, and hides no response", async () => {
  const { error, response } = await getIndex(createClient(unavailable, { random: fail, retries: 1 })).safe();
  expect(error).toMatchObject({
    code: "configuration",
    message: "Failed to get the prompt index: the function random failed: it is broken.",
    cause: { name: "Error", message: "it is broken" },
    requestId: "r",
    attempts: [{ number: 1, status: 503 }],
  });
  expect(response?.status).toBe(503);
});

const brokenInput = {
  get brainId(): string {
    return fail();
  },
};
const brokenOptions = {
  get retries(): number {
    return fail();
  },
};
const ofCall = "get the prompt index: a getter of the input or the options";

it.each<{ what: string; problem: string; run: () => Promise<unknown> }>([
  { what: "the input", problem: ofCall, run: () => createClient(unavailable).promptIndex.get(brokenInput) },
  { what: "the options of a call", problem: ofCall, run: () => getIndex(createClient(unavailable), brokenOptions) },
  {
    what: "the options of a client",
    problem: "create a client: a getter of the options",
    run: async () => new KnowledgeBase(brokenOptions),
  },
])("a getter of $what that throws is the reason of a ConfigurationError", async ({ problem, run }) => {
  const error = await expectRejection(ConfigurationError, run());
  expect(error.message).toBe(`Failed to ${problem} failed: it is broken.`);
});

const shouldRetry = (async () => fail()) as never;
const respondAndSend: NonNullable<ClientOptions["use"]>[number] = async (request, next) => {
  void next(request);
  return Response.json([]);
};
const slow = defineWith({ success: { status: 200, schema: z.array(z.object({ a: z.string() })) } });
const long = respondJson(Array.from({ length: 100_000 }, () => ({ a: 1 })));
const callSlowly = () => createClient(long, { deadline: 20 }).call(slow, {});
const failing = () => getIndex(createClient(respond(null, 404)));

it.each<{ name: string; count: number; run: () => unknown }>([
  { name: "of shouldRetry", count: 0, run: () => getIndex(createClient(unavailable, { shouldRetry })).safe() },
  { name: "of next", count: 0, run: () => getIndex(createClient(async () => fail(), { use: [respondAndSend] })) },
  { name: "of a schema, after the deadline", count: 0, run: () => callSlowly().safe() },
  { name: "of a call", count: 1, run: failing },
  { name: "of a call that sends nothing", count: 1, run: () => getIndex(createClient(fail), { timeout: 0 }) },
  { name: "of withResponse()", count: 1, run: () => failing().withResponse() },
  { name: "of asResponse()", count: 1, run: () => failing().asResponse() },
  { name: "of safe()", count: 0, run: () => failing().safe() },
  { name: "of a call in allSettled()", count: 0, run: () => Promise.allSettled([failing()]) },
])("a promise that nobody awaits $name ends no process, unless the call itself has failed", async ({ count, run }) => {
  const rejections: unknown[] = [];
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", (reason) => rejections.push(reason));
  const call = run();
  if (count === 0) await Promise.allSettled([call]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.removeAllListeners("unhandledRejection");
  for (const listener of others) process.on("unhandledRejection", listener);
  expect(rejections).toHaveLength(count);
});

it("the function fetch is called as a plain function, with the URL and what it sends, once for each attempt", async () => {
  const calls: unknown[][] = [];
  const fetch = function (this: unknown, ...args: unknown[]) {
    calls.push([this, ...args]);
    return unavailable();
  };
  const kb = createClient(fetch, { retries: 1, random: () => 0 });
  await kb.bindings.update({ brainId: "a/b", bindingId: "c", notifyBriefs: true }).safe();
  const headers = { accept: "application/json", "content-type": "application/json", "x-api-key": secretKey };
  const body = '{"notifyBriefs":true}';
  const init = { method: "PATCH", body, redirect: "manual", signal: expect.any(AbortSignal), headers };
  const call = [undefined, `${baseUrl}/v1/brains/a%2Fb/messaging/bindings/c`, init];
  expect(calls).toMatchObject([call, call]);
});

it("no function of the options has the options, and with them the key, as its this", async () => {
  const owners: unknown[] = [];
  const note = <Result>(result: Result) =>
    function (this: unknown) {
      owners.push(this);
      return result;
    };
  const notes = {
    onRetry: note(undefined),
    onSuccess: note(undefined),
    onDrift: note(undefined),
    onError: note(undefined),
  };
  const options = { ...notes, baseUrl, random: note(0), shouldRetry: note(undefined), apiKey: note("k"), retries: 1 };
  // Not a client of `createClient`, which wraps the hooks.
  const call = (fetch: ClientOptions["fetch"], use: ClientOptions["use"] = []) =>
    getIndex(new KnowledgeBase({ ...options, fetch, use })).safe();
  await call(unavailable, [note(unavailable())]);
  await call(respondJson([{ unknown: 1 }]));
  await call(respondJson({ data: [] }));
  expect(owners.length).toBeGreaterThan(10);
  expect(new Set(owners)).toEqual(new Set([undefined]));
});

it("the function fetch is the global one of the time of each attempt, unless there is one", async () => {
  const called: string[] = [];
  const respondOnce = (name: string, status: number) => async () => {
    called.push(name);
    vi.stubGlobal("fetch", respondOnce(`${name}, later`, 200));
    return Response.json([], { status });
  };
  vi.stubGlobal("fetch", respondOnce("global", 503));
  await getIndex(createClient(undefined, { retries: 1, random: () => 0 }));
  await getIndex(createClient(respondOnce("given", 200)));
  expect(called).toEqual(["global", "global, later", "given"]);
  vi.stubGlobal("fetch", undefined);
  const error = await expectRejection(ConfigurationError, getIndex(createClient(undefined, { retries: 2 })));
  const problem = "this runtime has no global fetch. Set the option fetch.";
  expect(error.message).toBe(`Failed to get the prompt index: ${problem}`);
  expect(error.attempts).toHaveLength(1);
});
