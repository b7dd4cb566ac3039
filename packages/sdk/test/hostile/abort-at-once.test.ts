import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { AbortError, type KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, getIndex } from "./create-client.ts";
import { startHttp, startSocket } from "./hostile-server.ts";
import { idle, ManualClock, start } from "./manual-clock.ts";

const never = () => new Promise<never>(() => {});

interface Stage {
  readonly kb: KnowledgeBase;
  /** Settles when the call has reached the stage. */
  readonly reached: Promise<unknown>;
}

const stages: Readonly<Record<string, () => Promise<Stage>>> = {
  "while the key function runs": async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const apiKey = () => {
      resolve();
      return never();
    };
    return { kb: createClient(async () => Response.json([]), { apiKey }), reached };
  },
  "before the headers": async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    return { kb: createClientAt(await startHttp(() => resolve())), reached };
  },
  "in the middle of the headers": async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const url = await startSocket((socket) => {
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nx-a", () => setImmediate(resolve)));
    });
    return { kb: createClientAt(url), reached };
  },
  "in the middle of the body": async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const url = await startHttp((_, response) => {
      response.writeHead(200).write("[", () => setImmediate(resolve));
    });
    return { kb: createClientAt(url), reached };
  },
  "in the middle of an error's body": async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const url = await startHttp((_, response) => {
      response.writeHead(503).write("{", () => setImmediate(resolve));
    });
    return { kb: createClientAt(url), reached };
  },
  "in a fetch that ignores its signal": async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const fetch = () => {
      resolve();
      return never();
    };
    return { kb: createClient(fetch), reached };
  },
  "in a body that ignores its signal": async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const pull = () => {
      resolve();
      return never();
    };
    const fetch = async () => new Response(new ReadableStream({ pull, cancel: never }, { highWaterMark: 0 }));
    return { kb: createClient(fetch), reached };
  },
  "during the delay before a retry": async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const url = await startHttp((_, response) => response.writeHead(503, { "retry-after": "60" }).end());
    return { kb: createClientAt(url, { onRetry: () => resolve() }), reached };
  },
};

const reasons = {
  "an error": new Error("the user left"),
  text: "left",
  "an object": { left: true },
  zero: 0,
  null: null,
};

describe.each(Object.entries(stages))("an abort %s", (_, prepare) => {
  it.each(Object.entries(reasons))("ends the call at once with the caller's own reason: %s", async (_name, reason) => {
    const controller = new AbortController();
    const { kb, reached } = await prepare();
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    await reached;
    const abortedAt = performance.now();
    controller.abort(reason);
    const error = await expectRejection(AbortError, call);
    expect(performance.now() - abortedAt).toBeLessThan(5000);
    expect(error.cause).toBe(reason);
    expect(Object.hasOwn(error, "cause")).toBe(true);
    expect(error).toMatchObject({ code: "aborted", stopReason: "aborted", operation: "promptIndex.get" });
    expect(error.message).toBe("Failed to get the prompt index: the signal was aborted.");
    expect(error.attempts).toHaveLength(1);
  });
});

