import { bodylessStatuses, sliceText } from "@knowledge-base/internal";
import * as z from "zod/mini";
import type { Problems } from "../basics/control-error.ts";
import { createErrorResponse, createJsonResponse, type HttpResponse } from "../http/message.ts";
import { statusTitle } from "../http/reason-phrases.ts";
import {
  type CommitFault,
  type CountedFault,
  type FaultField,
  type FaultKind,
  type FaultKindOf,
  type FaultTarget,
  headersSchema,
  jsonSchema,
  type LatencyRange,
  latencySchema,
  type RepeatedFacts,
  type RetryAfter,
  retryAfterSchema,
} from "./fault.ts";
import { type JsonValue, mergePatch } from "./json-value.ts";

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

/** A fault after it was planned. */
export type PlannedFault = Fault & {
  /** Id of the fault, such as `fault_1`. */
  readonly id: string;
  /** Number of requests that the fault was applied to. */
  readonly uses: number;
  /** Number of requests that have passed because of `skip`; only if the fault has a `skip`. */
  readonly skipped?: number;
};

/** A fault that changes or replaces the response of a request. */
export type AppliedFault = Exclude<Fault, LatencyFault> & RetryAfter;

const errorStatus = z.int().check(z.minimum(400), z.maximum(599));
const anyStatus = z.int().check(z.minimum(200), z.maximum(599));
const headers: FaultField = { schema: z.optional(headersSchema), example: { location: "/" } };

/** The kinds of faults. Everything else about a kind follows from its row. */
export const faultKinds: { readonly [Kind in Fault["kind"]]: FaultKindOf<Fault & { readonly kind: Kind }> } = {
  status: {
    title: "Error status",
    effect: "responds with an error",
    commit: "optional",
    fields: {
      status: { schema: errorStatus, example: 503 },
      retryAfter: { schema: z.optional(retryAfterSchema), example: 1, title: "Retry-After (seconds)" },
    },
    respond: (fault, _, request) => errorResponse(fault.status, fault, request),
  },
  latency: {
    title: "Latency",
    effect: "responds late",
    commit: "optional",
    fields: { latency: { schema: latencySchema, example: 2000, title: "Latency (milliseconds)" } },
  },
  rate_limit: {
    title: "Rate limit",
    effect: "responds with 429 to a key that sends too many",
    commit: "never",
    isPermanent: true,
    fields: {
      limit: { schema: z.int().check(z.minimum(0)), example: 10, title: "Requests of a key" },
      window: { schema: z.int().check(z.minimum(1)), example: 60_000, title: "In a window of (milliseconds)" },
    },
    respond: (fault, _, request) => errorResponse(429, fault, request),
  },
  hang: {
    title: "No response",
    effect: "never responds",
    commit: "optional",
    fields: {},
    respond: (_, regular) => ({ ...regular, transportFailure: "hang" }),
  },
  connection_reset: {
    title: "Connection reset",
    effect: "closes the connection",
    commit: "optional",
    fields: {},
    respond: (_, regular) => ({ ...regular, transportFailure: "reset" }),
  },
  gateway_html: {
    title: "HTML of a gateway",
    effect: "responds with a page of HTML",
    commit: "optional",
    fields: { status: { schema: z.optional(errorStatus), example: 502 } },
    respond: ({ status = 502 }) => gatewayPage(status),
  },
  stalled_body: {
    title: "Stalled body",
    effect: "sends half of the body",
    commit: "always",
    fields: {},
    // Announces the length of the whole body. Without a length, msw 3 takes an aborted body for a complete one, and an assertion of
    // Node then ends the process.
    respond: (_, { status, headers, body }) => {
      const length = new TextEncoder().encode(body).length;
      const announced = { ...headers, "content-length": String(length) };
      return { status, headers: announced, body: firstHalf(body), transportFailure: "stall" };
    },
  },
  truncated_json: {
    title: "Truncated JSON",
    effect: "cuts its JSON in half",
    commit: "always",
    fields: {},
    respond: (_, regular) => ({ ...regular, body: firstHalf(regular.body) }),
  },
  response: {
    title: "Any response",
    effect: "responds with what you enter",
    commit: "optional",
    fields: {
      status: { schema: anyStatus, example: 200 },
      headers,
      body: { schema: z.optional(jsonSchema), example: { items: [] } },
    },
    check: (fault, problems) => checkBody("body", fault.body, fault.status, problems),
    respond: plannedResponse,
  },
  merge: {
    title: "Changed response",
    effect: "changes its JSON",
    commit: "always",
    fields: {
      merge: { schema: jsonSchema, example: { title: null } },
      status: { schema: z.optional(anyStatus), example: 200 },
      headers,
    },
    check: (fault, problems) => checkBody("merge", fault.merge, fault.status, problems),
    respond: ({ merge, status, headers }, regular) => ({
      status: status ?? regular.status,
      headers: { ...regular.headers, ...lowerCaseNames(headers) },
      body: JSON.stringify(mergePatch(JSON.parse(regular.body), merge)),
    }),
  },
};

/** Returns whether the operation is executed before a fault applies. */
export function executesOperation(fault: AppliedFault): boolean {
  return faultKinds[fault.kind].commit === "always" || ("afterCommit" in fault && fault.afterCommit === true);
}

/** @param regular - the response without the fault, if the operation was executed */
export function applyFault(fault: AppliedFault, regular: HttpResponse, request: RepeatedFacts): HttpResponse {
  const { commit, respond }: FaultKind = faultKinds[fault.kind];
  // An empty body has no half and no JSON.
  if (commit === "always" && regular.body === "") return regular;
  return respond?.(fault as never, regular, request) ?? regular;
}

function checkBody(name: string, value: unknown, status: number | undefined, problems: Problems): void {
  if (value === undefined || !bodylessStatuses.includes(status)) return;
  problems.add([name], `must not be given, because a response with status ${status} has no body`);
}

function plannedResponse({ status, body, headers: given }: ResponseFault): HttpResponse {
  const headers = lowerCaseNames(given);
  if (body === undefined) return { status, headers, body: "" };
  return typeof body === "string"
    ? { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body }
    : createJsonResponse(status, JSON.stringify(body), headers);
}

function lowerCaseNames(headers: Readonly<Record<string, string>> = {}): HttpResponse["headers"] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function errorResponse(status: number, { retryAfter }: RetryAfter, request: RepeatedFacts): HttpResponse {
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return createErrorResponse({ ...request, status, message: statusTitle(status), headers });
}

function firstHalf(text: string): string {
  return sliceText(text, Math.floor(text.length / 2));
}

function gatewayPage(status: number): HttpResponse {
  const title = `${status} ${statusTitle(status)}`;
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html>\n<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`,
  };
}
