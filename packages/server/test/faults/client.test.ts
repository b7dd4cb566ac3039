import {
  AbortError,
  ApiError,
  BadRequestError,
  ConnectionError,
  type KnowledgeBaseError,
  NotFoundError,
  RateLimitError,
  ResponseError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import type { Fault } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { frozenTime, openServer } from "../open-server.ts";
import { connect, impatientOnce, page } from "./connect.ts";
import { settledState } from "./timers.ts";

type ErrorClass = abstract new (...args: never) => KnowledgeBaseError;

/** Waits for a call to fail with an error of a class and returns the error. */
async function failure<AnyError extends KnowledgeBaseError>(
  call: Promise<unknown>,
  errorClass: abstract new (...args: never) => AnyError,
): Promise<AnyError> {
  const [result] = await Promise.allSettled([call]);
  const reason: unknown = result.status === "rejected" ? result.reason : result.value;
  if (reason instanceof errorClass) return reason;
  expect(reason).toBeInstanceOf(errorClass);
  throw reason;
}

const { brainId } = page;

describe("the client's handling of a fault", () => {
  it.each<{ fault: Fault; error: ErrorClass; says: object }>([
    { fault: { kind: "status", status: 400 }, error: BadRequestError, says: { status: 400, code: "bad_request" } },
    { fault: { kind: "status", status: 401 }, error: UnauthorizedError, says: { status: 401, code: "unauthorized" } },
    { fault: { kind: "status", status: 404 }, error: NotFoundError, says: { status: 404, code: "not_found" } },
    { fault: { kind: "status", status: 409 }, error: ApiError, says: { status: 409, code: "api_error" } },
    { fault: { kind: "status", status: 429 }, error: RateLimitError, says: { status: 429, code: "rate_limit" } },
    { fault: { kind: "status", status: 500 }, error: ServerError, says: { status: 500, code: "server_error" } },
    { fault: { kind: "status", status: 503 }, error: ServerError, says: { body: { statusCode: 503 } } },
    { fault: { kind: "gateway_html" }, error: ServerError, says: { status: 502, body: undefined } },
    { fault: { kind: "gateway_html", status: 403 }, error: ApiError, says: { status: 403 } },
    { fault: { kind: "connection_reset" }, error: ConnectionError, says: { cause: { cause: { code: "ECONNRESET" } } } },
    { fault: { kind: "hang" }, error: TimeoutError, says: { limit: "timeout" } },
    { fault: { kind: "stalled_body" }, error: TimeoutError, says: { limit: "timeout" } },
    { fault: { kind: "truncated_json" }, error: ResponseError, says: { status: 200 } },
    { fault: { kind: "latency", latency: 60_000 }, error: TimeoutError, says: { limit: "timeout" } },
    { fault: { kind: "latency", latency: 60_000, afterCommit: true }, error: TimeoutError, says: { code: "timeout" } },
  ])("is the right error: $fault", async ({ fault, error, says }) => {
    const server = openServer();
    server.faults.add(fault);
    const kb = connect(server, { retries: 0, clock: impatientOnce(fault) });
    const thrown = await failure(kb.promptIndex.get({ brainId }), error);
    expect(thrown).toMatchObject({ ...says, operation: "promptIndex.get" });
    expect(thrown.attempts).toHaveLength(1);
    expect(server.faults.pending()).toEqual([]);
  });

  it("quotes the page of a gateway", async () => {
    const server = openServer();
    server.faults.add({ kind: "gateway_html" });
    const error = await failure(connect(server, { retries: 0 }).promptIndex.get({ brainId }), ServerError);
    expect(error.rawBody).toContain("<h1>502 Bad Gateway</h1>");
  });
});

describe("the client", () => {
  it.each<{ fault: Fault; first: object }>([
    { fault: { kind: "status", status: 503 }, first: { status: 503, reason: "backoff" } },
    { fault: { kind: "status", status: 429, retryAfter: 0 }, first: { status: 429, reason: "backoff" } },
    { fault: { kind: "gateway_html" }, first: { status: 502 } },
    { fault: { kind: "connection_reset" }, first: { code: "connection" } },
    { fault: { kind: "hang" }, first: { code: "timeout" } },
    { fault: { kind: "stalled_body" }, first: { code: "timeout" } },
    { fault: { kind: "latency", latency: 60_000 }, first: { code: "timeout" } },
  ])("retries successfully if it applies once: $fault", async ({ fault, first }) => {
    const server = openServer();
    server.faults.add(fault);
    const { data, attempts } = await connect(server, { clock: impatientOnce(fault) })
      .promptIndex.get({ brainId })
      .withResponse();
    expect(data).toMatchObject([{ slug: "spring-tide" }]);
    expect(attempts).toMatchObject([first, { status: 200 }]);
  });

  it("fails after its retries if a fault applies to all of them", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, times: 3 });
    const error = await failure(connect(server).promptIndex.get({ brainId }), ServerError);
    expect(error.stopReason).toBe("retries_exhausted");
    expect(error.attempts.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(server.journal.entries()).toHaveLength(3);
  });

  it("encounters one fault after another", async () => {
    const server = openServer();
    server.faults.add({ kind: "connection_reset" });
    server.faults.add({ kind: "gateway_html", status: 504 });
    const { attempts } = await connect(server).promptIndex.get({ brainId }).withResponse();
    expect(attempts).toMatchObject([{ code: "connection" }, { status: 504 }, { status: 200 }]);
  });

  it("does not quote the truncated JSON", async () => {
    const server = openServer();
    server.faults.add({ kind: "truncated_json" });
    const error = await failure(connect(server).pages.archive(page), ResponseError);
    expect(error.attempts).toHaveLength(1);
    expect(error.rawBody).toMatch(/^\{"id":"page_spring-tide"/);
  });

  it("reads a date in Retry-After", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 429, retryAfter: "Wed, 01 Jul 2026 12:00:05 GMT" });
    const clock = { now: () => Date.parse(frozenTime), after: () => () => {} };
    const kb = connect(server, { clock, deadline: 4000 });
    const error = await failure(kb.promptIndex.get({ brainId }), RateLimitError);
    expect(error).toMatchObject({ retryAfter: 5000, stopReason: "retry_after_beyond_deadline" });
  });

  it("fails at once if it would have to wait for too long", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, retryAfter: 3600 });
    const error = await failure(connect(server).promptIndex.get({ brainId }), ServerError);
    expect(error.stopReason).toBe("retry_after_beyond_deadline");
  });

  it.each<Fault>([{ kind: "hang" }, { kind: "stalled_body" }, { kind: "latency", latency: 60_000 }])(
    "can be aborted: $kind",
    async (fault) => {
      const server = openServer();
      server.faults.add(fault);
      const controller = new AbortController();
      const reason = new Error("enough");
      const call = connect(server).promptIndex.get({ brainId }, { signal: controller.signal });
      expect(await settledState(call)).toBe("waiting");
      controller.abort(reason);
      const error = await failure(call, AbortError);
      expect(error.cause).toBe(reason);
      expect(server.faults.pending()).toEqual([]);
    },
  );
});