describe("an abort", () => {
  it("is recorded with the attempt that it ended", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const kb = createClient(never, { clock });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    await idle();
    clock.pass(70);
    controller.abort();
    const error = await expectRejection(AbortError, call);
    expect(error.attempts).toEqual([{ number: 1, started: start, duration: 70, code: "aborted" }]);
    expect(error.cause).toBe(controller.signal.reason);
    expect(clock.pending).toBe(0);
  });

  it("during a delay leaves no timer and sends nothing more", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return new Response(null, { status: 503 });
    };
    const kb = createClient(fetch, { clock, random: () => 0.5 });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    await idle();
    expect(clock.delays).toEqual([30_000, 250]);
    controller.abort("left");
    const error = await expectRejection(AbortError, call);
    expect(error.attempts).toEqual([
      { number: 1, started: start, duration: 0, status: 503, delay: 250, reason: "backoff" },
    ]);
    expect([clock.pending, sent]).toEqual([0, 1]);
  });

  it("from inside fetch comes before the error that fetch throws", async () => {
    const controller = new AbortController();
    const kb = createClient(async () => {
      controller.abort("left");
      throw new TypeError("fetch failed");
    });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    expect((await expectRejection(AbortError, call)).cause).toBe("left");
  });

  it.each(["before the headers", "in the middle of the body"])("%s closes the connection", async (stage) => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const controller = new AbortController();
    const url = await startHttp((request, response) => {
      request.socket.on("close", () => close());
      if (stage === "before the headers") controller.abort();
      else response.writeHead(200).write("[", () => setImmediate(() => controller.abort()));
    });
    const call = createClientAt(url).promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    await expectRejection(AbortError, call);
    await closed;
  });

  it("that happened before the call sends nothing, reads no key and makes no attempt", async () => {
    const asked: string[] = [];
    const kb = createClient(
      async () => {
        asked.push("fetch");
        return Response.json([]);
      },
      {
        apiKey: () => {
          asked.push("key");
          return "key";
        },
        onRequest: () => asked.push("hook"),
      },
    );
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: AbortSignal.abort("left") });
    const error = await expectRejection(AbortError, call);
    expect(error.cause).toBe("left");
    expect(asked).toEqual([]);
    expect(error.attempts).toEqual([]);
  });

  it("between two attempts does not record an attempt that was never made", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const fetch = async () => new Response(null, { status: 503 });
    const kb = createClient(fetch, { clock, random: () => 0.5, onRetry: () => controller.abort("left") });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    const error = await expectRejection(AbortError, clock.drive(call));
    expect(error.attempts).toHaveLength(1);
  });

  it("works with a signal that only the call references, even after garbage collection", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: unknown = runInNewContext("gc");
    if (typeof collectGarbage !== "function") throw new Error("There is no garbage collector to call");
    const url = await startHttp((_, response) => response.writeHead(200).write("["));
    const signalOf = () => AbortSignal.any([AbortSignal.timeout(80), new AbortController().signal]);
    const call = createClientAt(url).promptIndex.get({ brainId: "b" }, { signal: signalOf() });
    const failure = expectRejection(AbortError, call);
    for (let turn = 0; turn < 4; turn += 1) {
      await setTimeout(10);
      collectGarbage();
    }
    expect((await failure).cause).toMatchObject({ name: "TimeoutError" });
  });

  it("after the end of the call changes nothing", async () => {
    const controller = new AbortController();
    const kb = createClient(async () => Response.json([]));
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    const entries = await call;
    controller.abort();
    expect(await call).toBe(entries);
    expect(await call.safe()).toEqual({
      ok: true,
      data: [],
      response: expect.any(Response),
      attempts: [{ number: 1, started: expect.any(Number), duration: expect.any(Number), status: 200 }],
    });
  });

  it("aborts only the calls that it was passed to", async () => {
    const controller = new AbortController();
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const url = await startHttp((request, response) => {
      if (request.url?.includes("slow")) send();
      else response.end("[]");
    });
    const kb = createClientAt(url);
    const slow = kb.promptIndex.get({ brainId: "slow" }, { signal: controller.signal });
    const other = kb.promptIndex.get({ brainId: "b" });
    await sent;
    controller.abort("left");
    expect((await expectRejection(AbortError, slow)).cause).toBe("left");
    expect(await other).toEqual([]);
    expect(await getIndex(kb)).toEqual([]);
  });

  it("reaches the signal that fetch was given", async () => {
    const controller = new AbortController();
    const { promise: given, resolve: give } = Promise.withResolvers<AbortSignal>();
    const kb = createClient((input, init) => {
      give(new Request(input, init).signal);
      return never();
    });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    const failure = expectRejection(AbortError, call);
    const signal = await given;
    expect(signal.aborted).toBe(false);
    const aborted = once(signal, "abort");
    controller.abort();
    await Promise.all([aborted, failure]);
    expect(signal.aborted).toBe(true);
  });
});
