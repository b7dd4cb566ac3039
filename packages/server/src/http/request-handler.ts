import { cutText, messageOf, sleep } from "@knowledge-base/internal";
import { isControlError, maxCauseLength } from "../basics/control-error.ts";
import { choices } from "../basics/specification-choices.ts";
import { timestamp } from "../basics/time.ts";
import { needsAwait } from "../basics/values.ts";
import type { OnChangeQueue } from "../organizations/on-change-queue.ts";
import type { OrganizationStore } from "../organizations/organization-store.ts";
import type { ServerStore } from "../organizations/server-store.ts";
import { type Clock, systemClock } from "../test-tools/clock.ts";
import type { LatencyRange } from "../test-tools/fault.ts";
import { applyFault, executesOperation } from "../test-tools/fault-kinds.ts";
import { type MatchedFaults, noFaults } from "../test-tools/fault-plan.ts";
import { entryId, type JournalReason, LazyEntry } from "../test-tools/journal.ts";
import type { ToolStore } from "../test-tools/tool-store.ts";
import { type AllowedOrigins, addOriginHeaders, handlePreflight } from "./cors.ts";
import {
  createErrorResponse,
  createJsonResponse,
  createOptionsResponse,
  type HttpRequest,
  type HttpResponse,
  isResponseLost,
  noResponse,
  omitBody,
  type RequestBody,
  type RequestHandler,
} from "./message.ts";
import { OperationInput } from "./operation-input.ts";
import { createRouter } from "./router.ts";
import { fail, HttpError, type ServedOperation } from "./served-operation.ts";

export interface RequestHandlerOptions {
  readonly basePath: string;
  readonly servedOperations: readonly ServedOperation[];
  /** Returns the handler of a request for a consent page; undefined for any other request. */
  readonly findConsentPage: (request: HttpRequest) => RequestHandler | undefined;
  /** Whether a body field that an operation doesn't define is rejected. */
  readonly strictBodies: boolean;
  readonly latency: number | LatencyRange;
  /** The origins whose pages may read responses; undefined for none. */
  readonly cors: AllowedOrigins | undefined;
  /** Hands the changes of operations to the option `onChange`. */
  readonly onChangeQueue: OnChangeQueue | undefined;
  readonly store: ServerStore;
}

interface Arrival {
  // The clock of the organization or of the server; the clock of the machine if that one fails.
  readonly clock: Clock;
  readonly receivedMs: number;
  readonly receivedAt: string;
  // Why the request is rejected, whatever it asks for.
  readonly rejection: HttpRequest["rejection"];
}

interface ReceivedRequest extends Arrival {
  readonly request: HttpRequest;
  // The tools of the server when the request began: a reset replaces them.
  readonly tools: ToolStore;
  // Organization of the API key; undefined if the key is missing or not valid.
  readonly organization: OrganizationStore | undefined;
  // Number in the journal of the organization, or of the server if there is no organization.
  readonly number: number;
  readonly numberInServer: number;
  // The header `x-request-id` of the response.
  readonly id: string;
  readonly body: RequestBody;
  readonly input: OperationInput | undefined;
}

interface HandledRequest {
  readonly response: HttpResponse;
  readonly reason: JournalReason;
  readonly message: string | null;
  readonly committed: boolean;
}

// The caller aborted the request, or a fault replaces its response.
const notCommitted: HandledRequest = { response: noResponse, reason: "abandoned", message: null, committed: false };

