import { type ClientOptions, ConfigurationError, type Middleware } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { createClient, never, secretKey } from "./helpers/calls.ts";
import { ManualClock } from "./helpers/manual-clock.ts";
import { getIndex, operationCalls, startOAuth } from "./helpers/operation-calls.ts";

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Creates a client with middleware, and lists the requests that are sent. */
function connect(use: readonly Middleware[], options: ClientOptions = {}, respond = () => Response.json([])) {
  const sent: Sent[] = [];
  const fetch: NonNullable<ClientOptions["fetch"]> = async (url, { method, headers, body }) => {
    sent.push({ url, method, headers: Object.fromEntries(new Headers(headers)), body });
    return respond();
  };
  return { sent, kb: createClient(fetch, { use, validate: "off", random: () => 0, ...options }) };
}

const pass: Middleware = (request, next) => next(request);

describe("middleware", () => {
  it("sees each request of every operation without the key, and may change it", async () => {
    const seen: Parameters<Middleware>[0][] = [];
    const tag: Middleware = (request, next) => {
      seen.push(request);
      return next({ ...request, url: `${request.url}?tag=1`, headers: { ...request.headers, "x-tag": "1" } });
    };
    const { kb, sent } = connect([tag]);
    for (const call of Object.values(operationCalls)) await call(kb);
    expect(JSON.stringify(seen)).not.toContain(secretKey);
    expect(seen.map(({ method, url }) => [method, `${url}?tag=1`])).toEqual(
      sent.map(({ method, url }) => [method, url]),
    );
    expect(new Set(sent.map(({ headers }) => `${headers["x-api-key"]} ${headers["x-tag"]}`))).toEqual(
      new Set([`${secretKey} 1`]),
    );
    expect(sent.map(({ body }) => body ?? undefined)).toEqual(seen.map(({ body }) => body ?? undefined));
    expect(seen.map(({ body }) => body ?? undefined)).toContain('{"notifyBriefs":true}');
  });

  it("may change the body", async () => {
    const { kb, sent } = connect([(request, next) => next({ ...request, body: '{"notifyBriefs":false}' })]);
    await kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: true });
    expect(sent.map(({ body }) => body)).toEqual(['{"notifyBriefs":false}']);
  });

  it("wraps those after it in the list", async () => {
    const order: string[] = [];
    const wrap =
      (name: string): Middleware =>
      async (request, next) => {
        order.push(name);
        const response = await next(request);
        order.push(`${name} ${response.status}`);
        return response;
      };
    await getIndex(connect([wrap("outer"), wrap("inner")]).kb);
    expect(order).toEqual(["outer", "inner", "inner 200", "outer 200"]);
  });

  it("runs for each attempt, and knows the operation", async () => {
    const seen: unknown[] = [];
    const count: Middleware = (request, next, context) => {
      seen.push(context);
      return next(request);
    };
    const { kb, sent } = connect([count], {}, () => new Response(null, { status: 503 }));
    await getIndex(kb).safe();
    expect([seen.length, sent.length]).toEqual([3, 3]);
    expect(seen).toMatchObject(Array.from({ length: 3 }, () => ({ operation: "promptIndex.get" })));
  });

  it("may respond without sending, and with another response", async () => {
    const cached = connect([async () => Response.json(["cached"])]);
    expect([await getIndex(cached.kb), cached.sent]).toEqual([["cached"], []]);
    const { kb } = connect([
      async (request, next) => {
        await next(request);
        return new Response(null, { status: 404 });
      },
    ]);
    expect((await getIndex(kb).safe()).error).toMatchObject({ status: 404 });
  });

  it("is inside of the timeout", async () => {
    const clock = new ManualClock();
    const { kb, sent } = connect([never], { clock, retries: 0 });
    expect((await clock.drive(getIndex(kb).safe())).error).toMatchObject({ code: "timeout", limit: "timeout" });
    expect(sent).toEqual([]);
  });

  it("is replaced, or unset, by withOptions", async () => {
    const tag: Middleware = (request, next) => next({ ...request, headers: { ...request.headers, "x-tag": "1" } });
    const { kb, sent } = connect([tag]);
    const clients = [
      kb.withOptions({ timeout: 900 }),
      kb.withOptions({ use: [pass] }),
      kb.withOptions({ use: undefined }),
    ];
    for (const client of clients) await getIndex(client);
    expect(sent.map(({ headers }) => headers["x-tag"])).toEqual(["1", undefined, undefined]);
  });

  it.each(["https://other.example.com/v1", "http://kb.example.com/v1", "https://kb.example.com:8443/v1", "no URL"])(
    "cannot send the key to %s",
    async (url) => {
      const { kb, sent } = connect([(request, next) => next({ ...request, url })]);
      const error = await expectRejection(ConfigurationError, getIndex(kb));
      expect(error.message).toMatch(/origin|URL/);
      expect([sent, error.attempts.length]).toEqual([[], 1]);
    },
  );

  it("that calls next twice, or responds with nothing, is a mistake of the caller", async () => {
    const twice: Middleware = async (request, next) => {
      await next(request);
      return next(request);
    };
    const { kb, sent } = connect([twice]);
    expect((await expectRejection(ConfigurationError, getIndex(kb))).message).toContain("next");
    expect(sent).toHaveLength(1);
    await expectRejection(ConfigurationError, getIndex(connect([async () => undefined as never]).kb));
  });

  it("that throws is the cause of a ConfigurationError, which is not retried", async () => {
    let calls = 0;
    const failing: Middleware = () => {
      calls += 1;
      throw new TypeError(`no span for ${secretKey}`);
    };
    const error = await expectRejection(ConfigurationError, getIndex(connect([pass, failing]).kb));
    expect(error.cause).toMatchObject({ name: "TypeError", message: "no span for [redacted]" });
    expect([calls, error.attempts.length]).toEqual([1, 1]);
  });

  it("lets the error of next pass, also if it wraps it", async () => {
    const respond = () => {
      throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    };
    const rethrow: Middleware = async (request, next) => {
      try {
        return await next(request);
      } catch (error) {
        expect(JSON.stringify(error)).not.toContain(secretKey);
        throw error;
      }
    };
    const { error, attempts } = await getIndex(connect([rethrow, pass], {}, respond).kb).safe();
    expect(error).toMatchObject({ code: "connection", networkCode: "ECONNRESET" });
    expect(attempts).toHaveLength(3);
    const unsafe = await startOAuth(connect([rethrow], {}, respond).kb).safe();
    expect(unsafe.error).toMatchObject({ code: "connection", stopReason: "not_repeatable" });
  });

  it("may have headers that are secret, which no error shows", async () => {
    const sign: Middleware = (request, next) =>
      next({ ...request, headers: { ...request.headers, "x-signature-token": "signature_4711" } });
    const fetch: typeof globalThis.fetch = async (_, init) =>
      Response.json({ message: `Not ${new Headers(init?.headers).get("x-signature-token")}` }, { status: 403 });
    const { error } = await getIndex(createClient(fetch, { use: [sign] })).safe();
    expect(error?.message).toContain("Not [redacted]");
    expect(JSON.stringify(error)).not.toContain("signature_4711");
  });
});
