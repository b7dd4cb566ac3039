import { inspect } from "node:util";
import { ConfigurationError, ConnectionError, KnowledgeBaseError, ServerError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient, secretKey } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";
import { calls } from "./server-forms.ts";
import { startHttp } from "./start-http.ts";

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
};

/** End of the message of a ConnectionError whose request may have been sent. */
const advice = "The connection to kb.example.com failed.";

/** End of the message of a ConnectionError whose request was not sent. */
const unsentAdvice = "kb.example.com could not be reached: check baseUrl and proxies.";

describe("a fetch that rejects", () => {
  it.each(Object.entries(reasons))("is a ConnectionError with the reason as its cause: %s", async (_, reason) => {
    const kb = createClient(() => Promise.reject(reason));
    const error = await expectRejection(ConnectionError, kb.promptIndex.get({ brainId: "b" }));
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("ConnectionError");
    expect(error.code).toBe("connection");
    expect(error.message.startsWith("Failed to get the prompt index: ")).toBe(true);
    expect(error.message.endsWith(`. ${advice}`)).toBe(true);
    expect(Object.hasOwn(error, "cause")).toBe(true);
    expect(error.cause).toBe(reason);
    expect(error).toMatchObject({
      operation: "promptIndex.get",
      method: "GET",
      url: "https://kb.example.com/v1/brains/b/index",
      stopReason: "retries_exhausted",
    });
    expect(error.attempts).toEqual([
      { number: 1, started: expect.any(Number), duration: expect.any(Number), code: "connection" },
    ]);
  });

  it("is a ConnectionError with a copy of the reason if that holds more than errors hold", async () => {
    const reason = Object.assign(new TypeError("socket hang up", { cause: new Error("reset") }), {
      code: "ECONNRESET",
      request: { headers: { "x-api-key": secretKey } },
    });
    const { cause } = await expectRejection(
      ConnectionError,
      createClient(() => Promise.reject(reason)).promptIndex.get({ brainId: "b" }),
    );
    expect(cause).not.toBe(reason);
    expect(cause).toMatchObject({ name: "TypeError", message: "socket hang up", code: "ECONNRESET" });
    expect(cause).toHaveProperty("stack", reason.stack);
    expect(cause).toHaveProperty("cause.message", "reset");
    expect(cause).not.toHaveProperty("request");
  });

  it("is a ConnectionError with a redacted copy of the reason if that names the key", async () => {
    const reason = new Error(`invalid header ${secretKey}`, { cause: new Error(`${secretKey}?`) });
    const error = await expectRejection(
      ConnectionError,
      createClient(() => Promise.reject(reason)).promptIndex.get({ brainId: "b" }),
    );
    expect(error.message).toBe(`Failed to get the prompt index: invalid header [redacted]: [redacted]?. ${advice}`);
    expect(error.cause).toMatchObject({ message: "invalid header [redacted]", cause: { message: "[redacted]?" } });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(secretKey);
    expect(reason.message).toContain(secretKey);
  });

  it("is a ConnectionError with an error as its cause if the reason is an object that is not an error", async () => {
    const kb = createClient(() => Promise.reject({ code: "ECONNRESET", key: secretKey }));
    const error = await expectRejection(ConnectionError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(`Failed to get the prompt index: fetch rejected with no error (ECONNRESET). ${advice}`);
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.cause).toMatchObject({ code: "ECONNRESET" });
    expect(error.cause).not.toHaveProperty("key");
  });

  it.each([
    ["an error", new Error("proxy refused"), "proxy refused"],
    ["an error whose message ends in a full stop", new Error("proxy refused."), "proxy refused"],
    ["an error with full stops in its message", new Error("no v. 2.1 here."), "no v. 2.1 here"],
    [
      "an error with a code",
      Object.assign(new Error("refused"), { code: "ECONNREFUSED" }),
      "refused (ECONNREFUSED)",
      unsentAdvice,
    ],
    [
      "an error whose message has the code",
      Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
      "connect ECONNREFUSED",
      unsentAdvice,
    ],
    [
      "an error whose cause has a code",
      new TypeError("fetch failed", { cause: Object.assign(new Error("x."), { code: "ENOTFOUND" }) }),
      "fetch failed: x (ENOTFOUND)",
      unsentAdvice,
    ],
    [
      "an error with several causes",
      new TypeError("fetch failed", { cause: new Error("proxy", { cause: new Error("socket hang up") }) }),
      "fetch failed: socket hang up",
    ],
    ["an error whose cause has the same message", new Error("reset", { cause: new Error("reset.") }), "reset"],
    ["an error whose cause has no message", new Error("reset", { cause: new Error("") }), "reset"],
    ["text", "no network", "no network"],
    ["an error without a message", new Error(), "fetch failed"],
    ["nothing", undefined, "fetch failed"],
  ])("has the reason in its message: %s", async (_, reason, text, end = advice) => {
    const kb = createClient(() => Promise.reject(reason));
    const error = await expectRejection(ConnectionError, kb.bindings.update({ brainId: "b", bindingId: "c" }));
    expect(error.message).toBe(`Failed to update a binding: ${text}. ${end}`);
  });

  it.each(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"])(
    "is repeated even if the operation is not idempotent if there was no connection: %s",
    async (code) => {
      const cause = Object.assign(new Error(`connect ${code} 203.0.113.7:443`), { code });
      const kb = createClient(() => Promise.reject(new TypeError("fetch failed", { cause })), {
        retries: 2,
        random: () => 0,
      });
      const error = await expectRejection(ConnectionError, kb.oauth.start({ brainId: "b" }));
      expect(error.message).toBe(`Failed to start OAuth: fetch failed: ${cause.message}. ${unsentAdvice}`);
      expect(error.stopReason).toBe("retries_exhausted");
      expect(error.attempts).toHaveLength(3);
    },
  );

  it.each(["EHOSTUNREACH", "ETIMEDOUT"])("is not repeated if a connection broke later: %s", async (code) => {
    const cause = Object.assign(new Error(`read ${code}`), { code });
    const kb = createClient(() => Promise.reject(new TypeError("fetch failed", { cause })));
    const error = await expectRejection(ConnectionError, kb.oauth.start({ brainId: "b" }));
    expect(error.message).toBe(`Failed to start OAuth: fetch failed: ${cause.message}. ${advice}`);
    expect(error.stopReason).toBe("not_repeatable");
  });

  it.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "retries_exhausted"],
    ["CERT_HAS_EXPIRED", "retries_exhausted"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "retries_exhausted"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "retries_exhausted"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "not_repeatable"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "not_repeatable"],
  ])("says what to check if TLS failed: %s", async (code, stopReason) => {
    const cause = Object.assign(new Error("no"), { code });
    const kb = createClient(() => Promise.reject(new TypeError("fetch failed", { cause })), {
      retries: 2,
      random: () => 0,
    });
    const error = await expectRejection(ConnectionError, kb.oauth.start({ brainId: "b" }));
    expect(error.message).toBe(
      `Failed to start OAuth: fetch failed: no (${code}). ` +
        "The connection to kb.example.com failed: check https: in baseUrl, and the certificate.",
    );
    expect(error.stopReason).toBe(stopReason);
  });

  it("is not retried for an operation that is not idempotent", async () => {
    const kb = createClient(() => Promise.reject(new TypeError("fetch failed")));
    expect((await expectRejection(ConnectionError, kb.oauth.start({ brainId: "b" }))).stopReason).toBe(
      "not_repeatable",
    );
  });

  it.each(Object.entries(calls))("is a ConnectionError of %s", async (_, call) => {
    const kb = createClient(() => Promise.reject(new TypeError("fetch failed")));
    await expect(call(kb)).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe("a fetch that misbehaves", () => {
  it("is a ConnectionError if it throws at once", async () => {
    const reason = new Error("not a function of this platform");
    const kb = createClient(() => {
      throw reason;
    });
    expect(causeChain(await expectRejection(ConnectionError, kb.oauth.start({ brainId: "b" })))).toContain(reason);
  });

  it.each([undefined, null, "text", {}])("is reported at once if it resolves with %j", async (body) => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return body as never;
    };
    const error = await expectRejection(
      ConfigurationError,
      createClient(fetch, { retries: 2 }).promptIndex.get({ brainId: "b" }),
    );
    expect(error.message).toBe("Failed to get the prompt index: fetch must return a Response.");
    expect(asked).toBe(1);
  });

  it.each([
    ["was read", (response: Response) => response.text()],
    ["is being read", (response: Response) => response.body?.getReader()],
  ])("is a ConfigurationError if the response %s already", async (_, use) => {
    const response = Response.json({});
    await use(response);
    let sent = 0;
    const kb = createClient(async () => {
      sent += 1;
      return response;
    });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(
      "Failed to get the prompt index: fetch returned a response that was read before. Return a new one for each request.",
    );
    expect(sent).toBe(1);
  });

  it("has the status of an error response that was read already", async () => {
    const response = new Response("busy", { status: 503 });
    const kb = createClient(async () => response, { retries: 2, random: () => 0 });
    const error = await expectRejection(ServerError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.status).toBe(503);
    expect(error.attempts).toHaveLength(3);
  });
});