const lost = [
  { kind: "status", status: 503 },
  { kind: "gateway_html" },
  { kind: "connection_reset" },
  { kind: "hang" },
  { kind: "latency", latency: 60_000 },
] as const satisfies readonly Fault[];

describe("an operation whose response is lost", () => {
  it.each(lost)("is found executed by the next attempt: $kind", async (fault) => {
    const server = openServer();
    server.clock.set("2026-08-01T00:00:00Z");
    server.faults.add({ ...fault, afterCommit: true });
    let archivedAt: string | undefined;
    const onRetry = () => {
      archivedAt = server.snapshot().pages[0]?.updatedAt;
      server.clock.advance(60_000);
    };
    const archived = await connect(server, { clock: impatientOnce(fault), onRetry }).pages.archive(page);
    expect(archivedAt).toBe("2026-08-01T00:00:00.000Z");
    expect(archived).toMatchObject({ archived: true, updatedAt: archivedAt });
    expect(server.journal.entries()).toMatchObject([{ committed: true }, { committed: true, reason: "success" }]);
  });

  it.each(lost)("is executed only by the next attempt if the fault applies before the commit: $kind", async (fault) => {
    const server = openServer();
    server.faults.add(fault);
    const archived: unknown[] = [];
    const onRetry = () => archived.push(server.snapshot().pages[0]?.archived);
    await connect(server, { clock: impatientOnce(fault), onRetry }).pages.archive(page);
    expect(archived).toEqual([false]);
    expect(server.journal.entries()).toMatchObject([{ committed: false }, { committed: true }]);
  });

  it("of the binding that is gone now is a NotFoundError", async () => {
    const server = openServer();
    server.faults.add({ operation: "bindings.unbind", kind: "connection_reset", afterCommit: true });
    const call = connect(server).bindings.unbind({ brainId, bindingId: "binding_deck" });
    const error = await failure(call, NotFoundError);
    expect(error.attempts).toMatchObject([{ code: "connection" }, { status: 404 }]);
    expect(server.snapshot().bindings.map(({ id }) => id)).not.toContain("binding_deck");
  });

  it.each(lost)("is not repeated if it is not idempotent: $kind", async (fault) => {
    const server = openServer();
    server.faults.add({ ...fault, afterCommit: true });
    const error = await connect(server, { clock: impatientOnce(fault) })
      .oauth.start({ brainId })
      .safe();
    expect(error).toMatchObject({ ok: false, error: { stopReason: "not_repeatable" } });
    expect(server.journal.entries()).toMatchObject([{ operation: "oauth.start", committed: true }]);
  });
});
