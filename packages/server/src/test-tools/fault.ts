import type { OperationId } from "@knowledge-base/types";
import type { JsonValue } from "./json-value.ts";

/**
 * A failure to plan for requests. Each `kind` has an interface with an example:
 *
 * - `status`, {@link StatusFault}: the service responds with an error status and the documented error body.
 * - `latency`, {@link LatencyFault}: the response is correct but late. Another fault may apply to the same request.
 * - `rate_limit`, {@link RateLimitFault}: each API key may send a limited number of requests in a window, and gets 429 for more.
 * - `hang`, {@link ConnectionFault}: the request never gets a response.
 * - `connection_reset`, {@link ConnectionFault}: the connection is lost before the response.
 * - `gateway_html`, {@link GatewayFault}: a gateway in front of the service responds with an HTML page.
 * - `stalled_body`, {@link BrokenBodyFault}: the headers and half of the body arrive, the rest never does.
 * - `truncated_json`, {@link BrokenBodyFault}: the response is complete HTTP, but its JSON is cut in half.
 * - `response`, {@link ResponseFault}: the service responds with any response, such as an empty 200 or a redirect.
 * - `merge`, {@link MergeFault}: the operation is executed, and its response is changed.
 *
 * Plan it with {@link FaultsControl.add}.
 *
 * @example
 * ```ts
 * import { createReferenceServer, type Fault } from "@knowledge-base/server";
 *
 * const outage: Fault = { kind: "status", status: 503, operation: "pages.archive", input: { slug: "kestrel" } };
 * const server = createReferenceServer();
 * server.faults.add(outage);
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export type Fault =
  | StatusFault
  | LatencyFault
  | RateLimitFault
  | ConnectionFault
  | GatewayFault
  | BrokenBodyFault
  | ResponseFault
  | MergeFault;

/**
 * The service responds with an error status and the documented error body.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * server.faults.add({ kind: "status", status: 503 });
 * const kb = new KnowledgeBase({ ...server.connection, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error?.code); // server_error
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface StatusFault extends CommitFault {
  /** Kind of the failure. */
  readonly kind: "status";
  /** Status from 400 to 599. */
  readonly status: number;
  /**
   * Value of the `Retry-After` header: whole seconds of at least 0, or an HTTP date. The errors of the client have it in
   * milliseconds.
   *
   * @default no such header
   */
  readonly retryAfter?: number | string | undefined;
}

/**
 * The response is correct but late. Any number of latencies, and one other fault, may apply to the same request.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * server.faults.add({ kind: "latency", latency: { min: 5_000, max: 10_000 } });
 * const kb = new KnowledgeBase({ ...server.connection, deadline: 50 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error?.code); // timeout
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface LatencyFault extends CommitFault {
  /** Kind of the failure. */
  readonly kind: "latency";
  /** Milliseconds of real time, from 0 to 120,000, or a range of them. */
  readonly latency: number | LatencyRange;
}

/**
 * Each API key may send a limited number of requests in a window, and gets 429 with `Retry-After` for more. The limit stays until it
 * is removed, and is never pending.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * server.faults.add({ kind: "rate_limit", limit: 1, window: 60_000 });
 * const kb = new KnowledgeBase({ ...server.connection, retries: 0 });
 * await kb.promptIndex.get({ brainId: "brain_operations" });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error?.code); // rate_limit
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface RateLimitFault extends FaultTarget {
  /** Kind of the failure. */
  readonly kind: "rate_limit";
  /** Number of requests that a key may send in a window, 0 or more. */
  readonly limit: number;
  /** Length of a window in milliseconds of the server's clock, 1 or more. It begins with the first request of a key. */
  readonly window: number;
  /** Not allowed: a limit counts all requests. */
  readonly skip?: undefined;
  /** Not allowed: a limit stays until it is removed. */
  readonly times?: undefined;
  /** Not allowed: a limit applies to every request beyond it. */
  readonly probability?: undefined;
}

/**
 * There is no response. `hang`: the request ends when its caller aborts it; until then the process doesn't exit, as if it waited for
 * a socket. `connection_reset`: `fetch` rejects, a socket is reset.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * server.faults.add({ kind: "connection_reset" });
 * server.faults.add({ kind: "hang" });
 * const kb = new KnowledgeBase({ ...server.connection, retries: 0, deadline: 50 });
 * const first = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * const second = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(first.error?.code, second.error?.code); // connection timeout
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface ConnectionFault extends CommitFault {
  /** Kind of the failure. */
  readonly kind: "hang" | "connection_reset";
}