/**
 * Creates the handler of requests. It shows the consent pages of the messaging platform. For any other request it looks up the API
 * key, numbers the request, and finds its route and the planned faults. Unless a fault replaces the response, it validates the
 * request and executes the operation. At the end it records the request.
 */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { basePath, servedOperations, findConsentPage, strictBodies, latency, cors, onChangeQueue, store } = options;
  const router = createRouter(servedOperations, basePath);

  return async (request) => {
    const consentPage = findConsentPage(request);
    // Consent pages aren't operations: they have no faults and no entry in the journal, and other origins can't use them.
    if (consentPage) return showConsentPage(request, consentPage);
    const preflight = cors && handlePreflight(request, cors);
    if (preflight) return preflight;
    const received = await receive(request);
    const faults = findFaults(received);
    const { beforeMs, afterMs, fault } = faults;
    const delayMs = received.tools.faults.pickLatency(latency) + beforeMs;
    if (delayMs > 0) await sleep(delayMs, request.signal);
    const isExecuted = !request.isAborted() && (!fault || executesOperation(fault));
    let handled = isExecuted ? await execute(received) : notCommitted;
    if (afterMs > 0) await sleep(afterMs, request.signal);
    if (request.isAborted()) handled = { ...handled, response: noResponse, reason: "abandoned" };
    else if (fault) {
      const response = applyFault(fault, handled.response, { path: request.path, timestamp: received.receivedAt });
      handled = { ...handled, response, reason: "fault" };
    }
    const response = addHeaders(request, handled.response, received.id);
    record(received, { ...handled, response }, faults);
    return response;
  };

  async function showConsentPage(request: HttpRequest, handle: RequestHandler): Promise<HttpResponse> {
    await sleep(store.tools.faults.pickLatency(latency), request.signal);
    const response = request.isAborted() ? noResponse : await handle(request);
    return request.method === "HEAD" ? omitBody(response) : response;
  }

  async function receive(request: HttpRequest): Promise<ReceivedRequest> {
    const { tools } = store;
    const organization = store.organizations.byKey.get(request.headers["x-api-key"] ?? "");
    const { clock } = organization?.tools ?? tools;
    const arrival = readClock(clock, request.rejection);
    const numberInServer = tools.journal.begin();
    const number = organization?.tools.journal.begin() ?? numberInServer;
    const prefix = organization ? `${encodeURIComponent(organization.id.toWellFormed())}/` : "";
    const body = await request.body;
    const route = router.find(request.method, request.path);
    return {
      request,
      tools,
      organization,
      number,
      numberInServer,
      id: prefix + entryId(number),
      ...arrival,
      body,
      input: route && new OperationInput(route, request, body, strictBodies),
    };
  }

  async function execute(received: ReceivedRequest): Promise<HandledRequest> {
    const { request, body, input, organization, rejection } = received;
    const { method, path, headers } = request;
    const methods = method === "OPTIONS" && !rejection ? router.methods(path) : [];
    if (methods.length > 0) {
      return { response: createOptionsResponse(methods), reason: "success", message: null, committed: false };
    }
    let committed = false;
    try {
      if (rejection) throw new HttpError(rejection.status, rejection.message);
      if (!input) throw new HttpError(404, `Cannot ${method} ${path}`);
      const hasKey = headers["x-api-key"] !== undefined;
      if (!organization) throw new HttpError(401, hasKey ? "Invalid x-api-key" : "Missing x-api-key header");
      if (body.isTooLarge) throw new HttpError(413, `Body exceeds ${choices.maxBodyBytes} bytes`);
      const { operation, handle, write } = input.served;
      const { parsed, problems } = await input.validate();
      if (problems.length > 0) throw new HttpError(400, problems);
      const baseUrl = request.origin + basePath;
      const handover = onChangeQueue?.createHandover(organization.id);
      const context = { input: parsed as never, organization, store, baseUrl, fail, handOver: handover?.begin };
      let output: unknown;
      try {
        const running = handle(context);
        output = needsAwait(running) ? await running : running;
        committed = true;
      } finally {
        // What a handler has changed before it fails stays.
        await handover?.end();
      }
      const response = createJsonResponse(operation.success.status, await write(output as never));
      return { response, reason: "success", message: null, committed };
    } catch (thrown) {
      return handleError(thrown, received, committed);
    }
  }

  function addHeaders(request: HttpRequest, { headers, ...rest }: HttpResponse, id: string): HttpResponse {
    const response = { ...rest, headers: { "x-request-id": id, ...headers } };
    const sent = cors ? addOriginHeaders(request, response, cors) : response;
    return request.method === "HEAD" ? omitBody(sent) : sent;
  }
}

// Reads a clock, which may be a function of the application. If it fails, the request is rejected, at the time of the machine.
function readClock(clock: Clock, rejection: HttpRequest["rejection"]): Arrival {
  try {
    const receivedMs = clock.now();
    return { clock, receivedMs, receivedAt: timestamp(receivedMs), rejection };
  } catch (error) {
    return readClock(systemClock, { status: 500, message: cutText(messageOf(error), maxCauseLength) });
  }
}

// Returns 0 if the clock was set back meanwhile, or fails by now: the response is ready.
function durationOf({ clock, receivedMs }: ReceivedRequest): number {
  try {
    return Math.max(0, clock.now() - receivedMs);
  } catch {
    return 0;
  }
}

// The faults of the organization come first, then the faults of the server.
function findFaults({ request, organization, tools, input, receivedMs, rejection }: ReceivedRequest): MatchedFaults {
  if (!input || rejection || request.isAborted()) return noFaults;
  const { id: operation } = input.served.operation;
  const key = organization && request.headers["x-api-key"];
  const target = { operation, input: input.sent, key, receivedMs };
  return tools.faults.match(target, organization?.tools.faults.match(target));
}

function handleError(
  thrown: unknown,
  { request, input, receivedAt }: ReceivedRequest,
  committed: boolean,
): HandledRequest {
  const known = toHttpError(thrown);
  // Only the journal has the reason of an unexpected error.
  const { status, message, details } = known ?? new HttpError(500, "Internal server error");
  const response = createErrorResponse({ status, message, details, path: request.path, timestamp: receivedAt });
  const reason = reasonOf(status, input !== undefined);
  return { response, reason, message: known ? message : messageOf(thrown), committed };
}

// A handler may reject a request itself, or with the error of a control that it has called.
function toHttpError(thrown: unknown): HttpError | undefined {
  if (thrown instanceof HttpError) return thrown;
  if (!isControlError(thrown)) return undefined;
  // Clients begin their own messages with what failed.
  return new HttpError(thrown.code === "not_found" ? 404 : 400, thrown.reason);
}

function reasonOf(status: number, isRouted: boolean): JournalReason {
  if (status >= 500) return "failure";
  if (status === 404) return isRouted ? "not_found" : "route";
  return status === 401 ? "auth" : "validation";
}

function record(received: ReceivedRequest, handled: HandledRequest, { beforeMs, afterMs, fault }: MatchedFaults): void {
  const { request, body, tools, organization, input } = received;
  const { response, reason, message, committed } = handled;
  const isLost = isResponseLost(response);
  const entry = new LazyEntry({
    at: received.receivedAt,
    duration: durationOf(received),
    organizationId: organization?.id ?? null,
    method: request.method,
    path: request.path,
    query: request.query,
    headers: request.headers,
    requestBody: body.text,
    operation: input?.served.operation.id ?? null,
    input: input?.sent ?? null,
    ignoredFields: input?.ignoredFields ?? [],
    status: isLost ? null : response.status,
    responseHeaders: isLost ? null : response.headers,
    responseBody: isLost ? null : response.body,
    reason,
    message,
    fault: fault?.kind ?? null,
    latency: beforeMs + afterMs,
    committed,
  });
  organization?.tools.journal.add({ number: received.number, entry });
  tools.journal.add({ number: received.numberInServer, entry });
}
