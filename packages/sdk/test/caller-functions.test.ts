import { type ClientOptions, ConfigurationError } from "@knowledge-base/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { baseUrl, createClient, respond, respondJson, secretKey } from "./helpers/client.ts";
import { declare, getIndex, operationCalls } from "./helpers/operation-calls.ts";
import { expectRejection, getThrown } from "./helpers/rejections.ts";

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
    message: "Failed to get the prompt index: using the options or the input failed: it is broken.",
    cause: { name: "Error", message: "it is broken" },
    requestId: "r",
    attempts: [{ number: 1, status: 503 }],
  });
  expect(response?.status).toBe(503);
});

describe("a promise that nobody awaits", () => {
  const reject = (async () => fail()) as never;
  const respondAndSend: NonNullable<ClientOptions["use"]>[number] = async (request, next) => {
    void next(request);
    return Response.json([]);
  };
  const rejecting = declare({ success: { status: 200, schema: z.array(z.object({ a: z.string() })) } });
  const long = respondJson(Array.from({ length: 100_000 }, () => ({ a: 1 })));

  it.each<[string, () => Promise<unknown>]>([
    ["of shouldRetry", () => getIndex(createClient(unavailable, { shouldRetry: reject }))],
    ["of next", () => getIndex(createClient(async () => fail(), { use: [respondAndSend] }))],
    ["of a schema, after the deadline", () => createClient(long, { deadline: 20 }).call(rejecting, {})],
  ])("ends no process: %s", async (_, call) => {
    const rejections: unknown[] = [];
    const collect = (reason: unknown) => rejections.push(reason);
    process.on("unhandledRejection", collect);
    await Promise.allSettled([call()]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    process.off("unhandledRejection", collect);
    expect(rejections).toEqual([]);
  });
});

describe("the function fetch", () => {
  it("is called as a plain function, with the URL and what it sends, once for each attempt", async () => {
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

  it("is the global one of the time of each attempt, unless there is one", async () => {
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
    expect(error.message).toMatch(/fetch/);
  });

  // biome-ignore format: one row a line
  it.each([
    getThrown(() => Reflect.get(null as never, "field")),
    getThrown(() => JSON.parse("}")),
    new ReferenceError("it is not defined"),
    getThrown(() => (5 as unknown as () => unknown)()),
    getThrown(() => "x".repeat(-1)),
  ] as Error[])("may have a mistake, and is not called again: %s", async (thrown) => {
    for (const call of Object.values(operationCalls)) {
      const fetch = vi.fn<NonNullable<ClientOptions["fetch"]>>(() => Promise.reject(thrown));
      const error = await expectRejection(ConfigurationError, call(createClient(fetch, { retries: 2 })));
      expect(error.cause).toMatchObject({ name: thrown.name, message: thrown.message });
      expect(error.message).toMatch(/fetch does not send this request/);
      expect(fetch).toHaveBeenCalledTimes(1);
    }
  });
});
