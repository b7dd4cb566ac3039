import { contract, type OperationId } from "@knowledge-base/types";
import type { Parsed } from "@knowledge-base/types/internal";
import type { Changes } from "../changes.ts";
import { choices } from "../choices.ts";
import { timestamp, timestampOrSystemTime } from "../clock.ts";
import type { JournalReason } from "../journal/journal-entry.ts";
import { fail, HttpError } from "../operations/http-error.ts";
import type { Rule } from "../operations/rule.ts";
import { rules } from "../operations/rules.ts";
import { redactFailure } from "../redact-failure.ts";
import type { ServerState } from "../server-state.ts";
import { applyFaults, matchFaults, type OperationExecutor } from "./apply-faults.ts";
import { toErrorResponse } from "./error-response.ts";
import { createJsonResponse, type HttpRequest, noResponse, type RequestHandler } from "./http-message.ts";
import { createOptionsResponse } from "./options-response.ts";
import { type ParsedInput, parseInput } from "./parse-input.ts";
import { recordRequest } from "./record-request.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";
import { createRouter } from "./router.ts";

export interface RequestHandlerOptions {
  readonly basePath: string;
  readonly strictBodies: boolean;
  /** Hands the changes of operations to the option `onChange`. */
  readonly changes?: Changes | undefined;
  /** Returns the current state. A request that began before a reset finishes with the state before it. */
  readonly getState: () => ServerState;
}

/** A request that passed every check. */
interface CheckedRequest {
  readonly route: NonNullable<RequestContext["route"]>;
  readonly caller: NonNullable<RequestContext["caller"]>;
  readonly input: ParsedInput;
}

const rulesById = rules as unknown as { readonly [Id in OperationId]: Rule<OperationId> };

/** Creates the handler that routes a request, authenticates it, validates it and executes its operation, in this order. */
export function createRequestHandler({
  basePath,
  strictBodies,
  changes,
  getState,
}: RequestHandlerOptions): RequestHandler {
  const router = createRouter(Object.values(contract), basePath);

  function createContext(request: HttpRequest): RequestContext {
    const serverState = getState();
    const apiKey = serverState.store.apiKeys.get(request.header("x-api-key") ?? "");
    const organization = apiKey && serverState.organization(apiKey.organizationId);
    const caller = apiKey && organization && { apiKey, organization };
    const receivedMs = (organization ?? serverState.testTools).clock.now();
    const receivedAt = timestamp(receivedMs);
    return { request, serverState, receivedAt, receivedMs, route: router.find(request.method, request.path), caller };
  }

  function checkRequest({ request, route, caller }: RequestContext): CheckedRequest {
    const { method, path, query, body, rejection } = request;
    if (rejection) throw new HttpError(rejection.status, rejection.message);
    if (!route) throw new HttpError(404, `Cannot ${method} ${path}`);
    if (!caller) throw new HttpError(401, describeKeyProblem(request));
    if (request.isBodyTooLarge || byteLength(body) > choices.bodyLimitBytes)
      throw new HttpError(413, `Body exceeds ${choices.bodyLimitBytes} bytes`);
    const rule = rulesById[route.operation.id];
    const input = parseInput(
      route.operation,
      {
        params: route.params,
        query,
        contentType: request.header("content-type"),
        contentEncoding: request.header("content-encoding"),
        body,
      },
      { strictBodies, check: (parts) => rule.check?.(parts as Parsed<OperationId>) ?? [] },
    );
    return { route, caller, input };
  }

  /** Returns the methods of the path of an OPTIONS request; undefined for other requests, and if there are none. */
  function findMethods({ method, path }: HttpRequest): readonly string[] | undefined {
    const methods = method === "OPTIONS" ? router.methods(path) : [];
    return methods.length === 0 ? undefined : methods;
  }

  const executor: OperationExecutor = {
    async execute(context) {
      const methods = findMethods(context.request);
      if (methods) {
        const response = createOptionsResponse(methods);
        return { response, reason: "success", message: null, input: null, committed: false };
      }
      let checked: CheckedRequest | undefined;
      let committed = false;
      try {
        checked = checkRequest(context);
        const { route, caller, input } = checked;
        const { store, clock, ids } = caller.organization;
        const rule = rulesById[route.operation.id];
        const running = rule.run({
          input: input as unknown as Parsed<OperationId>,
          caller: caller.apiKey,
          store,
          clock,
          ids,
          signer: context.serverState.signer,
          baseUrl: context.request.origin + basePath,
          fail,
        });
        // Without a turn in between, in which another request would take over the changes.
        const output = running instanceof Promise ? await running : running;
        committed = true;
        const handled = changes?.commit();
        if (handled) await handled;
        const response = createJsonResponse(
          route.operation.success.status,
          rule.write?.(output) ?? JSON.stringify(output),
        );
        return { response, reason: "success", message: null, input, committed: true };
      } catch (error) {
        return { ...toFailedRequest(error, context, checked?.input ?? null), committed };
      }
    },
    parseInput(context) {
      try {
        return checkRequest(context).input;
      } catch {
        return null;
      }
    },
  };

  return async (request) => {
    let context: RequestContext;
    try {
      context = createContext(request);
    } catch (error) {
      const { store, testTools } = getState();
      const failure = new Error(redactFailure(error, store.apiKeys));
      return toErrorResponse(failure, request.path, timestampOrSystemTime(testTools.clock));
    }
    const faults = matchFaults(context, executor);
    const finished = faults ? await applyFaults(context, faults, executor) : await executor.execute(context);
    const isAbandoned = request.isAborted();
    const handled: HandledRequest = isAbandoned ? { ...finished, response: noResponse, reason: "abandoned" } : finished;
    recordRequest(context, handled, faults);
    return handled.response;
  };
}

function toFailedRequest(
  thrown: unknown,
  { request, receivedAt, route, serverState }: RequestContext,
  input: ParsedInput | null,
): HandledRequest {
  const error = thrown instanceof HttpError ? thrown : new Error(redactFailure(thrown, serverState.store.apiKeys));
  const response = toErrorResponse(error, request.path, receivedAt);
  const reason = failureReason(error, route !== undefined);
  return { response, reason, message: error.message, input, committed: false };
}

function failureReason(error: Error, isRouted: boolean): JournalReason {
  if (!(error instanceof HttpError)) return "failure";
  if (!isRouted && error.status === 404) return "route";
  if (error.status === 401) return "auth";
  return error.status === 404 ? "rule" : "validation";
}

function describeKeyProblem(request: HttpRequest): string {
  return request.header("x-api-key") === null ? "Missing x-api-key header" : "Invalid x-api-key";
}

function byteLength(text: string): number {
  // A UTF-16 code unit takes at most three bytes.
  return text.length * 3 <= choices.bodyLimitBytes ? text.length : new TextEncoder().encode(text).length;
}
