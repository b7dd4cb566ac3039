import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AbortError, KnowledgeBase } from "@knowledge-base/sdk";
import { http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "./create-client.ts";
import { expectRejection, getRejection } from "./expect-rejection.ts";
import { calls, serverForms } from "./server-forms.ts";
import { startHttp } from "./start-http.ts";

const reasons = {
  "an error": new Error("the user left"),
  text: "the user left",
  "an object": { left: true },
  zero: 0,
  null: null,
};

/** Waits for a call to reject with an AbortError and returns its reason. */
async function abortReason(call: Promise<unknown>): Promise<unknown> {
  const error = await expectRejection(AbortError, call);
  expect(error.name).toBe("AbortError");
  expect(error.code).toBe("aborted");
  expect(error.message).toMatch(/^Failed to [\w ]+: the signal was aborted\.$/);
  return error.cause;
}

/** A `fetch` that never resolves but observes its signal, as the platform's does. */
function hangingFetch(onRequest: () => void): typeof globalThis.fetch {
  return (input, init) => {
    const { signal } = new Request(input, init);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      onRequest();
    });
  };
}

describe.each(serverForms)("a signal over %s", (_, open) => {
  it.each(Object.entries(calls))("that is aborted already prevents %s from being sent", async (_id, call) => {
    const { kb, requests, server } = open();
    const before = server.snapshot();
    const reason = new Error("the user left");
    expect(await abortReason(call(kb, AbortSignal.abort(reason)))).toBe(reason);
    expect(requests).toEqual([]);
    expect(server.snapshot()).toEqual(before);
  });

  it("that is never aborted changes nothing", async () => {
    const { kb } = open();
    const controller = new AbortController();
    const unbind = kb.bindings.unbind(
      { brainId: "brain_operations", bindingId: "binding_bridge" },
      { signal: controller.signal },
    );
    expect(await unbind).toEqual({ disconnected: true });
  });

  it("that is aborted after the response changes nothing", async () => {
    const { kb } = open();
    const controller = new AbortController();
    const call = kb.promptIndex.get({ brainId: "brain_operations", limit: 1 }, { signal: controller.signal });
    const entries = await call;
    controller.abort();
    expect(await call).toBe(entries);
  });

  it("has no listener left after a call", async () => {
    const { kb } = open();
    const { signal } = new AbortController();
    await kb.promptIndex.get({ brainId: "brain_operations" }, { signal });
    await getRejection(kb.promptIndex.get({ brainId: "nobody" }, { signal }));
    await getRejection(kb.promptIndex.get({ brainId: "" }, { signal }));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("may be undefined", async () => {
    const { kb } = open();
    expect(await kb.oauth.start({ brainId: "brain_operations" }, { signal: undefined })).toHaveProperty("expiresAt");
    expect(await kb.oauth.start({ brainId: "brain_operations" }, {})).toHaveProperty("expiresAt");
  });

  it("aborts only the calls that it was passed to", async () => {
    const { kb } = open();
    const aborted = kb.promptIndex.get({ brainId: "brain_operations" }, { signal: AbortSignal.abort("over") });
    const other = kb.promptIndex.get({ brainId: "brain_operations", limit: 1 });
    expect(await abortReason(aborted)).toBe("over");
    expect(await other).toHaveLength(1);
  });
});

describe("an abort during the request", () => {
  it.each(Object.entries(reasons))("rejects with the caller's own reason: %s", async (_, reason) => {
    const controller = new AbortController();
    const kb = createClient(hangingFetch(() => controller.abort(reason)));
    expect(await abortReason(kb.oauth.start({ brainId: "b" }, { signal: controller.signal }))).toBe(reason);
  });

  it("rejects with an error that names the call and the attempt", async () => {
    const controller = new AbortController();
    const kb = createClient(hangingFetch(() => controller.abort("over")));
    const call = kb.pages.archive({ brainId: "b", slug: "s" }, { signal: controller.signal });
    const error = await expectRejection(AbortError, call);
    expect(error.message).toBe("Failed to archive a page: the signal was aborted.");
    expect(error).toMatchObject({
      operation: "pages.archive",
      method: "POST",
      url: "https://kb.example.com/v1/brains/b/pages/s/archive",
      stopReason: "aborted",
    });
    expect(error.attempts).toEqual([
      { number: 1, started: expect.any(Number), duration: expect.any(Number), code: "aborted" },
    ]);
  });

  it("rejects with the reason of the platform if the caller gives none", async () => {
    const controller = new AbortController();
    const kb = createClient(hangingFetch(() => controller.abort()));
    const reason = await abortReason(kb.oauth.start({ brainId: "b" }, { signal: controller.signal }));
    expect(reason).toBe(controller.signal.reason);
    expect(reason).toBeInstanceOf(DOMException);
    expect(reason).toHaveProperty("name", "AbortError");
  });

  it("rejects with the caller's reason if fetch rejects with another", async () => {
    const controller = new AbortController();
    const kb = createClient(async () => {
      controller.abort("over");
      throw new TypeError("fetch failed");
    });
    expect(await abortReason(kb.oauth.start({ brainId: "b" }, { signal: controller.signal }))).toBe("over");
  });

  it("rejects with the caller's reason if fetch ignores the signal", async () => {
    const controller = new AbortController();
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
    const kb = createClient(() => {
      send();
      return response;
    });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    await sent;
    controller.abort("over");
    respond(Response.json([]));
    expect(await abortReason(call)).toBe("over");
  });

  it.each(Object.entries(calls))("ends %s over msw", async (_, call) => {
    const controller = new AbortController();
    const baseUrl = "https://hanging.test";
    const interception = setupServer(
      http.all(`${baseUrl}/*`, () => {
        controller.abort("over");
        return new Promise<never>(() => {});
      }),
    );
    interception.listen();
    onTestFinished(() => interception.close());
    expect(await abortReason(call(new KnowledgeBase({ baseUrl, apiKey: "key" }), controller.signal))).toBe("over");
  });

  it("closes the connection", async () => {
    const controller = new AbortController();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const { connect } = await startHttp((request) => {
      request.socket.on("close", () => close());
      controller.abort("over");
    });
    const call = connect().promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    expect(await abortReason(call)).toBe("over");
    await closed;
  });
});

describe("an abort while the key function runs", () => {
  it("sends nothing when the key comes after all", async () => {
    const controller = new AbortController();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: key, resolve: giveKey } = Promise.withResolvers<string>();
    const apiKey = () => {
      ask();
      return key;
    };
    const seen: string[] = [];
    const fetch = async () => {
      seen.push("fetch");
      return Response.json([]);
    };
    const kb = createClient(fetch, { apiKey, onRequest: () => seen.push("onRequest") });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
    await asked;
    controller.abort("over");
    expect(await abortReason(call)).toBe("over");
    giveKey("key");
    await nextTurn();
    expect(seen).toEqual([]);
  });
});

describe("an abort during the body", () => {
  it.each(Object.entries(reasons))("rejects with the caller's own reason: %s", async (_, reason) => {
    const controller = new AbortController();
    const { connect } = await startHttp((_request, response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("[", () => setImmediate(() => controller.abort(reason)));
    });
    expect(await abortReason(connect().promptIndex.get({ brainId: "b" }, { signal: controller.signal }))).toBe(reason);
  });

  it("rejects with the caller's reason if the body ignores the signal", async () => {
    const controller = new AbortController();
    const kb = createClient(async () => {
      const source: UnderlyingDefaultSource<Uint8Array> = {
        pull(stream) {
          controller.abort("over");
          stream.enqueue(new TextEncoder().encode("[]"));
          stream.close();
        },
      };
      return new Response(new ReadableStream(source, { highWaterMark: 0 }));
    });
    expect(await abortReason(kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal }))).toBe("over");
  });
});

describe("a signal that is aborted already", () => {
  it("keeps a fetch that ignores it from being called", async () => {
    let called = 0;
    const kb = createClient(async () => {
      called += 1;
      return Response.json([]);
    });
    expect(await abortReason(kb.promptIndex.get({ brainId: "b" }, { signal: AbortSignal.abort("over") }))).toBe("over");
    expect(called).toBe(0);
  });

  it("has no attempts, because nothing was sent", async () => {
    const kb = createClient(async () => Response.json([]));
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: AbortSignal.abort("over") });
    expect((await expectRejection(AbortError, call)).attempts).toEqual([]);
  });
});
