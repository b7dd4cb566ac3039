import { ConnectionError, KnowledgeBaseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { clientOf } from "./client-of.ts";
import { rejectionOf } from "./rejection.ts";
import { startHttp } from "./start-http.ts";
import { calls } from "./world.ts";

/** An error, its cause, the cause of that, and so on. */
function causeChain(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causeChain(error.cause)] : [error];
}

const reasons = {
  "the TypeError of fetch": new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND kb.example.com") }),
  "the TypeError of Chrome": new TypeError("Failed to fetch"),
  "an error": new Error("proxy refused"),
  "a DOMException": new DOMException("The operation was aborted.", "AbortError"),
  text: "no network",
  "a number": 7,
  null: null,
  undefined: undefined,
  "an object": { code: "ECONNRESET" },
};

describe("a fetch that rejects", () => {
  it.each(Object.entries(reasons))("is a ConnectionError with the reason as its cause: %s", async (_, reason) => {
    const kb = clientOf(() => Promise.reject(reason));
    const error = await rejectionOf(ConnectionError, kb.promptIndex.get({ brainId: "b" }));
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("ConnectionError");
    expect(error.code).toBe("connection");
    expect(error.message).toMatch(/^Failed to get the prompt index: .*\.$/);
    expect(error).toHaveProperty("cause", reason);
  });

  it("tells its reason in the message", async () => {
    const kb = clientOf(() => Promise.reject(new Error("proxy refused")));
    const error = await rejectionOf(ConnectionError, kb.bindings.update({ brainId: "b", bindingId: "c" }));
    expect(error.message).toBe("Failed to update a binding: proxy refused.");
    const textKb = clientOf(() => Promise.reject("no network"));
    const textError = await rejectionOf(ConnectionError, textKb.bindings.update({ brainId: "b", bindingId: "c" }));
    expect(textError.message).toBe("Failed to update a binding: no network.");
    const platformKb = clientOf(() => Promise.reject(new TypeError("fetch failed")));
    const platformError = await rejectionOf(ConnectionError, platformKb.oauth.start({ brainId: "b" }));
    expect(platformError.message).toBe("Failed to start OAuth: fetch failed.");
  });

  it.each(Object.entries(calls))("is a ConnectionError of %s", async (_, call) => {
    const kb = clientOf(() => Promise.reject(new TypeError("fetch failed")));
    await expect(call(kb)).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe("a fetch that misbehaves", () => {
  it("is a ConnectionError where it throws at once", async () => {
    const reason = new Error("not a function of this platform");
    const kb = clientOf(() => {
      throw reason;
    });
    expect(causeChain(await rejectionOf(ConnectionError, kb.oauth.start({ brainId: "b" })))).toContain(reason);
  });

  it.each([undefined, null, "text", {}])("is a ConnectionError where it answers with %j", async (answer) => {
    const kb = clientOf(async () => answer as never);
    await expect(kb.oauth.start({ brainId: "b" })).rejects.toBeInstanceOf(ConnectionError);
  });

  it("is a ConnectionError where the body was read already", async () => {
    const kb = clientOf(async () => {
      const response = Response.json({});
      await response.text();
      return response;
    });
    await expect(kb.oauth.start({ brainId: "b" })).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe("a body that breaks midway", () => {
  it("is a ConnectionError with the reason in its causes", async () => {
    const reason = new TypeError("terminated");
    const kb = clientOf(async () => {
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"disconnected":')),
        pull: (controller) => controller.error(reason),
      });
      return new Response(broken);
    });
    const error = await rejectionOf(ConnectionError, kb.bindings.unbind({ brainId: "b", bindingId: "c" }));
    expect(error.message).toBe("Failed to unbind a channel: terminated.");
    expect(causeChain(error)).toContain(reason);
  });

  it("is a ConnectionError where a socket closes early", async () => {
    const { connect } = await startHttp((_, response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write('{"disconnected":', () => response.destroy());
    });
    await expect(connect().bindings.unbind({ brainId: "b", bindingId: "c" })).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe("a server that cannot be reached", () => {
  const codesOf = (error: Error) => causeChain(error).map((cause) => (cause as { code?: unknown } | undefined)?.code);

  it("is a ConnectionError with the code of the platform in its causes", async () => {
    const { connect, stop } = await startHttp(() => {});
    stop();
    expect(codesOf(await rejectionOf(ConnectionError, connect().promptIndex.get({ brainId: "b" })))).toContain(
      "ECONNREFUSED",
    );
  });

  it("is a ConnectionError where the connection closes before the answer", async () => {
    const { connect } = await startHttp((request) => request.socket.destroy());
    expect(codesOf(await rejectionOf(ConnectionError, connect().oauth.start({ brainId: "b" })))).toContain(
      "UND_ERR_SOCKET",
    );
  });
});