/**
 * A gateway in front of the service responds with an HTML page.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, ServerError } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * server.faults.add({ kind: "gateway_html" });
 * const kb = new KnowledgeBase({ ...server.connection, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ServerError && error.rawBody?.slice(0, 15)); // <!doctype html>
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface GatewayFault extends CommitFault {
  /** Kind of the failure. */
  readonly kind: "gateway_html";
  /**
   * Status from 400 to 599.
   *
   * @default 502
   */
  readonly status?: number | undefined;
}

/**
 * The operation is executed, and its body arrives in half. `stalled_body`: the rest never arrives. `truncated_json`: the response is
 * complete HTTP, but its JSON isn't.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * server.faults.add({ kind: "truncated_json" });
 * const kb = new KnowledgeBase({ ...server.connection, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error?.code); // response
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface BrokenBodyFault extends CountedFault {
  /** Kind of the failure. */
  readonly kind: "stalled_body" | "truncated_json";
}

/**
 * The service responds with any response, such as an empty 200 or a redirect.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * server.faults.add({ kind: "response", status: 302, headers: { location: "https://www.example.com/" } });
 * const kb = new KnowledgeBase(server.connection);
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error?.code); // redirect
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface ResponseFault extends CommitFault {
  /** Kind of the failure. */
  readonly kind: "response";
  /** Status from 200 to 599. */
  readonly status: number;
  /**
   * Headers by name. Values are printable Latin-1 text. Headers that frame or encode the body aren't allowed:
   * `content-length`, `content-encoding`, `transfer-encoding`, and headers of the connection.
   *
   * @default the `content-type` of the body: `text/plain; charset=utf-8` for text, `application/json; charset=utf-8` for JSON
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Body of the response: text that is sent as it is, or any other value, which is sent as JSON. A status of 204, 205 or
   * 304 has none.
   *
   * @default an empty body
   */
  readonly body?: JsonValue | undefined;
}

/**
 * The operation is executed, and its response is changed, even if it is an error.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * server.faults.add({ kind: "merge", merge: { title: null, status: "frozen" } });
 * const kb = new KnowledgeBase(server.connection);
 * const { error } = await kb.pages.archive({ brainId: "brain_operations", slug: "weather-limits" }).safe();
 * console.log(error?.code); // response
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface MergeFault extends CountedFault {
  /** Kind of the failure. */
  readonly kind: "merge";
  /**
   * Changes of the JSON body: its fields are added or replaced, and null removes a field. A value that isn't an object,
   * such as a list, replaces the whole body or field.
   *
   * @see RFC 7396
   */
  readonly merge: JsonValue;
  /**
   * Status from 200 to 599.
   *
   * @default the status of the operation's response
   */
  readonly status?: number | undefined;
  /**
   * Headers to add or to replace, by name. The same names and values are allowed as in a {@link ResponseFault}.
   *
   * @default the headers of the operation's response
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Id of an operation of the service, or of a custom one. Editors suggest the ids of the service. */
export type AnyOperationId = OperationId | (string & Record<never, never>);

/** Which requests a fault applies to. */
export interface FaultTarget {
  /**
   * Operation of the requests.
   *
   * @default every operation
   */
  readonly operation?: AnyOperationId | undefined;
  /**
   * Fields that the input of a request must have as they were sent, such as `{ brainId, slug }`, whether the request is valid or
   * not.
   *
   * @default any input
   */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** Which requests a fault applies to, and to how many of them. */
export interface CountedFault extends FaultTarget {
  /**
   * Number of matching requests that pass before the fault applies to one, 0 or more. A request to which a fault planned earlier
   * applies doesn't count, unless this fault is a latency.
   *
   * @default 0
   */
  readonly skip?: number | undefined;
  /**
   * Number of requests that the fault applies to, 1 or more. It can't be combined with `probability`.
   *
   * @default 1
   */
  readonly times?: number | undefined;
  /**
   * Probability that the fault applies to a request, more than 0 and at most 1. The fault stays until it is removed.
   *
   * @default the fault applies to the next `times` requests
   */
  readonly probability?: number | undefined;
}

/** A fault that can apply before or after the operation commits. */
export interface CommitFault extends CountedFault {
  /**
   * Whether the operation is executed before the fault, so that only its response is lost.
   *
   * @default false
   */
  readonly afterCommit?: boolean | undefined;
}

/** A latency that differs from request to request, in milliseconds. Each value from `min` to `max` is equally likely. */
export interface LatencyRange {
  /** Shortest latency, at least 0. */
  readonly min: number;
  /** Longest latency, from `min` to 120,000. */
  readonly max: number;
}

/** A fault after it was planned. */
export type PlannedFault = Fault & {
  /** Id of the fault, such as `fault_1`. */
  readonly id: string;
  /** Number of requests that the fault was applied to. */
  readonly uses: number;
  /** Number of requests that have passed because of `skip`; only if the fault has a `skip`. */
  readonly skipped?: number;
};
