import { type ClientOptions, ConfigurationError } from "@knowledge-base/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { baseUrl, createClient, secretKey } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";
import { getIndex, getThrown, operationCalls } from "./helpers/operation-calls.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const reason = Object.assign(new Error("it is broken"), { code: "EBROKEN" });
const fail = (): never => {
  throw reason;
};
const unavailable = async () => new Response(null, { status: 503 });
const empty = async () => Response.json([]);

describe("the function fetch", () => {
  it("is called as a plain function, with the URL and what it sends, once for each attempt", async () => {
    const calls: unknown[][] = [];
    const fetch = function (this: unknown, ...args: unknown[]) {
      calls.push([this, ...args]);
      return unavailable();
    };
    const kb = createClient(fetch, { retries: 1, random: () => 0 });
    await kb.bindings.update({ brainId: "a/b", bindingId: "c", notifyBriefs: true }).safe();
    const init = {
      method: "PATCH",
      body: '{"notifyBriefs":true}',
      redirect: "manual",
      signal: expect.any(AbortSignal),
    };
    const headers = { accept: "application/json", "content-type": "application/json", "x-api-key": secretKey };
    expect(calls).toHaveLength(2);
    for (const call of calls) {
      expect(call).toMatchObject([undefined, `${baseUrl}/v1/brains/a%2Fb/messaging/bindings/c`, { ...init, headers }]);
    }
  });

  it("is the global one of the time of each attempt, unless there is one", async () => {
    const called: string[] = [];
    const respond = (name: string, status: number) => async () => {
      called.push(name);
      vi.stubGlobal("fetch", respond(`${name}, later`, 200));
      return Response.json([], { status });
    };
    vi.stubGlobal("fetch", respond("global", 503));
    await getIndex(createClient(undefined, { retries: 1, random: () => 0 }));
    await getIndex(createClient(respond("given", 200)));
    expect(called).toEqual(["global", "global, later", "given"]);
  });

  it("may be missing on the platform", async () => {
    vi.stubGlobal("fetch", undefined);
    const error = await expectRejection(ConfigurationError, getIndex(createClient(undefined, { retries: 2 })));
    expect(error.message).toMatch(/fetch/);
  });

  it.each([
    ["a variable that is not there", () => Reflect.get(null as never, "field")],
    ["a call of what is no function", () => (5 as unknown as () => unknown)()],
    ["a number that is too large", () => "x".repeat(-1)],
  ])("may have a mistake, and is not called again: %s", async (_, run) => {
    const thrown = getThrown(run) as Error;
    for (const call of Object.values(operationCalls)) {
      const fetch = vi.fn<NonNullable<ClientOptions["fetch"]>>(() => Promise.reject(thrown));
      const error = await expectRejection(ConfigurationError, call(createClient(fetch, { retries: 2 })));
      expect(error.cause).toMatchObject({ name: thrown.name, message: thrown.message });
      expect(error.message).toMatch(/fetch does not send this request/);
      expect(fetch).toHaveBeenCalledTimes(1);
    }
  });
});

describe("getters of the input and the options", () => {
  it("may throw", async () => {
    const kb = createClient(empty);
    const broken = (name: string) => Object.defineProperty({ brainId: "b" }, name, { get: fail, enumerable: true });
    const calls = [
      kb.promptIndex.get(broken("limit")),
      kb.promptIndex.get({ brainId: "b" }, broken("timeout") as never),
    ];
    const [input] = await Promise.all(calls.map((call) => expectRejection(ConfigurationError, call)));
    expect(input).toMatchObject({
      message: "Failed to get the prompt index: using the options or the input failed: it is broken.",
      cause: { message: reason.message },
    });
  });
});