describe("a body that breaks midway", () => {
  it("is a ConnectionError with the reason in its causes", async () => {
    const reason = new TypeError("terminated");
    const kb = createClient(async () => {
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"disconnected":')),
        pull: (controller) => controller.error(reason),
      });
      return new Response(broken);
    });
    const error = await expectRejection(ConnectionError, kb.bindings.unbind({ brainId: "b", bindingId: "c" }));
    expect(error.message).toBe(`Failed to unbind a channel: terminated. ${advice}`);
    expect(causeChain(error)).toContain(reason);
  });

  it("is a ConnectionError if a socket closes early", async () => {
    const { connect } = await startHttp((_, response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write('{"disconnected":', () => response.destroy());
    });
    await expect(connect().bindings.unbind({ brainId: "b", bindingId: "c" })).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe("the host of a service to which the connection failed", () => {
  it.each([
    ["https://kb.example.com:8443/api", "kb.example.com:8443"],
    ["http://127.0.0.1:4000", "127.0.0.1:4000"],
    [`https://${secretKey}.example.com`, "[redacted].example.com"],
  ])("is reported without the rest of the URL and without the key: %#", async (baseUrl, host) => {
    const kb = createClient(() => Promise.reject(new TypeError("fetch failed")), { baseUrl });
    const error = await expectRejection(ConnectionError, kb.promptIndex.get({ brainId: "b", limit: 5 }));
    expect(error.message).toBe(`Failed to get the prompt index: fetch failed. The connection to ${host} failed.`);
  });
});

describe("a server that cannot be reached", () => {
  const codesOf = (error: Error) => causeChain(error).map((cause) => (cause as { code?: unknown } | undefined)?.code);

  it("is a ConnectionError with the code of the platform in its causes", async () => {
    const { connect, stop } = await startHttp(() => {});
    stop();
    expect(codesOf(await expectRejection(ConnectionError, connect().promptIndex.get({ brainId: "b" })))).toContain(
      "ECONNREFUSED",
    );
  });

  it("is a ConnectionError if the connection closes before the response", async () => {
    const { connect } = await startHttp((request) => request.socket.destroy());
    expect(codesOf(await expectRejection(ConnectionError, connect().oauth.start({ brainId: "b" })))).toContain(
      "UND_ERR_SOCKET",
    );
  });
});
