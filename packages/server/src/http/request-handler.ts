import { sleep } from "@knowledge-base/internal/sleep";
import { cutText, messageOf } from "@knowledge-base/internal/texts";
import { isControlError, maxCauseLength } from "../basics/control-error.ts";
import { choices } from "../basics/specification-choices.ts";
import { timestamp } from "../basics/time.ts";
import type { Changes } from "../store/changes.ts";
import type { OrganizationStore } from "../store/organization-store.ts";
import type { ServerStore } from "../store/server-store.ts";
import { type Clock, systemClock } from "../test-tools/clock.ts";
import type { LatencyRange } from "../test-tools/fault.ts";
import { applyFault, executesOperation } from "../test-tools/fault-kinds.ts";
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
  type LostResponse,
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

// How a request ends.
interface Outcome {
  readonly response: HttpResponse | LostResponse;
  readonly reason: JournalReason;
  // Why the operation has failed; null if it hasn't, or wasn't executed.
  readonly message: string | null;
  // Whether the operation was executed to its end.
  readonly committed: boolean;
}

// For a request whose operation isn't executed: its caller has aborted it and sees no response, or a fault replaces the response.
const abandoned: Outcome = { response: "reset", reason: "abandoned", message: null, committed: false };

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
    let outcome = abandoned;
    if (!request.isAborted() && (!fault || executesOperation(fault))) outcome = await execute(received);
    if (afterMs > 0) await sleep(afterMs, request.signal);
    if (request.isAborted()) {
      outcome = { ...outcome, response: "reset", reason: "abandoned" };
    } else if (fault) {
      const response = applyFault(fault, outcome.response, errorFacts(received));
      outcome = { ...outcome, response, reason: "fault" };
    }
    if (typeof outcome.response !== "string")
      outcome = { ...outcome, response: addHeaders(received, outcome.response) };
    addToJournal(received, outcome, faults);
    return outcome.response;
  };

  async function showConsentPage(request: HttpRequest, handle: RequestHandler): Promise<HttpResponse | LostResponse> {
    await sleep(store.tools.faults.pickLatency(latency), request.signal);
    if (request.isAborted()) return "reset";
    const response = await handle(request);
    return request.method === "HEAD" && typeof response !== "string" ? omitBody(response) : response;
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

  // Executes the operation, and waits for the option `onChange`. A handler may change records and then fail. If `onChange` fails, too, the
  // response has its error: the caller must know that these changes aren't stored.
  async function execute(received: ReceivedRequest): Promise<Outcome> {
    const changes = store.createChanges();
    const outcome = await callHandler(received, changes);
    try {
      await changes.settled();
      return outcome;
    } catch (error) {
      return createFailure(error, received, outcome.committed);
    }
  }

  async function callHandler(received: ReceivedRequest, changes: Changes): Promise<Outcome> {
    const { request, rejection } = received;
    const methods = request.method === "OPTIONS" && !rejection ? router.methods(request.path) : [];
    if (methods.length > 0) return createSuccess(createOptionsResponse(methods), false);
    let committed = false;
    try {
      const { input, organization } = requireOperation(received);
      const { operation, handle, write } = input.endpoint;
      const { parsed, problems } = await input.validate();
      if (problems.length > 0) throw new HttpError(400, problems);
      const baseUrl = request.origin + basePath;
      const output = await handle({ input: parsed as never, organization, changes, store, baseUrl });
      committed = true;
      return createSuccess(createJsonResponse(operation.success.status, await write(output as never)), committed);
    } catch (thrown) {
      return createFailure(thrown, received, committed);
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

// Returns 0 if the clock was set back meanwhile, or fails by now: the response is ready, and its journal entry must not break it.
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

function createSuccess(response: HttpResponse, committed: boolean): Outcome {
  return { response, reason: "success", message: null, committed };
}

function createFailure(thrown: unknown, received: ReceivedRequest, committed: boolean): Outcome {
  const known = toHttpError(thrown);
  // Only the journal has the reason of an unexpected error.
  const { status, message, details } = known ?? new HttpError(500, "Internal server error");
  const response = createErrorResponse({ status, message, details, ...errorFacts(received) });
  const reason = reasonOf(status, received.input !== undefined);
  return { response, reason, message: known ? message : messageOf(thrown), committed };
}

// Returns what an error body repeats of its request.
function errorFacts({ request, receivedMs }: ReceivedRequest) {
  return { path: request.path, timestamp: timestamp(receivedMs) };
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

function addToJournal(
  received: ReceivedRequest,
  { response, reason, message, committed }: Outcome,
  { beforeMs, afterMs, fault }: RequestFaults,
): void {
  const { request, body, tools, organization, input, receivedMs } = received;
  const sent = typeof response === "string" ? undefined : response;
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
    status: sent?.status ?? null,
    responseHeaders: sent?.headers ?? null,
    responseBody: sent?.body ?? null,
    reason,
    message,
    fault: fault?.kind ?? null,
    latency: beforeMs + afterMs,
    committed,
  });
  organization?.tools.journal.add({ number: received.number, entry });
  tools.journal.add({ number: received.numberInServer, entry });
}
