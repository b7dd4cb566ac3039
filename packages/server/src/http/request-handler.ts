import { sleep } from "@knowledge-base/internal/sleep";
import { cutText, messageOf } from "@knowledge-base/internal/texts";
import { isControlError, maxCauseLength } from "../basics/control-error.ts";
import { choices } from "../basics/specification-choices.ts";
import { timestamp } from "../basics/time.ts";
import type { Changes } from "../organizations/changes.ts";
import type { OrganizationStore } from "../organizations/organization-store.ts";
import type { ServerStore } from "../organizations/server-store.ts";
import { type Clock, systemClock } from "../test-tools/clock.ts";
import type { LatencyRange } from "../test-tools/fault.ts";
import { type AppliedFault, applyFault, executesOperation } from "../test-tools/fault-kinds.ts";
import { noFaults, type RequestFaults } from "../test-tools/fault-plan.ts";
import { entryId, LazyEntry } from "../test-tools/journal.ts";
import type { JournalReason } from "../test-tools/journal-entry.ts";
import type { ToolStore } from "../test-tools/tool-store.ts";
import { type AllowedOrigins, addOriginHeaders, handlePreflight } from "./cors.ts";
import { type Endpoint, HttpError } from "./endpoint.ts";
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

export interface RequestHandlerOptions {
  readonly basePath: string;
  readonly endpoints: readonly Endpoint[];
  /** Returns the handler of a request for a consent page; undefined for any other request. */
  readonly findConsentPage: (request: HttpRequest) => RequestHandler | undefined;
  /** Whether a body field that an operation doesn't define is rejected. */
  readonly strictBodies: boolean;
  readonly latency: number | LatencyRange;
  /** The origins whose pages may read responses; undefined for none. */
  readonly cors: AllowedOrigins | undefined;
  readonly store: ServerStore;
}

interface ReceivedRequest {
  readonly request: HttpRequest;
  // The tools of the server when the request began: a reset replaces them.
  readonly tools: ToolStore;
  // Organization of the API key; undefined if the key is missing or not valid.
  readonly organization: OrganizationStore | undefined;
  // The clock of the organization or of the server; the clock of the machine if that one fails.
  readonly clock: Clock;
  readonly receivedMs: number;
  // Why the request is rejected, whatever it asks for.
  readonly rejection: HttpRequest["rejection"];
  // Number in the journal of the organization, or of the server if there is no organization.
  readonly number: number;
  readonly numberInServer: number;
  readonly body: RequestBody;
  readonly input: OperationInput | undefined;
}

// A response, and what the journal says about it.
interface Reply {
  readonly response: HttpResponse;
  readonly reason: JournalReason;
  // Why the operation has failed.
  readonly message?: string;
  // Whether the operation was executed to its end.
  readonly committed?: boolean;
}

const abandoned: Reply = { response: noResponse, reason: "abandoned" };

/** Creates the handler of requests, with all steps in their order. It also shows the consent pages of the messaging platform. */
export function createRequestHandler(options: RequestHandlerOptions): RequestHandler {
  const { basePath, endpoints, findConsentPage, strictBodies, latency, cors, store } = options;
  const router = createRouter(endpoints, basePath);

  return async (request) => {
    const consentPage = findConsentPage(request);
    // Consent pages aren't operations: they have no faults and no entry in the journal, and other origins can't use them.
    if (consentPage) return showConsentPage(request, consentPage);
    const preflight = cors && handlePreflight(request, cors);
    if (preflight) return preflight;
    const received = await receive(request);
    const faults = takeFaults(received);
    const { beforeMs, afterMs, fault } = faults;
    const delayMs = received.tools.faults.pickLatency(latency) + beforeMs;
    if (delayMs > 0) await sleep(delayMs, request.signal);
    const isExecuted = !request.isAborted() && (!fault || executesOperation(fault));
    const executed = isExecuted ? (replyToOptions(received) ?? (await execute(received))) : undefined;
    if (afterMs > 0) await sleep(afterMs, request.signal);
    const reply = chooseReply(received, executed, fault);
    const response = addHeaders(received, reply.response);
    addToJournal(received, { ...reply, response }, faults);
    return response;
  };

  async function showConsentPage(request: HttpRequest, handle: RequestHandler): Promise<HttpResponse> {
    await sleep(store.tools.faults.pickLatency(latency), request.signal);
    const response = request.isAborted() ? noResponse : await handle(request);
    return request.method === "HEAD" ? omitBody(response) : response;
  }

  // Looks up the organization and numbers the request as it arrives, and finds its operation when it is complete.
  async function receive(request: HttpRequest): Promise<ReceivedRequest> {
    const { tools } = store;
    const organization = store.organizations.byKey.get(request.headers["x-api-key"] ?? "");
    const { clock, receivedMs, failure } = readClock((organization?.tools ?? tools).clock);
    const rejection = failure ?? request.rejection;
    const numberInServer = tools.journal.begin();
    const number = organization?.tools.journal.begin() ?? numberInServer;
    const body = await request.body;
    const route = router.find(request.method, request.path);
    const input = route && new OperationInput(route, request, body, strictBodies);
    return { request, tools, organization, clock, receivedMs, rejection, number, numberInServer, body, input };
  }

  // Lists the methods of a path, if a request asks for them and there are any.
  function replyToOptions({ request, rejection }: ReceivedRequest): Reply | undefined {
    if (request.method !== "OPTIONS" || rejection) return undefined;
    const methods = router.methods(request.path);
    return methods.length > 0 ? { response: createOptionsResponse(methods), reason: "success" } : undefined;
  }

  // Executes the operation, and waits for the option `onChange`. If both fail, the response has the error of `onChange`: its caller must
  // know that what was changed before the failure isn't stored.
  async function execute(received: ReceivedRequest): Promise<Reply> {
    const changes = store.createChanges();
    const reply = await callHandler(received, changes);
    try {
      await changes.settled();
      return reply;
    } catch (error) {
      return { ...reply, ...createFailure(error, received) };
    }
  }

  async function callHandler(received: ReceivedRequest, changes: Changes): Promise<Reply> {
    let committed = false;
    try {
      const { input, organization } = requireOperation(received);
      const { operation, handle, write } = input.endpoint;
      const { parsed, problems } = await input.validate();
      if (problems.length > 0) throw new HttpError(400, problems);
      const baseUrl = received.request.origin + basePath;
      const output = await handle({ input: parsed as never, organization, changes, store, baseUrl });
      committed = true;
      const response = createJsonResponse(operation.success.status, await write(output as never));
      return { response, reason: "success", committed };
    } catch (thrown) {
      return { ...createFailure(thrown, received), committed };
    }
  }

  function addHeaders({ request, organization, number }: ReceivedRequest, response: HttpResponse): HttpResponse {
    const prefix = organization ? `${encodeURIComponent(organization.id.toWellFormed())}/` : "";
    const headers = { "x-request-id": prefix + entryId(number), ...response.headers };
    const identified = { ...response, headers };
    const sent = cors ? addOriginHeaders(request, identified, cors) : identified;
    return request.method === "HEAD" ? omitBody(sent) : sent;
  }
}

// Reads a clock, which may be a function of the application. If it fails, the clock of the machine replaces it.
function readClock(clock: Clock) {
  try {
    return { clock, receivedMs: clock.now() };
  } catch (error) {
    const message = cutText(messageOf(error), maxCauseLength);
    return { clock: systemClock, receivedMs: systemClock.now(), failure: { status: 500, message } };
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

// Returns the faults that apply to a request, and counts them as used.
function takeFaults({ request, organization, tools, input, receivedMs, rejection }: ReceivedRequest): RequestFaults {
  if (!input || rejection || request.isAborted()) return noFaults;
  const { id: operation } = input.endpoint.operation;
  const key = organization && request.headers["x-api-key"];
  const target = { operation, input: input.sent, key, receivedMs };
  // The faults of the organization come first. The latencies of both add up, and a request gets only one other fault.
  const ownFaults = organization?.tools.faults.take(target);
  return tools.faults.take(target, ownFaults);
}

// Returns what a request without faults must have before its input is checked.
function requireOperation({ request, rejection, input, organization, body }: ReceivedRequest) {
  if (rejection) throw new HttpError(rejection.status, rejection.message);
  if (!input) throw new HttpError(404, `Cannot ${request.method} ${request.path}`);
  const hasKey = request.headers["x-api-key"] !== undefined;
  if (!organization) throw new HttpError(401, hasKey ? "Invalid x-api-key" : "Missing x-api-key header");
  if (body.isTooLarge) throw new HttpError(413, `Body exceeds ${choices.maxBodyBytes} bytes`);
  return { input, organization };
}

function createFailure(thrown: unknown, { request, input, receivedMs }: ReceivedRequest) {
  const known = toHttpError(thrown);
  // Only the journal has the reason of an unexpected error.
  const { status, message, details } = known ?? new HttpError(500, "Internal server error");
  const facts = { path: request.path, timestamp: timestamp(receivedMs) };
  const response = createErrorResponse({ status, message, details, ...facts });
  return { response, reason: reasonOf(status, input !== undefined), message: known ? message : messageOf(thrown) };
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

// An operation that wasn't executed has no reply: the caller has aborted the request, or a fault replaces the response.
function chooseReply(
  { request, receivedMs }: ReceivedRequest,
  executed: Reply | undefined,
  fault: AppliedFault | undefined,
): Reply {
  if (request.isAborted()) return { ...executed, ...abandoned };
  if (!fault) return executed ?? abandoned;
  const facts = { path: request.path, timestamp: timestamp(receivedMs) };
  const response = applyFault(fault, executed?.response ?? noResponse, facts);
  return { ...executed, response, reason: "fault" };
}

function addToJournal(
  received: ReceivedRequest,
  { response, reason, message, committed = false }: Reply,
  { beforeMs, afterMs, fault }: RequestFaults,
): void {
  const { request, body, tools, organization, input, receivedMs } = received;
  const isLost = isResponseLost(response);
  const entry = new LazyEntry({
    receivedMs,
    duration: durationOf(received),
    organizationId: organization?.id ?? null,
    method: request.method,
    path: request.path,
    query: request.query,
    headers: request.headers,
    requestBody: body.text,
    operation: input?.endpoint.operation.id ?? null,
    input: input?.sent ?? null,
    ignoredFields: input?.ignoredFields ?? [],
    status: isLost ? null : response.status,
    responseHeaders: isLost ? null : response.headers,
    responseBody: isLost ? null : response.body,
    reason,
    message: message ?? null,
    fault: fault?.kind ?? null,
    latency: beforeMs + afterMs,
    committed,
  });
  organization?.tools.journal.add({ number: received.number, entry });
  tools.journal.add({ number: received.numberInServer, entry });
}
